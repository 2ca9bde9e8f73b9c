#include "optimized/core/helper_threads.hpp"

#include <utility>

#include "models/core/native_memory.hpp"

namespace touchstone::optimized {

HelperThreads::HelperThreads(std::uint32_t count) {
  for (std::uint32_t me = 1; me <= count; ++me) threads_.emplace_back([this, me] { run(me); });
}

HelperThreads::~HelperThreads() {
  stops_ = true;
  call({});
  for (std::thread& thread : threads_) thread.join();
}

void HelperThreads::call(Work work) {
  {
    const std::lock_guard lock(mutex_);
    std::swap(work_, work);  // the old one ends without the lock
    calls_.fetch_add(1);
  }
  if (sleepers_.load() > 0) called_.notify_all();
}

void HelperThreads::run(std::uint32_t me) {
  for (std::uint32_t seen = 0;;) {
    auto [call, work] = wait_for_call(seen);
    if (stops_) return;
    work(me);
    seen = call;
  }
}

std::pair<std::uint32_t, HelperThreads::Work> HelperThreads::wait_for_call(std::uint32_t seen) {
  // It looks for a millisecond or two, as long as a sampler may be busy between legs: a short leg
  // is over before a thread wakes up. After some 50 microseconds it lets others run.
  constexpr unsigned kLooks = 32 * kPatientTurns;
  unsigned looks = 0;
  const auto is_called = [&] { return calls_.load() != seen; };
  spin_until([&] { return is_called() || ++looks == kLooks; }, kPatientTurns);
  std::unique_lock lock(mutex_);
  sleepers_.fetch_add(1);
  called_.wait(lock, is_called);
  sleepers_.fetch_sub(1);
  return {calls_.load(), work_};
}

HelperThreads& helpers_of_this_thread(std::uint32_t count) {
  thread_local std::unique_ptr<HelperThreads> helpers;
  if (!helpers || helpers->size() < count) {
    helpers.reset();
    helpers = std::make_unique<HelperThreads>(count);
  }
  return *helpers;
}

}  // namespace touchstone::optimized
