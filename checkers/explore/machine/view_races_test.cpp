// Data races by the view machine, judged by execution graphs, which know happens-before directly.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "checkers/explore/axioms/search.hpp"
#include "checkers/explore/graph/endings.hpp"
#include "checkers/explore/kernels/kernel.hpp"
#include "checkers/explore/litmus/parsers.hpp"
#include "checkers/explore/litmus/random_programs.hpp"
#include "checkers/explore/litmus/thread.hpp"
#include "checkers/explore/machine/view_machine.hpp"

namespace touchstone::explore {
namespace {

using Variant = ViewMachine::Variant;

std::vector<Location> plain_in(const MachineProgram& program) {
  const ViewMachine machine(program, Variant::weak);
  return racy_locations(machine, machine.levels(), explored(machine));
}

/// Locations with a race, in increasing order.
std::vector<Location> races(const MachineProgram& program, Variant variant = Variant::weak) {
  const ViewMachine machine(program, variant, plain_in(program));
  const StateGraph graph = explored(machine);
  EXPECT_TRUE(graph.complete);
  std::set<Location> found;
  for (Index state = 0; state < graph.size(); ++state)
    if (const auto race = machine.race(graph.states.view(state))) {
      EXPECT_EQ(graph.ending[state], Ending::aborted);
      found.insert(race->location);
    }
  return {found.begin(), found.end()};
}

std::size_t races_in(const std::string& text) {
  const RunnableLitmus runnable(parse_one_line("test", text));
  return races(runnable.machine()).size();
}

std::vector<Location> races_of_graphs(const MachineProgram& program) {
  std::set<Location> found;
  for (const Race& race : search(program, {}, nullptr).races) found.insert(race.location);
  return {found.begin(), found.end()};
}

TEST(ViewRaces, WhatSynchronizesAndWhatDoesNot) {
  EXPECT_EQ(races_in("x.store(1,na) || r0=x.load(na)"), 1u);
  EXPECT_EQ(races_in("x.store(1,na) || r0=x.load(rlx)"), 1u);
  EXPECT_EQ(races_in("x.store(1,rlx) || r0=x.load(na)"), 1u);
  EXPECT_EQ(races_in("r1=x.load(na) || r0=x.load(na)"), 0u);
  EXPECT_EQ(races_in("x.store(1,na); y.store(1,rel) || await(y==1,acq); r0=x.load(na)"), 0u);
  EXPECT_EQ(races_in("x.store(1,na); y.store(1,rel) || await(y==1,rlx); r0=x.load(na)"), 1u);
  EXPECT_EQ(races_in("x.store(1,na); y.store(1,rlx) || await(y==1,acq); r0=x.load(na)"), 1u);
  EXPECT_EQ(races_in("x.store(1,na); y.store(1,rel); x.store(2,na) || "
                     "await(y==1,acq); r0=x.load(na)"),
            1u);
}

TEST(ViewRaces, FencesAndReleaseSequences) {
  EXPECT_EQ(races_in("x.store(1,na); fence(rel); y.store(1,rlx) || "
                     "await(y==1,rlx); fence(acq); r0=x.load(na)"),
            0u);
  EXPECT_EQ(races_in("x.store(1,na); fence(rel); y.store(1,rlx) || "
                     "await(y==1,rlx); r0=x.load(na)"),
            1u);
  EXPECT_EQ(races_in("x.store(1,na); y.store(1,rel) || r1=y.fetch_add(1,rlx) || "
                     "await(y==2,acq); r0=x.load(na)"),
            0u);  // the update hands on what it read
  EXPECT_EQ(races_in("x.store(1,na); y.store(1,rel) || await(y==1,rlx); y.store(2,rlx) || "
                     "await(y==2,acq); r0=x.load(na)"),
            1u);  // a store does not
}

/// The order of seq_cst operations alone is no happens-before, in no variant.
TEST(ViewRaces, TheOrderOfSeqCstOperationsDoesNotSynchronize) {
  const RunnableLitmus runnable(parse_one_line(
      "test", "x.store(1,na); r0=y.exchange(1,sc) || r1=z.exchange(1,sc); r2=x.load(na)"));
  EXPECT_EQ(races(runnable.machine(), Variant::strong).size(), 1u);
  EXPECT_EQ(races(runnable.machine(), Variant::weak).size(), 1u);
}

TEST(ViewRaces, TheTwoAccessesAreNamed) {
  const RunnableLitmus runnable(parse_one_line("test", "y.store(1,rlx) || r0=y.load(na)"));
  const MachineProgram program = runnable.machine();
  const ViewMachine machine(program, Variant::weak, {0});
  const StateGraph graph = explored(machine);
  const Endings ends = endings(graph);
  ASSERT_FALSE(ends.aborted.empty());
  for (const Index state : ends.aborted) {
    const auto race = machine.race(graph.states.view(state));
    ASSERT_TRUE(race);
    EXPECT_EQ(race->first_thread + race->second_thread, 1);
    EXPECT_EQ(race->first_is_plain, race->first_thread == 1);
    EXPECT_EQ(race->first_writes, race->first_thread == 0);
  }
}

/// The judge of races disagrees with execution graphs on this program.
bool disagrees(const RandomProgram& random, bool exact) {
  const RunnableLitmus runnable(parse_one_line("random", random.text()));
  const auto expected = races_of_graphs(runnable.machine());
  const auto found = races(runnable.machine());
  if (exact) return expected.empty() != found.empty();
  return !expected.empty() && found.empty();  // the weak variant may find more
}

bool has_seq_cst(const RandomProgram& random) {
  const std::string text = random.text();
  return text.find("sc") != std::string::npos;
}

RC_GTEST_PROP(ViewRaces, AreThoseOfExecutionGraphs, ()) {
  const auto programs = *rc::gen::container<std::vector<RandomProgram>>(10, random_program(2, 4));
  for (const RandomProgram& program : programs) {
    RC_LOG() << program.text();
    RC_ASSERT(!disagrees(program, !has_seq_cst(program)));
  }
}

RC_GTEST_PROP(ViewRaces, AreThoseOfExecutionGraphsWithThreeThreads, ()) {
  const auto program = *random_program(3, 3);
  RC_LOG() << program.text();
  RC_ASSERT(!disagrees(program, !has_seq_cst(program)));
}

RC_GTEST_PROP(ViewRaces, AreThoseOfExecutionGraphsWithScopes, ()) {
  const auto programs =
      *rc::gen::container<std::vector<RandomProgram>>(10, random_program(2, 4, true));
  for (const RandomProgram& program : programs) {
    RC_LOG() << program.text();
    RC_ASSERT(!disagrees(program, !has_seq_cst(program)));
  }
}

RC_GTEST_PROP(ViewRaces, AreThoseOfExecutionGraphsWithScopesAndThreeThreads, ()) {
  const auto program = *random_program(3, 3, true);
  RC_LOG() << program.text();
  RC_ASSERT(!disagrees(program, !has_seq_cst(program)));
}

TEST(ViewRaces, ScopesThatLeaveAThreadOutRaceAndDoNotSynchronize) {
  const auto passing = [&](const std::string& store, const std::string& load) {
    return races_in("x.store(1,na); y.store(1,rel@" + store + ") || at(0,1); await(y==1,acq@" +
                    load + "); r0=x.load(na)");
  };
  EXPECT_EQ(passing("dev", "dev"), 0u);
  EXPECT_EQ(passing("dev", "sys"), 0u);
  EXPECT_EQ(passing("blk", "dev"), 1u);
  EXPECT_EQ(passing("dev", "blk"), 1u);
  EXPECT_EQ(races_in("x.store(1,na); fence(rel@blk); y.store(1,rlx) || "
                     "at(0,1); await(y==1,rlx); fence(acq); r0=x.load(na)"),
            1u);
  EXPECT_EQ(races_in("x.store(1,na); fence(rel@blk); y.store(1,rlx) || "
                     "at(0,0); await(y==1,rlx); fence(acq@blk); r0=x.load(na)"),
            0u);
}

TEST(ViewRaces, NoKernelHasOne) {
  for (const Kernel& each : kernels())
    for (const KernelCase& kernel_case : each.cases) {
      if (!kernel_case.few_events) continue;
      EXPECT_THAT(races(program(kernel_case)), testing::IsEmpty())
          << each.name << ", " << kernel_case.name;
    }
}

std::size_t states(const MachineProgram& program, std::vector<Location> watched) {
  return explored(ViewMachine(program, Variant::weak, std::move(watched))).size();
}

/// Events that every thread knows of are forgotten, so judging costs few states or none.
TEST(ViewRaces, CostFewStates) {
  const MachineProgram spin = program(kernel("spin lock").cases.front());
  ASSERT_FALSE(plain_in(spin).empty());
  EXPECT_EQ(states(spin, plain_in(spin)), states(spin, {}));
  const MachineProgram claims = program(kernel("cell claims").cases.back());
  const std::size_t without = states(claims, {});
  EXPECT_GT(states(claims, plain_in(claims)), without);
  EXPECT_LT(states(claims, plain_in(claims)), without + without / 10);
}

}  // namespace
}  // namespace touchstone::explore
