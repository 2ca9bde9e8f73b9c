#include "checkers/balance/workers.hpp"

#include <time.h>

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "models/core/interrupt.hpp"

namespace touchstone::balance {
namespace {

/// Time that this thread has spent on a core: not disturbed by what else runs.
double thread_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

Answer answer(const TinyModel& model, const JudgeOptions& options) {
  Answer result;
  const double begin = thread_milliseconds();
  try {
    result.judgement = judge(model, options);
  } catch (const InputError& error) {
    result.error = error.what();
  }
  result.milliseconds = thread_milliseconds() - begin;
  return result;
}

}  // namespace

struct Workers::Shared {
  std::vector<const TinyModel*> models;
  JudgeOptions options;
  std::mutex mutex;  // of everything below
  std::condition_variable done;
  std::vector<std::optional<Answer>> answers;
  std::exception_ptr failure;
  std::size_t begun = 0;
  std::size_t handed_out = 0;
  bool stopped = false;
  std::vector<std::thread> threads;

  void work() {
    for (;;) {
      std::size_t mine = 0;
      {
        const std::lock_guard lock(mutex);
        if (stopped || interrupt_requested() || begun == models.size()) break;
        mine = begun++;
      }
      finish(mine);
    }
    done.notify_all();
  }
  void finish(std::size_t mine) {
    std::optional<Answer> found;
    std::exception_ptr thrown;
    try {
      found = answer(*models[mine], options);
    } catch (...) {
      thrown = std::current_exception();
    }
    const std::lock_guard lock(mutex);
    answers[mine] = std::move(found);
    if (thrown) failure = thrown;
    done.notify_all();
  }
  /// No answer will come any more: it was not begun and nobody will.
  bool hopeless(std::size_t which) const {
    return which >= begun && (stopped || interrupt_requested());
  }
};

Workers::Workers(std::vector<const TinyModel*> models, const JudgeOptions& options, int threads)
    : shared_(std::make_unique<Shared>()) {
  shared_->answers.resize(models.size());
  shared_->models = std::move(models);
  shared_->options = options;
  for (int t = 0; t < std::max(1, threads); ++t)
    shared_->threads.emplace_back([this] { shared_->work(); });
}

Workers::~Workers() {
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->stopped = true;
  }
  for (std::thread& thread : shared_->threads) thread.join();
}

std::optional<Answer> Workers::next() {
  Shared& s = *shared_;
  std::unique_lock lock(s.mutex);
  const std::size_t which = s.handed_out;
  if (which == s.models.size()) return std::nullopt;
  s.done.wait(lock, [&] { return s.answers[which] || s.failure || s.hopeless(which); });
  if (s.failure) std::rethrow_exception(s.failure);
  if (!s.answers[which]) return std::nullopt;
  ++s.handed_out;
  return std::move(s.answers[which]);
}

}  // namespace touchstone::balance
