// gpu/exec/emulator/thread_context.hpp
// Purpose   The context of gpu/exec/context.hpp on real threads: one per lane, real barriers,
//           atomics of the processor, plain arrays; ThreadSanitizer sees what the lanes do to
//           memory.
#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <type_traits>
#include <vector>

#include "gpu/exec/context.hpp"
#include "gpu/exec/emulator/host_context.hpp"
#include "gpu/exec/plain_array.hpp"
#include "models/core/sleep.hpp"

namespace touchstone::gpu {

/// Data shared by the threads of a block.
struct ThreadBlock {
  ThreadBlock(const KernelBody& body, int threads, MeetingPoint* grid);

  /// Shared memory is not a number until it is written.
  void poison();
  std::byte* shared_memory(std::size_t end) const;

  const KernelBody& body;
  std::unique_ptr<std::byte[]> memory;
  MeetingPoint barrier;
  std::deque<MeetingPoint> warp_barriers;
  MeetingPoint* grid_barrier;  // null: the kernel does not synchronise the grid
  // Slots of this meeting and the last, alternately: a fast thread may be one ahead.
  std::array<std::vector<Lane::Slot>, 2> slots;
  std::array<std::vector<char>, 2> votes;
};

class ThreadContext : public HostContext<ThreadContext> {
 public:
  ThreadContext(ThreadBlock& shared, Launch launch, int block, int thread)
      : shared_(&shared), launch_(launch), block_(block), thread_(thread) {}

  int block() const { return block_; }
  int thread() const { return thread_; }

  template <class T>
  PlainArray<T> global(Span<T> span, const char*) const {
    return PlainArray<T>(span.data);
  }
  template <class T>
  PlainArray<T> shared(std::int64_t count, const char*) {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
    const std::size_t start = aligned_up(shared_used_, alignof(T));
    shared_used_ = start + static_cast<std::size_t>(count) * sizeof(T);
    return PlainArray<T>(reinterpret_cast<T*>(shared_->shared_memory(shared_used_) + start));
  }

 private:
  friend class HostContext<ThreadContext>;
  Launch launch() const { return launch_; }
  void wait(Lane::State at, const char* operation, Site site) const;
  void meet_warp(const Lane::Slot& mine, const char* operation, Site site) const;
  const Lane::Slot& given(int lane) const {
    return shared_->slots[meetings_ % 2][static_cast<std::size_t>(warp() * kWarpSize + lane)];
  }
  void set_vote(bool mine) const {
    shared_->votes[++polls_ % 2][static_cast<std::size_t>(thread_)] = mine;
  }
  bool vote() const;
  [[noreturn]] void no_such_lane(int lane) const;

  template <class T, class Change>
  T update(const PlainArray<T>& array, std::int64_t i, Change change) const {
    const std::atomic_ref<T> place(array.data()[i]);
    T old = place.load(std::memory_order_relaxed);
    while (!place.compare_exchange_weak(old, change(old), std::memory_order_relaxed)) {
    }
    return old;
  }
  template <class T>
  T read_atomically(const PlainArray<T>& array, std::int64_t i) const {
    return std::atomic_ref<T>(array.data()[i]).load(std::memory_order_relaxed);
  }

  ThreadBlock* shared_;
  Launch launch_;
  int block_;
  int thread_;
  std::size_t shared_used_ = 0;
  mutable unsigned meetings_ = 0;
  mutable unsigned polls_ = 0;
};

}  // namespace touchstone::gpu
