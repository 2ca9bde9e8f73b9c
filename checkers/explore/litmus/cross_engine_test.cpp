// checkers/explore/litmus/cross_engine_test.cpp
// Purpose   The engines against one another on random programs: the machines reach what the axioms
//           allow, the weaker model allows more, and RC11 agrees with an independent oracle.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

#include "checkers/explore/axioms/independent_oracle.hpp"
#include "checkers/explore/litmus/outcomes.hpp"
#include "checkers/explore/litmus/parsers.hpp"
#include "checkers/explore/litmus/random_programs.hpp"
#include "checkers/explore/litmus/thread.hpp"

namespace touchstone::explore {
namespace {

constexpr std::size_t kBudget = 1'000'000;

std::set<Outcome> by_axioms(const LitmusProgram& program, Model model) {
  std::set<Outcome> result;
  for (const auto& [outcome, count] : outcomes_of(program, {model, kBudget, {}}).outcomes)
    result.insert(outcome);
  return result;
}

bool subset(const std::set<Outcome>& a, const std::set<Outcome>& b) {
  return std::includes(b.begin(), b.end(), a.begin(), a.end());
}

/// First relation between engines that does not hold for this program; empty when all do.
std::string disagreement_of(const LitmusProgram& program) {
  const auto sc = by_axioms(program, Model::sc);
  const auto tso = by_axioms(program, Model::tso_x86);
  const auto rc11 = by_axioms(program, Model::rc11);
  const auto strong = machine_outcomes(program, Machine::views_strong, kBudget).outcomes;
  const auto weak = machine_outcomes(program, Machine::views_weak, kBudget).outcomes;
  if (machine_outcomes(program, Machine::sc, kBudget).outcomes != sc) return "sc: machine, axioms";
  if (machine_outcomes(program, Machine::tso_x86, kBudget).outcomes != tso)
    return "tso_x86: machine, axioms";
  if (!subset(sc, tso)) return "sc allows more than tso_x86";
  if (!subset(tso, rc11)) return "tso_x86 allows more than rc11";
  if (!subset(strong, rc11)) return "strong views allow more than rc11";
  if (!subset(rc11, weak)) return "rc11 allows more than weak views";
  return "";
}

std::string disagreement(const RandomProgram& random) {
  return disagreement_of(parse_one_line("random", random.text()));
}

/// 100 tries of 100 programs each.
RC_GTEST_PROP(CrossEngine, SlowTenThousandRandomPrograms, ()) {
  const auto programs = *rc::gen::container<std::vector<RandomProgram>>(100, random_program(2, 4));
  for (const RandomProgram& program : programs) {
    RC_LOG() << program.text();
    RC_ASSERT(disagreement(program) == "");
  }
}

RC_GTEST_PROP(CrossEngine, ThreeThreads, ()) {
  const auto program = *random_program(3, 3);
  RC_LOG() << program.text();
  RC_ASSERT(disagreement(program) == "");
}

RC_GTEST_PROP(CrossEngine, TwoThreadsWithScopes, ()) {
  const auto program = *random_program(2, 4, true);
  RC_LOG() << program.text();
  RC_ASSERT(disagreement(program) == "");
}
RC_GTEST_PROP(CrossEngine, ThreeThreadsWithScopes, ()) {
  const auto program = *random_program(3, 3, true);
  RC_LOG() << program.text();
  RC_ASSERT(disagreement(program) == "");
}

/// Answers of the execution graphs and of both variants of the views, which must be the same.
std::string answer_to(const std::string& text) {
  const LitmusProgram program = parse_one_line("test", text);
  EXPECT_EQ(disagreement_of(program), "") << text;
  const LitmusReport graphs = outcomes_of(program, {Model::rc11, kBudget, {}});
  const MachineReport views = machine_outcomes(program, Machine::views_weak, kBudget);
  EXPECT_EQ(graphs.races.empty(), views.races.empty()) << text;
  EXPECT_EQ(graphs.satisfied, views.satisfying) << text;
  return std::string(graphs.satisfying > 0 ? "allowed" : "forbidden") +
         (graphs.races.empty() ? "" : ", race");
}

/// Message passing from block 0 of device 0: how the writer ends and the reader begins.
std::string passing(const std::string& writes, const std::string& reads) {
  return answer_to("x.store(1,rlx); " + writes + " || " + reads +
                   "; r1=x.load(rlx) exists (r0=1 /\\ r1=0)");
}

TEST(CrossEngine, EachRuleOfScopesMatters) {
  EXPECT_EQ(passing("y.store(1,rel@dev)", "at(0,1); r0=y.load(acq@dev)"), "forbidden");
  EXPECT_EQ(passing("y.store(1,rel@dev)", "at(1,0); r0=y.load(acq@dev)"), "allowed, race");
  EXPECT_EQ(passing("y.store(1,rel)", "at(1,0); r0=y.load(acq)"), "forbidden");
  EXPECT_EQ(passing("y.store(1,rel@blk)", "at(0,0); r0=y.load(acq@blk)"), "forbidden");
  EXPECT_EQ(passing("y.store(1,rel@blk)", "at(0,1); r0=y.load(acq@dev)"), "allowed, race");
  // Fences have scopes of their own.
  EXPECT_EQ(passing("fence(rel@dev); y.store(1,rlx@dev)",
                    "at(0,1); r0=y.load(rlx@dev); "
                    "fence(acq@dev)"),
            "forbidden");
  EXPECT_EQ(passing("fence(rel@blk); y.store(1,rlx@dev)",
                    "at(0,1); r0=y.load(rlx@dev); "
                    "fence(acq@dev)"),
            "allowed");
  EXPECT_EQ(passing("fence(rel@dev); y.store(1,rlx@dev)",
                    "at(0,1); r0=y.load(rlx@dev); "
                    "fence(acq@blk)"),
            "allowed");
  EXPECT_EQ(passing("y.store(1,rel@dev)", "at(0,1); r0=y.load(rlx@dev); fence(acq@blk)"),
            "allowed");
  // A flag of narrow scope hands nothing on, whatever the fences.
  EXPECT_EQ(passing("fence(rel); y.store(1,rlx@blk)", "at(0,1); r0=y.load(rlx@blk); fence(acq)"),
            "allowed, race");
}

TEST(CrossEngine, ReleaseSequencesGoOnWithinScopesOnly) {
  const auto chain = [](const std::string& update, const std::string& load) {
    return answer_to("x.store(1,rlx); y.store(1,rel@dev) || at(0,1); t0=y.fetch_add(1,rlx@" +
                     update + ") || at(0,1); r0=y.load(acq@" + load +
                     "); r1=x.load(rlx) exists (r0=2 /\\ r1=0)");
  };
  EXPECT_EQ(chain("dev", "dev"), "forbidden");
  EXPECT_EQ(chain("blk", "dev"), "allowed, race");
  EXPECT_EQ(chain("dev", "blk"), "allowed, race");
}

TEST(CrossEngine, ANarrowFenceAddsNothingForOthers) {
  const auto after = [](const std::string& place) {
    return answer_to(
        "x.store(1,rlx); fence(rel@dev); z.store(1,rlx); fence(rel@blk); "
        "y.store(1,rlx@dev) || " +
        place +
        "; r0=y.load(acq@dev); r1=z.load(rlx) "
        "exists (r0=1 /\\ r1=0)");
  };
  EXPECT_EQ(after("at(0,0)"), "forbidden");
  EXPECT_EQ(after("at(0,1)"), "allowed");
}

TEST(CrossEngine, AtomicAccessesRaceByScope) {
  const auto race = [](const std::string& text) { return answer_to(text + " exists (r0=7)"); };
  EXPECT_EQ(race("x.store(1,rlx@dev) || at(0,1); r0=x.load(rlx@dev)"), "forbidden");
  EXPECT_EQ(race("x.store(1,rlx@blk) || at(0,1); r0=x.load(rlx@dev)"), "forbidden, race");
  EXPECT_EQ(race("x.store(1,rlx@dev) || at(0,1); r0=x.load(rlx@blk)"), "forbidden, race");
  EXPECT_EQ(race("x.store(1,rlx@blk) || at(0,0); r0=x.load(rlx@blk)"), "forbidden");
  EXPECT_EQ(race("x.store(1,rlx@dev) || at(1,0); r0=x.load(rlx@dev)"), "forbidden, race");
  EXPECT_EQ(race("t0=x.load(rlx@blk) || at(0,1); r0=x.load(rlx@blk)"), "forbidden");
  // The older of two stores is the one that leaves the reader out.
  EXPECT_EQ(race("x.store(1,rlx@blk); x.store(2,rlx@dev) || at(0,1); r0=x.load(rlx@dev)"),
            "forbidden, race");
}

/// Executions and outcomes, with scratch registers and dead ends, by both routes.
void compare_with_oracle(const RandomProgram& random, bool cxx17) {
  const RunnableLitmus runnable(parse_one_line("random", random.text()));
  const MachineProgram machine = runnable.machine();
  const oracle::Count expected = oracle::Guesser(machine, cxx17).run();
  std::set<std::vector<Value>> outcomes;
  const SearchOptions options{cxx17 ? Model::rc11_cxx17 : Model::rc11, kBudget, {}};
  const SearchResult found = search(machine, options, [&](const Finished& state) {
    if (state.conclusion != Conclusion::complete) return;
    std::vector<Value> outcome;
    for (const auto& local : state.locals)
      outcome.insert(outcome.end(), local.begin(), local.end());
    outcome.insert(outcome.end(), state.memory.begin(), state.memory.end());
    outcomes.insert(outcome);
  });
  RC_LOG() << random.text();
  RC_ASSERT(outcomes == expected.outcomes);
  RC_ASSERT(found.executions == expected.executions);
}

RC_GTEST_PROP(IndependentOracle, TwoThreads, ()) {
  compare_with_oracle(*random_program(2, 3), false);
}
RC_GTEST_PROP(IndependentOracle, TwoThreadsWithTheOldReleaseSequence, ()) {
  compare_with_oracle(*random_program(2, 3), true);
}
RC_GTEST_PROP(IndependentOracle, TwoThreadsWithScopes, ()) {
  compare_with_oracle(*random_program(2, 3, true), false);
}
RC_GTEST_PROP(IndependentOracle, TwoThreadsWithScopesAndTheOldReleaseSequence, ()) {
  compare_with_oracle(*random_program(2, 3, true), true);
}
RC_GTEST_PROP(IndependentOracle, SlowThreeThreadsWithScopes, ()) {
  compare_with_oracle(*random_program(3, 2, true), false);
}
RC_GTEST_PROP(IndependentOracle, SlowThreeThreads, ()) {
  compare_with_oracle(*random_program(3, 2), false);
}

}  // namespace
}  // namespace touchstone::explore
