// checkers/explore/kernels/native_code_test.cpp
// Purpose   Kernels over NativeMemory beside the same kernels written by hand with std::atomic_ref.
//           Here: both give the same results, alone and with threads. tools/native_code_test.py
//           compiles this file and compares the instructions of two_policy_X and by_hand_X.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>

#include "checkers/explore/kernels/cell_claims.hpp"
#include "checkers/explore/kernels/sequence_lock.hpp"
#include "checkers/explore/kernels/single_producer_ring.hpp"
#include "checkers/explore/kernels/spin_lock.hpp"
#include "checkers/explore/kernels/ticket_lock.hpp"
#include "models/core/native_memory.hpp"
#include "optimized/ecmc/tags/tag_kernel.hpp"

namespace touchstone::explore {

using Native = NativeMemory;
using Number = std::atomic_ref<std::int32_t>;

// Inlined as NativeMemory is: where g++ places the instructions that wait depends on it.
[[gnu::always_inline]] static inline void exchange_by_hand(std::int32_t& cell,
                                                           std::int32_t expected,
                                                           std::int32_t desired) {
  for (;;) {
    std::int32_t found = expected;
    if (Number(cell).compare_exchange_weak(found, desired, std::memory_order_acquire,
                                           std::memory_order_relaxed))
      return;
    spin_until([&] { return Number(cell).load(std::memory_order_relaxed) == expected; });
  }
}

using optimized::ChainState;
using optimized::kActive;
using optimized::kStatic;
using optimized::Step;
using optimized::StepLimits;
using optimized::StepNotes;

struct NativeDisks {
  struct Arrow {
    disks::DiskIndex to;
    disks::FixedCoordinate separation;
  };
  std::array<disks::FixedCoordinate, 4> position;
  std::array<std::uint32_t, 4> time_plus_1;
  std::array<optimized::DiskTag, 4> tags;
  std::array<std::array<Arrow, 2>, 4> ahead;

