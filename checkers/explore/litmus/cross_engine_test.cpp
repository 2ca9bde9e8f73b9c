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
std::string disagreement(const RandomProgram& random) {
  const LitmusProgram program = parse_one_line("random", random.text());
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
