#include "checkers/explore/kernels/kernel_thread.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checkers/explore/kernels/interleaver.hpp"
#include "checkers/explore/kernels/kernel.hpp"
#include "checkers/explore/kernels/spin_lock.hpp"

namespace touchstone::explore {
namespace {

using namespace order;
using test::interleavings;
using testing::HasSubstr;

struct Empty {
  std::int32_t unused = 0;
};
struct One {
  ExploredCell<std::int32_t> x;
};
struct Two {
  ExploredCell<std::int32_t> x;
  ExploredCell<std::int32_t> y;
};

/// `threads` times the same function of (memory, One, state).
template <class State, class Function>
MachineProgram on_one_cell(int threads, const State& state, const Function& function,
                           std::size_t responses = 8) {
  KernelProgram kernel;
  const One shared{kernel.cells.cell<std::int32_t>("x", 0)};
  for (int t = 0; t < threads; ++t) kernel.thread("test", shared, state, function, responses);
  return kernel.program();
}

MachineProgram counters_under_lock(int threads, std::int32_t rounds) {
  KernelProgram kernel;
  CountedUnderSpinLock<ExploredMemory> shared;
  shared.mutex.taken = kernel.cells.cell<std::int32_t>("taken", 0);
  shared.count = kernel.cells.cell<std::int32_t>("count", 0);
  for (int t = 0; t < threads; ++t)
    kernel.thread("count", shared, RoundsLeft{rounds}, [](auto& m, auto& cells, RoundsLeft state) {
      count_under_spin_lock(m, cells, state);
    });
  return kernel.program();
}

TEST(KernelThread, AddsAtomicallyInEveryInterleaving) {
  // Published growth: 3 threads that add 3 times have 4^3 states.
  const auto program = on_one_cell(3, RoundsLeft{3}, [](auto& m, auto& cells, RoundsLeft s) {
    for (;;) {
      s = m.checkpoint(s);
      if (s.rounds-- == 0) return;
      m.fetch_add(cells.x, 1, relaxed);
    }
  });
  const auto all = interleavings(program);
  EXPECT_EQ(all.states, 64u);
  EXPECT_THAT(all.finals, testing::ElementsAre(std::vector<Value>{9}));
}

/// The largest number of 64 bits without a sign is not -1.
TEST(KernelThread, WaitsCompareNumbersWithoutASign) {
  constexpr std::uint64_t kLargest = ~std::uint64_t{0};
  const auto deadlocks = [](std::uint64_t first, auto compare, std::uint64_t other) {
    KernelProgram kernel;
    const auto cell = kernel.cells.cell("x", first);
    kernel.thread("wait", cell,
                  [=](auto& m, auto& x) { m.wait_until(x, compare, other, relaxed); });
    return interleavings(kernel.program()).deadlocks;
  };
  EXPECT_EQ(deadlocks(kLargest, std::greater<>(), 5), 0u);
  EXPECT_EQ(deadlocks(kLargest, std::greater_equal<>(), 5), 0u);
  EXPECT_EQ(deadlocks(5, std::less<>(), kLargest), 0u);
  EXPECT_EQ(deadlocks(5, std::less_equal<>(), kLargest), 0u);
  EXPECT_EQ(deadlocks(kLargest, std::less<>(), 5), 1u);
  EXPECT_EQ(deadlocks(kLargest, std::less_equal<>(), 5), 1u);
  EXPECT_EQ(deadlocks(5, std::greater<>(), kLargest), 1u);
  EXPECT_EQ(deadlocks(5, std::greater_equal<>(), kLargest), 1u);
}

TEST(KernelThread, SeesALostUpdate) {
  const auto program = on_one_cell(2, Empty{}, [](auto& m, auto& cells, Empty) {
    const std::int32_t before = m.load(cells.x, relaxed);
    m.store(cells.x, before + 1, relaxed);
  });
  EXPECT_THAT(interleavings(program).finals,
              testing::ElementsAre(std::vector<Value>{1}, std::vector<Value>{2}));
}

TEST(KernelThread, CountsUnderALock) {
  const auto program = counters_under_lock(3, 2);
  const auto all = interleavings(program);
  EXPECT_THAT(all.finals, testing::ElementsAre(std::vector<Value>{0, 6}));
  EXPECT_EQ(all.deadlocks, 0u);
}

TEST(KernelThread, ASpinLoopWithACheckpointIsFinite) {
  // Each pass of the loop ends in the state where it began, so the graph is finite.
  const auto program = on_one_cell(2, Empty{}, [](auto& m, auto& cells, Empty s) {
    do {
      s = m.checkpoint(s);
    } while (m.exchange(cells.x, 1, acquire) == 1);
    m.store(cells.x, 0, release);
  });
  const auto all = interleavings(program);
  EXPECT_THAT(all.finals, testing::ElementsAre(std::vector<Value>{0}));
  EXPECT_EQ(all.states, 8u);  // (exchange, store, end) x the same, without both holding the lock
}

TEST(KernelThread, ChoosesEveryValue) {
  const auto program = on_one_cell(1, Empty{}, [](auto& m, auto& cells, Empty) {
    m.store(cells.x, 10 + static_cast<std::int32_t>(m.choose(3)), relaxed);
  });
  EXPECT_THAT(interleavings(program).finals, testing::SizeIs(3));
}

TEST(KernelThread, AbortsWithItsReason) {
  const auto program = on_one_cell(2, Empty{}, [](auto& m, auto& cells, Empty) {
    if (m.fetch_add(cells.x, 1, relaxed) == 1) m.abort(7);
  });
  EXPECT_THAT(interleavings(program).aborts, testing::ElementsAre(7));
}

TEST(KernelThread, CompareExchangeTellsWhatItFound) {
  const auto program = on_one_cell(1, Empty{}, [](auto& m, auto& cells, Empty) {
    std::int32_t expected = 5;
    if (m.compare_exchange(cells.x, expected, 1, acq_rel, acquire)) m.abort(1);
    if (expected != 0) m.abort(2);
    if (!m.compare_exchange(cells.x, expected, 9, acq_rel, acquire)) m.abort(3);
  });
  const auto all = interleavings(program);
  EXPECT_THAT(all.aborts, testing::IsEmpty());
  EXPECT_THAT(all.finals, testing::ElementsAre(std::vector<Value>{9}));
}

TEST(KernelThread, OperationsArePackedWithoutLoss) {
  PackedStep step{{.kind = Kind::aborted,
                   .order = Order::acqrel,
                   .failure = Order::sc,
                   .update = Update::compare_exchange,
                   .compare = Compare::above_equal,
                   .scope = Scope::device,
                   .waits = true,
                   .location = 65535,
                   .site = 16383,
                   .operand = -3,
                   .expected = INT64_MIN},
                  255,
                  254};
  std::array<Value, PackedStep::kWords> words{};
  step.pack(words);
  const PackedStep copy = PackedStep::unpack(words);
  EXPECT_EQ(copy.operation, step.operation);
  EXPECT_EQ(copy.performed, step.performed);
  EXPECT_EQ(copy.answered, step.answered);
  step.operation.site = 16384;
  EXPECT_THROW(step.pack(words), InputError);
}

template <class Action>
std::string error_of(Action&& action) {
  try {
    action();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "no error";
}

TEST(KernelThread, SaysWhenTooMuchHappensBetweenCheckpoints) {
  const auto program = on_one_cell(
      1, Empty{},
      [](auto& m, auto& cells, Empty) {
        for (int turn = 0; turn < 3; ++turn) m.load(cells.x, relaxed);
      },
      2);
  EXPECT_THAT(error_of([&] { interleavings(program); }),
              HasSubstr("expected at most 2 that return a value"));
}

TEST(KernelThread, FindsAKernelThatLooksOutsideItsMemory) {
  static int runs;
  runs = 0;
  const auto program = on_one_cell(1, Empty{}, [](auto& m, auto& cells, Empty) {
    m.store(cells.x, ++runs, relaxed);
    m.store(cells.x, 0, relaxed);
  });
  EXPECT_THAT(error_of([&] { interleavings(program); }), HasSubstr("something else than before"));
}

TEST(KernelThread, FindsALiveVariableThatTheNextStatementNeeds) {
  const auto program = on_one_cell(1, Empty{}, [](auto& m, auto& cells, Empty s) {
    for (std::int32_t turn = 0; turn < 2; ++turn) {  // `turn` is live, but not in the state
      s = m.checkpoint(s);
      m.store(cells.x, turn, relaxed);
    }
  });
  EXPECT_THAT(error_of([&] { interleavings(program); }),
              HasSubstr("a live variable is missing from the checkpoint"));
}

TEST(KernelThread, FindsAStateChangedBeforeTheFirstCheckpoint) {
  const auto program = on_one_cell(1, RoundsLeft{3}, [](auto& m, auto& cells, RoundsLeft s) {
    --s.rounds;
    s = m.checkpoint(s);
    m.store(cells.x, 1, relaxed);
  });
  EXPECT_THAT(error_of([&] { interleavings(program); }), HasSubstr("with another state"));
}

TEST(KernelThread, FindsALoopWithoutOperations) {
  const auto program = on_one_cell(1, RoundsLeft{3}, [](auto& m, auto&, RoundsLeft s) {
    for (;;) s = m.checkpoint(s);
  });
  EXPECT_THAT(error_of([&] { interleavings(program); }), HasSubstr("no operation"));
}

TEST(KernelThread, FindsAnAdditionThatLeavesItsType) {
  KernelProgram kernel;
  struct Narrow {
    ExploredCell<std::int8_t> x;
  };
  const Narrow shared{kernel.cells.cell<std::int8_t>("x", 127)};
  kernel.thread("add", shared, Empty{}, [](auto& m, auto& cells, Empty) {
    m.fetch_add(cells.x, 1, relaxed);
    m.fence(seq_cst);
  });
  EXPECT_THAT(error_of([&] { interleavings(kernel.program()); }), HasSubstr("range of its type"));
}

TEST(KernelThread, PlantedMutationsChangeWhatIsDone) {
  const auto finals = [](Mutation::Kind kind, Kind target) {
    Operation op;
    op.kind = target;
    KernelProgram probe;
    const Two cells{probe.cells.cell<std::int32_t>("x", 0), probe.cells.cell<std::int32_t>("y", 0)};
    const auto function = [](auto& m, auto& c, Empty) {
      m.store(c.x, 1, relaxed);
      m.fetch_add(c.y, 1, acq_rel);
    };
    probe.thread("probe", cells, Empty{}, function);
    std::vector<Value> local(probe.threads()[0]->words());
    probe.threads()[0]->start(local);
    Operation first = probe.threads()[0]->next(local);
    if (target == Kind::update) {
      probe.threads()[0]->respond(local, 0);
      first = probe.threads()[0]->next(local);
    }
    KernelProgram kernel({kind, first, Order::rlx});
    kernel.cells = probe.cells;
    for (int t = 0; t < 2; ++t) kernel.thread("test", cells, Empty{}, function);
    return interleavings(kernel.program()).finals;
  };
  using V = std::vector<Value>;
  EXPECT_THAT(finals(Mutation::Kind::none, Kind::store), testing::ElementsAre(V{1, 2}));
  EXPECT_THAT(finals(Mutation::Kind::drop, Kind::store), testing::ElementsAre(V{0, 2}));
  EXPECT_THAT(finals(Mutation::Kind::split, Kind::update), testing::ElementsAre(V{1, 1}, V{1, 2}));
}

}  // namespace
}  // namespace touchstone::explore