  disks::FixedCoordinate& x(disks::DiskIndex i) { return position[i]; }
  std::uint32_t& t(disks::DiskIndex i) { return time_plus_1[i]; }
  optimized::DiskTag& tag(disks::DiskIndex i) { return tags[i]; }
  const std::array<Arrow, 2>& arrows(disks::DiskIndex i) const { return ahead[i]; }
};
using Word32 = std::atomic_ref<std::uint32_t>;
using Tag = std::atomic_ref<optimized::DiskTag>;

// Inlined as the kernel's functions are.
[[gnu::always_inline]] static inline void move_up_by_hand(NativeDisks& disks, ChainState& chain,
                                                          std::uint32_t flight, std::uint32_t now) {
  if (now == chain.t) return;
  chain.t = now;
  chain.x += flight;
  Word32(disks.time_plus_1[chain.disk]).store(now + 1, std::memory_order_relaxed);
  Word32(disks.position[chain.disk]).store(chain.x, std::memory_order_release);
}

[[gnu::always_inline]] static inline optimized::TagEvent scan_by_hand(NativeDisks& disks,
                                                                      const ChainState& chain,
                                                                      std::uint32_t end,
                                                                      StepNotes& notes) {
  optimized::TagEvent next{end - chain.t, chain.disk, 0, 0};
  for (const NativeDisks::Arrow& arrow : disks.ahead[chain.disk]) {
    const disks::FixedCoordinate x =
        Word32(disks.position[arrow.to]).load(std::memory_order_acquire);
    const std::uint32_t time = Word32(disks.time_plus_1[arrow.to]).load(std::memory_order_relaxed);
    const std::uint32_t flight = x - chain.x - arrow.separation;
    if (std::uint64_t{chain.t} + flight < std::uint64_t{time}) [[unlikely]]
      notes.violation = std::min({notes.violation, chain.t, time - 1});
    if (flight < next.flight) next = {flight, arrow.to, x, time};
  }
  return next;
}

[[gnu::always_inline]] static inline Step step_by_hand(NativeDisks& disks, ChainState& chain,
                                                       const StepLimits& limits, StepNotes& notes) {
  const optimized::TagEvent next = scan_by_hand(disks, chain, limits.end, notes);
  if (limits.abort && notes.violation != optimized::kNoViolationYet) [[unlikely]]
    return Step::violated;
  const std::uint32_t t = chain.t + next.flight;
  if (next.target == chain.disk) [[unlikely]] {
    move_up_by_hand(disks, chain, next.flight, t);
    return Step::finished;
  }
  optimized::DiskTag found = kStatic;
  if (!Tag(disks.tags[next.target])
           .compare_exchange_strong(found, kActive, std::memory_order_acquire,
                                    std::memory_order_relaxed)) [[unlikely]] {
    const bool finished = next.time_plus_1 > limits.end;
    move_up_by_hand(disks, chain, next.flight, finished ? limits.end : t);
    return finished ? Step::finished : Step::waits;
  }
  if (Word32(disks.position[next.target]).load(std::memory_order_relaxed) != next.x) [[unlikely]] {
    Tag(disks.tags[next.target]).store(kStatic, std::memory_order_release);
    move_up_by_hand(disks, chain, next.flight, t);
    return Step::waits;
  }
  Word32(disks.time_plus_1[next.target]).store(t + 1, std::memory_order_relaxed);
  Word32(disks.time_plus_1[chain.disk]).store(t + 1, std::memory_order_relaxed);
  Word32(disks.position[chain.disk]).store(chain.x + next.flight, std::memory_order_release);
  Tag(disks.tags[chain.disk]).store(kStatic, std::memory_order_release);
  notes.time_before_plus_1 = next.time_plus_1;
  chain = {next.target, next.x, t};
  return Step::lifted;
}

extern "C" {

void two_policy_spin_lock(CountedUnderSpinLock<Native>& shared, std::int32_t rounds) {
  Native memory;
  count_under_spin_lock(memory, shared, {rounds});
}

void by_hand_spin_lock(CountedUnderSpinLock<Native>& shared, std::int32_t rounds) {
  for (;;) {
    if (rounds-- == 0) return;
    exchange_by_hand(shared.mutex.taken, 0, 1);
    const std::int32_t before = shared.count;
    shared.count = before + 1;
    Number(shared.mutex.taken).store(0, std::memory_order_release);
  }
}

void two_policy_ticket_lock(CountedUnderTicketLock<Native>& shared, std::int32_t rounds) {
  Native memory;
  count_under_ticket_lock(memory, shared, {rounds});
}

void by_hand_ticket_lock(CountedUnderTicketLock<Native>& shared, std::int32_t rounds) {
  for (; rounds != 0; --rounds) {
    const std::int32_t ticket =
        Number(shared.mutex.next_ticket).fetch_add(1, std::memory_order_relaxed);
    spin_until(
        [&] { return Number(shared.mutex.now_served).load(std::memory_order_acquire) == ticket; });
    ++shared.count;
    Number(shared.mutex.now_served).store(ticket + 1, std::memory_order_release);
  }
}

void two_policy_sequence_lock_write(SequenceLock<Native>& shared, std::int32_t wanted) {
  Native memory;
  write_pairs(memory, shared, {0, wanted});
}

void by_hand_sequence_lock_write(SequenceLock<Native>& shared, std::int32_t wanted) {
  for (std::int32_t value = 0; value != wanted;) {
    ++value;
    Number(shared.sequence).store(2 * value - 1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release);
    Number(shared.first).store(value, std::memory_order_relaxed);
    Number(shared.second).store(value, std::memory_order_relaxed);
    Number(shared.sequence).store(2 * value, std::memory_order_release);
  }
}

void two_policy_ring_produce(Ring<Native, 4>& shared, std::int32_t wanted) {
  Native memory;
  produce(memory, shared, {0, wanted});
}

void by_hand_ring_produce(Ring<Native, 4>& shared, std::int32_t wanted) {
  std::int32_t passed = 0;
  for (;;) {
    if (passed == wanted) return;
    const auto index = static_cast<std::size_t>(passed) % 4;
    spin_until([&, least = passed - 3] {
      return Number(shared.received).load(std::memory_order_acquire) >= least;
    });
    ++passed;
    shared.slot[index] = passed;
    Number(shared.sent).store(passed, std::memory_order_release);
  }
}

Step two_policy_chain(NativeDisks& disks, ChainState& chain, const StepLimits& limits,
                      StepNotes& notes) {
  Native memory;
  return optimized::tag_step(memory, disks, chain, limits, notes);
}

Step by_hand_chain(NativeDisks& disks, ChainState& chain, const StepLimits& limits,
                   StepNotes& notes) {
  return step_by_hand(disks, chain, limits, notes);
}

}  // extern "C"

namespace {

/// Runs both on two threads at once.
template <class First, class Second>
void together(First&& first, Second&& second) {
  std::thread other(second);
  first();
  other.join();
}

constexpr std::int32_t kRounds = 1000;

TEST(NativeKernel, CountsUnderEitherLockOnThreads) {
  for (const auto run : {two_policy_spin_lock, by_hand_spin_lock}) {
    CountedUnderSpinLock<Native> shared{{0}, 0};
    together([&] { run(shared, kRounds); }, [&] { run(shared, kRounds); });
    EXPECT_EQ(shared.count, 2 * kRounds);
    EXPECT_EQ(shared.mutex.taken, 0);
  }
  for (const auto run : {two_policy_ticket_lock, by_hand_ticket_lock}) {
    CountedUnderTicketLock<Native> shared{{0, 0}, 0};
    together([&] { run(shared, kRounds); }, [&] { run(shared, kRounds); });
    EXPECT_EQ(shared.count, 2 * kRounds);
    EXPECT_EQ(shared.mutex.now_served, 2 * kRounds);
  }
}

TEST(NativeKernel, ReadsNoTornPairOnThreads) {
  for (const auto run : {two_policy_sequence_lock_write, by_hand_sequence_lock_write}) {
    SequenceLock<Native> shared{0, 0, 0};
    Native memory;
    together([&] { run(shared, kRounds); },
             [&] {
               for (int i = 0; i < kRounds; ++i)
                 EXPECT_NO_THROW(read_pair(memory, shared, AttemptsLeft{3}));
             });
    EXPECT_EQ(shared.sequence, 2 * kRounds);
    EXPECT_EQ(shared.second, kRounds);
  }
}

TEST(NativeKernel, PassesItemsInOrderOnThreads) {
  for (const auto run : {two_policy_ring_produce, by_hand_ring_produce}) {
    Ring<Native, 4> shared{};
    Native memory;
    together([&] { run(shared, kRounds); },
             [&] {
               EXPECT_NO_THROW(consume(memory, shared, ItemsPassed{0, kRounds}));
             });
    EXPECT_EQ(shared.received, kRounds);
  }
}

TEST(NativeKernel, MovesAChainToItsBreakpoint) {
  // Disk 0 hits disk 1 after 600 - 100 - 400 = 100 units; 1 goes on for the other 50.
  for (const auto run : {two_policy_chain, by_hand_chain}) {
    NativeDisks shared{
        {100, 600, 2000, 3000}, {1, 0, 0, 0}, {kActive, kStatic, kStatic, kStatic}, {}};
    shared.ahead = {{{{{1, 400}, {2, 400}}}, {{{2, 400}, {3, 400}}}, {}, {}}};
    const NativeDisks start = shared;
    const StepLimits limits{150, true};
    ChainState chain{0, 100, 0};
    StepNotes notes;
    EXPECT_EQ(run(shared, chain, limits, notes), Step::lifted);
    EXPECT_EQ(run(shared, chain, limits, notes), Step::finished);
    EXPECT_EQ(shared.position, (std::array<disks::FixedCoordinate, 4>{200, 650, 2000, 3000}));
    EXPECT_EQ(shared.time_plus_1, (std::array<std::uint32_t, 4>{101, 151, 0, 0}));
    EXPECT_EQ(shared.tags, (std::array<optimized::DiskTag, 4>{kStatic, kActive, 0, 0}));
    shared = start;
    shared.time_plus_1[1] = 102;  // it was there at 101
    chain = {0, 100, 0};
    EXPECT_EQ(run(shared, chain, limits, notes), Step::violated);
    EXPECT_EQ(notes.violation, 0u);
  }
}

TEST(NativeKernel, AWrongItemAborts) {
  Ring<Native, 4> shared{.sent = 1, .received = 0, .slot = {5, 0, 0, 0}};
  Native memory;
  EXPECT_THROW(consume(memory, shared, ItemsPassed{0, 1}), KernelAborted);
}

TEST(NativeKernel, KeepsParticlesOnThreads) {
  ClaimedCells<Native, 3> shared{{0, 0, 0}, {5, 6, 7}};
  const auto run = [&](std::uint32_t thread) {
    Native memory(Philox(1).stream(Purpose::test, 0, thread));
    hop(memory, shared, HopsLeft{kRounds});
  };
  together([&] { run(0); }, [&] { run(1); });
  EXPECT_EQ(shared.particles[0] + shared.particles[1] + shared.particles[2], 18);
  EXPECT_EQ(shared.claim, (std::array<std::int32_t, 3>{0, 0, 0}));
}

}  // namespace
}  // namespace touchstone::explore
