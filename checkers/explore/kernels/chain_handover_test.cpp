// Named tests of what each memory order of the hand-over is for, and the kernel on machine threads.
#include "checkers/explore/kernels/chain_handover.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <thread>

#include "checkers/explore/event_chain/global_time.hpp"
#include "checkers/explore/event_chain/suites.hpp"
#include "checkers/explore/kernels/chain_cases.hpp"
#include "checkers/explore/kernels/trial.hpp"
#include "models/core/native_memory.hpp"

namespace touchstone::explore {
namespace {

const Kernel& handover() { return kernel("chain handover"); }

const KernelCase& leg(const std::string& name) {
  for (const KernelCase& each : handover().cases)
    if (each.name == name) return each;
  throw std::logic_error("no leg " + name);
}

Mutation planted(const std::string& name) {
  for (const KernelMutant& each : mutants_of(handover()))
    if (each.name == name) return each.mutation;
  throw std::logic_error("no mutation " + name);
}

std::string wrong(const std::string& name, Judge judge, const Mutation& mutation = {}) {
  const Trial result = trial(handover(), leg(name), program(leg(name), 0, mutation), judge);
  EXPECT_TRUE(result.complete);
  return result.wrong;
}

void expect_only_weak_memory_sees(const std::string& mutation, const std::string& name) {
  EXPECT_EQ(wrong(name, Judge::sc, planted(mutation)), "");
  EXPECT_EQ(wrong(name, Judge::tso_x86, planted(mutation)), "");  // x86 orders these by itself
  EXPECT_NE(wrong(name, Judge::views, planted(mutation)), "");
}

// The horizon test reads x_j, then t_j: message passing with x as the flag.
TEST(ChainHandover, HorizonTestNeedsAcquireLoadOfThePosition) {
  expect_only_weak_memory_sees("x.load acq>rlx", "W1");
}
TEST(ChainHandover, HorizonTestNeedsReleaseStoreOfThePositionAtABreakpoint) {
  expect_only_weak_memory_sees("x.store rel>rlx", "W1");
}
TEST(ChainHandover, HorizonTestNeedsReleaseStoreOfThePositionAtALifting) {
  expect_only_weak_memory_sees("x.store rel>rlx #2", "W2");
}
// With relaxed tags the recheck passes on the old position, and the chain goes on from there.
TEST(ChainHandover, RecheckNeedsAcquireClaim) {
  expect_only_weak_memory_sees("tag.compare_exchange acq>rlx", "C4");
}
TEST(ChainHandover, RecheckNeedsReleaseWhenASphereIsSetFree) {
  expect_only_weak_memory_sees("tag.store rel>rlx #2", "C4");
}
// Needs three chains: the plain store of the second ends the release sequence of the first.
TEST(ChainHandover, GivingBackATagNeedsRelease) {
  expect_only_weak_memory_sees("tag.store rel>rlx", "W5");
}
TEST(ChainHandover, SettingFreeBeforeTheMoveIsWrongEvenSequentially) {
  EXPECT_NE(wrong("C4", Judge::sc, planted("x.store postponed #2")), "");
}
TEST(ChainHandover, PositionBeforeLocalTimeIsWrongEvenSequentially) {
  EXPECT_EQ(wrong("C4", Judge::sc, planted("t.store postponed #3")), "");  // as in the paper
  EXPECT_NE(wrong("C5", Judge::sc, planted("t.store postponed #3")), "");
}
TEST(ChainHandover, ClaimInTwoStepsIsWrongEvenSequentially) {
  EXPECT_NE(wrong("C4", Judge::sc, planted("tag.compare_exchange split")), "");
}

TEST(ChainHandover, RandomLegsEndAsWithOneClockUnderTheViewMachine) {
  constexpr std::uint64_t kSeed = 1;
  int judged = 0;
  for (std::uint64_t number = 0; number < 100; ++number) {
    const Configuration configuration = random_configuration(kSeed, number);
    if (global_time_leg(Geometry(configuration)).ambiguous) continue;
    const KernelCase random_leg = chain_case(configuration);
    const Trial result = trial(handover(), random_leg, program(random_leg), Judge::views);
    EXPECT_TRUE(result.complete);
    EXPECT_EQ(result.wrong, "") << text(configuration);
    ++judged;
  }
  EXPECT_GT(judged, 90);
}

// The failure order of the claim is relaxed because the loser reads nothing. One that does read
// what the winner has written needs acquire.
struct Claimed {
  ExploredCell<std::int32_t> data;
  ExploredCell<std::int32_t> tag;
};
struct Nothing {
  std::int32_t unused;
};

template <class Failure>
Kernel losing_claim(Failure) {
  const auto build = [](KernelProgram& program, int) {
    const Claimed cells{program.cells.cell<std::int32_t>("data", 0),
                        program.cells.cell<std::int32_t>("tag", 0)};
    program.thread("winner", cells, Nothing{}, [](auto& m, auto& shared, Nothing) {
      m.store(shared.data, 7, order::relaxed);
      m.store(shared.tag, 1, order::release);
    });
    program.thread("loser", cells, Nothing{}, [](auto& m, auto& shared, Nothing) {
      std::int32_t found = 0;
      if (m.compare_exchange(shared.tag, found, 2, order::acq_rel, Failure())) return;
      if (m.load(shared.data, order::relaxed) != 7) m.abort(0);
    });
  };
  const auto property = [](std::span<const Value>) { return std::string(); };
  return {.name = "losing claim",
          .source = "",
          .shows = "",
          .cases = {{"one loser", build, property}},
          .reasons = {"stale data"},
          .faults = {},
          .mutants = {}};
}

TEST(ChainHandover, FailureOrderMattersOnlyToALoserThatReads) {
  const Kernel relaxed = losing_claim(order::relaxed);
  const Kernel acquire = losing_claim(order::acquire);
  for (const Judge judge : {Judge::rc11, Judge::views}) {
    const auto found = [&](const Kernel& kernel) {
      return trial(kernel, kernel.cases[0], program(kernel.cases[0]), judge).wrong;
    };
    EXPECT_EQ(found(relaxed), "aborts: stale data") << name(judge);
    EXPECT_EQ(found(acquire), "") << name(judge);
  }
}

TEST(ChainHandover, RefusesOtherNumbersOfSpheres) {
  const Configuration two{"two", {{0, 0}, {9000, 0}}, 5000, 100, {0}};
  KernelProgram program;
  EXPECT_THROW(chain_case(two).build(program, 0), InputError);
}

// The same source on machine threads: legs that end without a violation end right.
TEST(ChainHandover, EndsAsWithOneClockOnThreads) {
  constexpr int kLegs = 200;
  constexpr std::size_t kSpheres = 4;
  const Geometry geometry(sequential_c4());
  const LegEnd expected = global_time_leg(geometry);
  Arrows<kSpheres> arrows;
  ChainCells<NativeMemory, kSpheres> start{};
  for (std::size_t i = 0; i < kSpheres; ++i) {
    start.x[i] = geometry.start(i);
    for (std::size_t j = 0; j < kSpheres; ++j) arrows.separation[i][j] = geometry.separation(i, j);
  }
  int ended = 0;
  for (int each = 0; each < kLegs; ++each) {
    auto shared = start;
    for (std::size_t chain = 0; chain < 2; ++chain)
      shared.tag[geometry.active(chain)] = static_cast<std::int32_t>(chain) + 1;
    const auto run = [&](std::size_t chain) {
      NativeMemory memory;
      const std::uint8_t active = geometry.active(chain);
      run_chain(memory, shared, arrows, static_cast<std::int32_t>(chain) + 1,
                {geometry.leg(), active, start.x[active], 0});
    };
    const std::size_t here = static_cast<std::size_t>(each % 2);  // it mostly goes first
    std::thread other(run, 1 - here);
    run(here);
    other.join();
    if (shared.violated != 0) continue;
    ++ended;
    EXPECT_TRUE(std::equal(expected.x.begin(), expected.x.end(), shared.x.begin()));
    EXPECT_TRUE(std::equal(expected.t.begin(), expected.t.end(), shared.t.begin()));
  }
  EXPECT_GT(ended, 0);
}

}  // namespace
}  // namespace touchstone::explore
