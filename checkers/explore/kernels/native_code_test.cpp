// checkers/explore/kernels/native_code_test.cpp
// Purpose   Kernels over NativeMemory beside the same kernels written by hand with std::atomic_ref.
//           Here: both give the same results, alone and with threads. tools/native_code_test.py
//           compiles this file and compares the instructions of two_policy_X and by_hand_X.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "checkers/explore/kernels/cell_claims.hpp"
#include "checkers/explore/kernels/chain_handover.hpp"
#include "checkers/explore/kernels/sequence_lock.hpp"
#include "checkers/explore/kernels/single_producer_ring.hpp"
#include "checkers/explore/kernels/spin_lock.hpp"
#include "checkers/explore/kernels/ticket_lock.hpp"
#include "models/core/native_memory.hpp"

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

static NextEvent scan_by_hand(ChainCells<Native, 4>& shared, const Arrows<4>& arrows,
                              const ChainState& state) {
  NextEvent next{state.left, state.active, 0};
  for (std::size_t j = 0; j < 4; ++j) {
    const std::int32_t separation = arrows.separation[static_cast<std::size_t>(state.active)][j];
    if (separation == Arrows<4>::kNoArrow) continue;
    const std::int32_t x = Number(shared.x[j]).load(std::memory_order_acquire);
    const std::int32_t t = Number(shared.t[j]).load(std::memory_order_relaxed);
    const std::int32_t flight = x - state.x - separation;
    if (state.t + flight <= t) return {flight, kHorizonViolation, x};
    if (flight < next.time_of_flight) next = {flight, static_cast<std::int32_t>(j), x};
  }
  return next;
}

static void chain_by_hand(ChainCells<Native, 4>& shared, const Arrows<4>& arrows, std::int32_t me,
                          ChainState state) {
  for (;;) {
    if (state.left == 0) return;
    const NextEvent next = scan_by_hand(shared, arrows, state);
    if (next.target == kHorizonViolation) {
      Number(shared.violated).store(1, std::memory_order_relaxed);
      return;
    }
    const auto active = static_cast<std::size_t>(state.active);
    const std::int32_t time = state.t + next.time_of_flight;
    const std::int32_t x = state.x + next.time_of_flight;
    if (next.target == state.active) {
      Number(shared.t[active]).store(time, std::memory_order_relaxed);
      Number(shared.x[active]).store(x, std::memory_order_release);
      Number(shared.tag[active]).store(kStalled, std::memory_order_relaxed);
      state.left = 0;
      continue;
    }
    const auto target = static_cast<std::size_t>(next.target);
    std::int32_t found = kStatic;
    if (!Number(shared.tag[target])
             .compare_exchange_strong(found, me, std::memory_order_acquire,
                                      std::memory_order_relaxed)) {
      if (Number(shared.violated).load(std::memory_order_relaxed) != 0) return;
      continue;
    }
    if (Number(shared.x[target]).load(std::memory_order_relaxed) != next.target_x) {
      Number(shared.tag[target]).store(kStatic, std::memory_order_release);
      continue;
    }
    Number(shared.t[target]).store(time, std::memory_order_relaxed);
    Number(shared.t[active]).store(time, std::memory_order_relaxed);
    Number(shared.x[active]).store(x, std::memory_order_release);
    Number(shared.tag[active]).store(kStatic, std::memory_order_release);
    state = {state.left - next.time_of_flight, next.target, next.target_x, time};
  }
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

void two_policy_chain(ChainCells<Native, 4>& shared, const Arrows<4>& arrows, std::int32_t me,
                      const ChainState& start) {
  Native memory;
  run_chain(memory, shared, arrows, me, start);
}

void by_hand_chain(ChainCells<Native, 4>& shared, const Arrows<4>& arrows, std::int32_t me,
                   const ChainState& start) {
  chain_by_hand(shared, arrows, me, start);
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
  // Sphere 0 hits sphere 1 after 600 - 100 - 400 = 100 units; 1 goes on for the other 50.
  Arrows<4> arrows;
  for (auto& row : arrows.separation) row.fill(Arrows<4>::kNoArrow);
  arrows.separation[0][1] = 400;
  for (const auto run : {two_policy_chain, by_hand_chain}) {
    ChainCells<Native, 4> shared{
        .x = {100, 600, 0, 0}, .t = {}, .tag = {1, 0, 0, 0}, .violated = 0};
    run(shared, arrows, 1, {150, 0, 100, 0});
    EXPECT_EQ(shared.x, (std::array<std::int32_t, 4>{200, 650, 0, 0}));
    EXPECT_EQ(shared.t, (std::array<std::int32_t, 4>{100, 150, 0, 0}));
    EXPECT_EQ(shared.tag, (std::array<std::int32_t, 4>{kStatic, kStalled, 0, 0}));
    shared = {.x = {100, 600, 0, 0}, .t = {0, 101, 0, 0}, .tag = {1, 0, 0, 0}, .violated = 0};
    run(shared, arrows, 1, {150, 0, 100, 0});
    EXPECT_EQ(shared.violated, 1);
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
