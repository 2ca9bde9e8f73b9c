// checkers/explore/machine/machines_test.cpp
// Purpose   The memory machines on programs whose state counts and outcomes can be worked out by
//           hand. Against the axioms they are tested in litmus/cross_engine_test.cpp.
#include <gtest/gtest.h>

#include "checkers/explore/litmus/outcomes.hpp"
#include "checkers/explore/litmus/parsers.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

MachineReport on(Machine machine, const std::string& program, std::size_t budget = 100'000) {
  return machine_outcomes(parse_one_line("test", program), machine, budget);
}

/// k additions by each of n threads: only how far each thread is tells states apart.
TEST(Machines, CountersHaveThePowerOfTheirThreads) {
  const std::string three = "x.fetch_add(1,rlx); x.fetch_add(1,rlx); x.fetch_add(1,rlx)";
  const std::string program = three + " || " + three + " || " + three;
  EXPECT_EQ(on(Machine::sc, program).states, 64u);
  EXPECT_EQ(on(Machine::tso_x86, program).states, 64u);
  const std::string two = "x.fetch_add(1,sc); x.fetch_add(1,sc)";
  EXPECT_EQ(on(Machine::sc, two + " || " + two + " || " + two + " || " + two).states, 81u);
}

/// Buffered or not, drained or not: one thread that stores once has 3 states.
TEST(Machines, ABufferIsPartOfTheState) {
  EXPECT_EQ(on(Machine::sc, "x.store(1,rlx)").states, 2u);
  EXPECT_EQ(on(Machine::tso_x86, "x.store(1,rlx)").states, 3u);
  EXPECT_EQ(on(Machine::tso_x86, "x.store(1,sc)").states, 2u);
}

TEST(Machines, DeadlocksAreStatesWithoutAStep) {
  const std::string program = "await(x==1,rlx); y.store(1,rlx) || await(y==1,rlx); x.store(1,rlx)";
  for (const Machine machine :
       {Machine::sc, Machine::tso_x86, Machine::views_strong, Machine::views_weak}) {
    const MachineReport report = on(machine, program);
    EXPECT_EQ(report.deadlocks, 1u);
    EXPECT_TRUE(report.outcomes.empty());
  }
  // A store that is still in its buffer is no deadlock.
  EXPECT_EQ(on(Machine::tso_x86, "x.store(1,rlx) || await(x==1,rlx)").deadlocks, 0u);
}

/// A thread that is late waits for ever, although what was overwritten can still be read.
TEST(Machines, AMissedValueIsADeadlockUnderEveryModel) {
  for (const char* const order : {"sc", "rlx"}) {
    const std::string store = std::string("x.store(1,") + order + "); x.store(0," + order + ")";
    const std::string program = store + " || await(x==1," + order + ")";
    for (const Machine machine :
         {Machine::sc, Machine::tso_x86, Machine::views_strong, Machine::views_weak})
      EXPECT_GE(on(machine, program).deadlocks, 1u) << order;
    for (const Model model : {Model::sc, Model::tso_x86, Model::rc11}) {
      const LitmusReport report = outcomes_of(parse_one_line("test", program), {.model = model});
      EXPECT_EQ(report.search.deadlocks, 1u) << order;
      EXPECT_EQ(report.search.executions, 1u) << order;
    }
  }
}

TEST(Machines, ARaceOfADiscardedRunIsNone) {
  const auto expect_races = [](const std::string& program, std::size_t races) {
    for (const Machine machine : {Machine::views_strong, Machine::views_weak})
      EXPECT_EQ(on(machine, program).races.size(), races) << program;
    EXPECT_EQ(outcomes_of(parse_one_line("test", program), {}).races.size(), races) << program;
  };
  expect_races("x.store(1,na) || r0=x.load(na); assume(r0==2)", 0);
  expect_races("x.store(1,na) || r0=x.load(na); assume(r0==1)", 1);
  expect_races("x.store(1,na); y.store(1,rlx) || r0=y.load(rlx); assume(r0==0); r1=2", 0);
  expect_races("x.store(1,na) || r0=x.load(na); await(y==1,rlx) || assume(0==0)", 1);
}

TEST(Machines, OnlyTheWeakVariantReordersSeqCst) {
  const std::string program = "x.store(1,sc); r0=y.load(sc) || y.store(1,sc); r1=x.load(sc)";
  EXPECT_EQ(on(Machine::views_strong, program).outcomes.size(), 3u);
  EXPECT_EQ(on(Machine::views_weak, program).outcomes.size(), 4u);
}

/// An endless program for execution graphs, a finite one for views: old messages are forgotten.
TEST(Machines, ViewsForgetWhatNobodyCanRead) {
  const MachineReport report =
      on(Machine::views_weak, "repeat(300){x.store(1,rlx); t0=x.load(rlx)}");
  EXPECT_TRUE(report.exhausted);
  EXPECT_EQ(report.outcomes.size(), 1u);
}

TEST(Machines, TooManyReadableMessagesAreAnError) {
  EXPECT_THROW(
      on(Machine::views_weak, "repeat(300){x.store(1,rlx)} || y.store(1,rlx); r0=x.load(rlx)"),
      InputError);
}

TEST(Machines, ThreadsThatHaveNoNumberAreRefused) {
  const auto refused = [](std::size_t threads, const auto& ask) {
    std::string program = "x.store(1,rlx)";
    for (std::size_t t = 1; t < threads; ++t) program += " || t0=1";
    try {
      ask(program);
    } catch (const InputError& error) {
      return std::string(error.what()).find("threads: expected at most") != std::string::npos;
    }
    return false;
  };
  const auto machine = [](Machine model) {
    return [model](const std::string& program) { on(model, program); };
  };
  const auto graphs = [](const std::string& program) {
    outcomes_of(parse_one_line("test", program), {});
  };
  for (const Machine model : {Machine::sc, Machine::views_strong, Machine::views_weak}) {
    EXPECT_FALSE(refused(254, machine(model)));
    EXPECT_TRUE(refused(255, machine(model)));
  }
  EXPECT_FALSE(refused(127, machine(Machine::tso_x86)));
  EXPECT_TRUE(refused(128, machine(Machine::tso_x86)));
  EXPECT_FALSE(refused(254, graphs));
  EXPECT_TRUE(refused(255, graphs));
}

TEST(Machines, ABudgetThatIsUsedUpIsSaid) {
  const std::string program = "x.store(1,rlx) || r0=x.load(rlx)";
  EXPECT_FALSE(on(Machine::sc, program, 2).exhausted);
  EXPECT_TRUE(on(Machine::sc, program).exhausted);
}

}  // namespace
}  // namespace touchstone::explore
