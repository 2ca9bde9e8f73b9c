// optimized/core/helper_threads.hpp
// Purpose   Threads that help another one when they are called, and sleep when they are not. They
//           come when the system lets them, perhaps after the work: a call waits for none.
// Not here  What they do together, and how they share it (epoch_claims_kernel.hpp).
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "models/core/sleep.hpp"

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
  /// Looks for a millisecond or two, as long as a sampler may be busy between legs: a short leg is
  /// over before a thread wakes up. After some 50 microseconds it lets others run.
  struct LongSleep : NativeSleep {
    LongSleep() : NativeSleep(1) {}
    template <class Done>
    void look(Done&& done) const {
      constexpr unsigned kLooks = 32 * kPatientTurns;
      unsigned looks = 0;
      spin_until([&] { return done() || ++looks == kLooks; }, kPatientTurns);
    }
  };

  void run(std::uint32_t me);

  LongSleep sleep_;
  alignas(64) Mailbox<NativeMemory, LongSleep, NativeLock> calls_{};
  Work work_;                         // of the last call, under the lock; none: the end
  std::vector<std::thread> threads_;  // the last: they use the others
};

/// The helpers of this thread, at least `count`, kept until it ends: to start a thread takes longer
/// than many a piece of work.
HelperThreads& helpers_of_this_thread(std::uint32_t count);

}  // namespace touchstone::optimized
