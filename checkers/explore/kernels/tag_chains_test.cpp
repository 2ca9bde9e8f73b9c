// Named tests of what each memory order of the kernel with tags is for, and of the paper's orders.
#include "checkers/explore/kernels/tag_chains.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "checkers/explore/event_chain/suites.hpp"
#include "checkers/explore/kernels/kernel_system.hpp"
#include "checkers/explore/kernels/random_legs.hpp"
#include "checkers/explore/kernels/trial.hpp"
#include "checkers/explore/sampling/sample.hpp"

namespace touchstone::explore {
namespace {

const Kernel& tags() { return kernel("chains with tags"); }

const KernelCase& leg(const std::string& name) {
  for (const KernelCase& each : tags().cases)
    if (each.name == name) return each;
  throw std::logic_error("no leg " + name);
}

KernelMutant mutant(const std::string& name) {
  static const std::vector<KernelMutant> all = mutants_of(tags());
  for (const KernelMutant& each : all)
    if (each.name == name) return each;
  throw std::logic_error("no mutant " + name);
}

std::string wrong(const std::string& name, Judge judge, const KernelMutant& tried = {}) {
  const MachineProgram program = explore::program(leg(name), tried.fault, tried.mutation);
  const Trial result = trial(tags(), leg(name), program, judge);
  EXPECT_TRUE(result.complete);
  return result.wrong;
}

void expect_only_weak_memory_sees(const std::string& name, const std::string& leg_name) {
  EXPECT_EQ(wrong(leg_name, Judge::sc, mutant(name)), "");
  EXPECT_EQ(wrong(leg_name, Judge::tso_x86, mutant(name)), "");  // x86 orders these by itself
  EXPECT_NE(wrong(leg_name, Judge::views, mutant(name)), "");
}

// The horizon test reads x_j, then t_j: message passing with x as the flag.
TEST(TagChains, HorizonTestNeedsAcquireLoadOfThePosition) {
  expect_only_weak_memory_sees("x.load acq>rlx", "W1");
}
TEST(TagChains, HorizonTestNeedsReleaseStoreOfThePositionAtABreakpoint) {
  expect_only_weak_memory_sees("x.store rel>rlx", "W1");
}
TEST(TagChains, HorizonTestNeedsReleaseStoreOfThePositionAtALifting) {
  expect_only_weak_memory_sees("x.store rel>rlx #2", "W2");
}
// With relaxed tags the second look finds the old position, and the chain goes on from there.
TEST(TagChains, SecondLookNeedsAcquireClaim) {
  expect_only_weak_memory_sees("tag.compare_exchange acq>rlx", "C4");
}
TEST(TagChains, SecondLookNeedsReleaseWhenADiskIsSetFree) {
  expect_only_weak_memory_sees("tag.store rel>rlx #2", "C4");
}
// Needs three chains: the plain store of the second ends the release sequence of the first.
TEST(TagChains, SlowGivingBackATagNeedsRelease) {
  expect_only_weak_memory_sees("tag.store rel>rlx", "W5");
}
TEST(TagChains, SettingFreeBeforeTheMoveIsWrongEvenSequentially) {
  EXPECT_NE(wrong("C4", Judge::sc, mutant("x.store postponed #2")), "");
}
TEST(TagChains, PositionBeforeLocalTimeIsWrongEvenSequentially) {
  EXPECT_EQ(wrong("C4", Judge::sc, mutant("t.store postponed #3")), "");  // as in the paper
  EXPECT_NE(wrong("C5", Judge::sc, mutant("t.store postponed #3")), "");
}
TEST(TagChains, ClaimInTwoStepsIsWrongEvenSequentially) {
  EXPECT_NE(wrong("C4", Judge::sc, mutant("tag.compare_exchange split")), "");
}

// Section 3.2: orders of tags alone, whichever they are, do not order x_j before t_j.
TEST(TagChains, ThePapersOrdersAreRightOnX86Only) {
  for (const char* orders : {"paper: default orders", "paper: acquire only", "paper: release only",
                             "paper: relaxed", "paper: seq_cst tags"})
    expect_only_weak_memory_sees(orders, "C5");
}
TEST(TagChains, RelaxedTagsFailWhereTheDefaultHolds) {
  EXPECT_EQ(wrong("C4", Judge::views, mutant("paper: default orders")), "");
  EXPECT_NE(wrong("C4", Judge::views, mutant("paper: relaxed")), "");
}
TEST(TagChains, EverythingSequentiallyConsistentIsRight) {
  for (const char* name : {"C4", "C5", "W1", "W2"})
    EXPECT_EQ(wrong(name, Judge::views, mutant("all seq_cst")), "");
}
TEST(TagChains, PlainPositionsAreADataRace) {
  EXPECT_NE(wrong("pair", Judge::rc11, mutant("paper: plain positions and times")).find("race"),
            std::string::npos);
  EXPECT_EQ(wrong("pair", Judge::rc11), "");
}

TEST(TagChains, RandomLegsEndAsWithOneClock) {
  for (const LegFamily family : kLegFamilies) {
    const std::uint64_t legs = family == LegFamily::two_chains ? 60 : 2;
    for (const Judge judge : {Judge::sc, Judge::views}) {
      const bool large = family == LegFamily::three_chains || family == LegFamily::ring;
      if (large && judge == Judge::views) continue;  // touchstone check explore does these
      const RandomLegResult found = on_random_legs(tag_case, family, legs, judge);
      EXPECT_EQ(found.wrong, 0u) << found.first_wrong;
      EXPECT_EQ(found.undecided, 0u) << name(family);
      EXPECT_GE(found.legs, legs / 2) << name(family);
    }
  }
}
TEST(TagChains, RandomLegsFindWhatTheSuitesOfThePaperLetPass) {
  // Position before time at the breakpoint: called harmless by C4 and C5.
  const Mutation early = mutant("t.store postponed").mutation;
  for (const char* name : {"C4", "C5"}) EXPECT_EQ(wrong(name, Judge::sc, {"", 0, early}), "");
  EXPECT_EQ(on_random_legs(tag_case, LegFamily::two_chains, 600, Judge::sc, 0, early, true).wrong,
            1u);
}

/// Bad runs on legs that are too large for all schedules: 6 disks, three chains on three threads.
std::size_t bad_runs(const KernelMutant& tried) {
  std::size_t bad = 0;
  for (std::uint64_t number = 0; number < 10; ++number) {
    const FamilyOptions options{.fewest_spheres = 6, .most_spheres = 6, .chains = 3};
    const KernelCase large = tag_case(leg_of(random_configuration(3, number, options)));
    const KernelQuestion question(tags(), large, program(large, tried.fault, tried.mutation),
                                  Judge::sc);
    const SampleOptions sampling{.runs = 50, .seed = number};
    bad += sample(question.system().any(), sampling, question.bad()).bad_runs;
  }
  return bad;
}

TEST(TagChains, SampledRunsOfLargerLegsEndRight) {
  EXPECT_EQ(bad_runs({}), 0u);
  EXPECT_GT(bad_runs(mutant("no second look")), 0u);
  EXPECT_GT(bad_runs(mutant("no horizon test")), 0u);
}

}  // namespace
}  // namespace touchstone::explore
