// optimized/core/helper_threads.hpp
// Purpose   Threads that help another one when they are called, and sleep when they are not. They
//           come when the system lets them, perhaps after the work: a call waits for none.
// Not here  What they do together, and how they share it (epoch_claims_kernel.hpp).
#pragma once
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace touchstone::optimized {

class HelperThreads {
 public:
  /// Work of helper 1, 2, ... It owns what it needs, since its caller may be gone when it begins.
  using Work = std::function<void(std::uint32_t)>;

  explicit HelperThreads(std::uint32_t count);
  ~HelperThreads();
  HelperThreads(const HelperThreads&) = delete;
  HelperThreads& operator=(const HelperThreads&) = delete;

  std::uint32_t size() const { return static_cast<std::uint32_t>(threads_.size()); }

  /// Calls all threads. A thread that misses a call does the work of the next.
  void call(Work work);

 private:
  void run(std::uint32_t me);
  /// The number of the last call and its work, once it is no longer `seen`.
  std::pair<std::uint32_t, Work> wait_for_call(std::uint32_t seen);

  // Both sequentially consistent: a thread counts itself as a sleeper and then looks for calls, a
  // caller counts the call and then looks for sleepers, and one of them sees the other.
  alignas(64) std::atomic<std::uint32_t> calls_{0};
  std::atomic<std::uint32_t> sleepers_{0};
  std::atomic<bool> stops_{false};
  std::mutex mutex_;  // of work_, and between a last look and a sleep
  Work work_;
  std::condition_variable called_;
  std::vector<std::thread> threads_;  // the last: they use the others
};

/// The helpers of this thread, at least `count`, kept until it ends: to start a thread takes longer
/// than many a piece of work.
HelperThreads& helpers_of_this_thread(std::uint32_t count);

}  // namespace touchstone::optimized
