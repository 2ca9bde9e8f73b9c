#include "optimized/core/helper_threads.hpp"

#include <utility>

namespace touchstone::optimized {

HelperThreads::HelperThreads(std::uint32_t count) {
  for (std::uint32_t me = 1; me <= count; ++me) threads_.emplace_back([this, me] { run(me); });
}

HelperThreads::~HelperThreads() {
  call({});
  for (std::thread& thread : threads_) thread.join();
}

void HelperThreads::call(Work work) {
  NativeMemory memory;
  calls_.deliver(memory, sleep_, [&] { std::swap(work_, work); });
  // The old one ends here, without the lock.
}

void HelperThreads::run(std::uint32_t me) {
  NativeMemory memory;
  for (std::uint32_t seen = 0;;) {
    Work work;
    seen = calls_.next(memory, sleep_, seen, [&] { work = work_; });
    if (!work) return;
    work(me);
  }
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
