#include "checkers/explore/event_chain/kill_matrix.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "checkers/explore/graph/shortest.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

/// 600 configurations hold a killer of every wrong variant: number 337 is the only one of 15<->16.
constexpr std::size_t kFew = 600;

const std::vector<KillRow>& matrix() {
  static const std::vector<KillRow> rows = kill_matrix(standard_suites(kFew));
  return rows;
}

TEST(KillMatrix, KillsEveryWrongVariantAndNoOther) {
  ASSERT_EQ(matrix().size(), 14u);
  std::size_t killed = 0;
  for (const KillRow& row : matrix()) {
    EXPECT_TRUE(row.as_expected()) << row.name;
    EXPECT_TRUE(row.known()) << row.name;
    killed += row.killed();
    if (row.mutant && row.mutant->survives()) {
      EXPECT_GT(row.mutant->equivalence.size(), 100u) << row.name;
    }
  }
  EXPECT_EQ(killed, 10u);
}

TEST(KillMatrix, HasThePublishedColumnsOfC4AndC5) {
  std::vector<std::string> c4, c4_and_c5;
  for (const KillRow& row : matrix()) {
    if (row.results[0].killed > 0) c4.push_back(row.name);
    if (row.results[0].killed + row.results[1].killed > 0) c4_and_c5.push_back(row.name);
  }
  EXPECT_THAT(c4, testing::ElementsAre("split CAS", "no horizon test", "CAS result ignored",
                                       "17 before 15"));
  EXPECT_THAT(c4_and_c5,
              testing::ElementsAre("15<->16", "split CAS", "no horizon test", "t_j before x_j",
                                   "CAS result ignored", "17 before 15"));
}

TEST(KillMatrix, HasDirectedKillersForWhatTheSuitesMiss) {
  const std::map<std::string, std::vector<std::string>> expected = {
      {"W1", {"21<->22", "t_j before x_j"}},
      {"W2", {"15<->16"}},
      {"W3", {"16<->17", "no x recheck"}},
      {"W4", {"tag not given back"}}};
  Examiner examiner;
  for (const Configuration& witness : witnesses()) {
    EXPECT_FALSE(examiner.examine({}, witness).kills()) << witness.name;
    for (const std::string& name : expected.at(witness.name))
      EXPECT_TRUE(examiner.examine(chain_mutant(name).program, witness).kills())
          << name << " on " << witness.name;
  }
}

TEST(KillMatrix, KnowsHowTheSplitCompareAndSwapFails) {
  Examiner examiner;
  const Program& split = chain_mutant("split CAS").program;
  const Examination c4 = examiner.examine(split, sequential_c4());
  EXPECT_EQ(c4.states, 17935u);
  EXPECT_EQ(c4.terminals, 7u);
  EXPECT_EQ(c4.wrong_ends, 6u);
  EXPECT_EQ(c4.stuck, 3524u);
  const Examination c5 = examiner.examine(split, sequential_c5());
  EXPECT_EQ(c5.wrong_ends, 6u);
  EXPECT_EQ(c5.stuck, 3876u);
}

TEST(KillMatrix, KnowsHowTheLeftOutHorizonTestFails) {
  Examiner examiner;
  const Program& program = chain_mutant("no horizon test").program;
  EXPECT_EQ(examiner.examine(program, sequential_c4()).stuck, 1866u);
  EXPECT_EQ(examiner.examine(program, sequential_c5()).wrong_ends, 1u);
  EXPECT_EQ(examiner.probabilities().wrong, Rational(1, 2));
}

TEST(KillMatrix, ReplaysItsCounterexamples) {
  for (const KillRow& row : matrix())
    for (const SuiteResult& result : row.results) {
      EXPECT_EQ(result.killed > 0, !result.killer.empty());
      if (result.killed == 0 || result.configurations > 1) continue;
      Examiner examiner;
      examiner.examine(row.mutant->program,
                       result.suite == "C4" ? sequential_c4() : sequential_c5());
      const Schedule schedule = replay(examiner.graph(), result.counterexample);
      EXPECT_TRUE(examiner.wrong_end(schedule.end()) ||
                  endings(examiner.graph()).is_stuck[schedule.end()])
          << row.name;
    }
}

/// Which interchanges of two statements the suites notice, literally as written: the published
/// table, and what it calls harmless. "-" nothing, "a" only aborts, "w" wrong end, "s" stuck.
TEST(KillMatrix, HasThePublishedTableOfInterchanges) {
  const std::map<std::pair<int, int>, std::pair<std::string, std::string>> expected = {
      {{14, 15}, {"a", "a"}},   {{14, 16}, {"w", "w"}},   {{14, 17}, {"a", "a"}},
      {{14, 18}, {"a", "a"}},   {{14, 19}, {"ws", "ws"}}, {{15, 16}, {"-", "w"}},
      {{15, 17}, {"ws", "ws"}}, {{15, 18}, {"w", "w"}},   {{15, 19}, {"ws", "ws"}},
      {{16, 17}, {"-", "-"}},   {{16, 18}, {"-", "-"}},   {{16, 19}, {"ws", "w"}},
      {{17, 18}, {"-", "-"}},   {{17, 19}, {"ws", "ws"}}, {{18, 19}, {"-", "-"}},
      {{21, 22}, {"-", "-"}},   {{21, 23}, {"-", "-"}},   {{21, 24}, {"-", "-"}},
      {{22, 23}, {"-", "-"}},   {{22, 24}, {"-", "-"}},   {{23, 24}, {"-", "-"}}};
  Examiner examiner;
  const auto code = [&](const Program& program, const Configuration& suite) -> std::string {
    const Examination& e = examiner.examine(program, suite);
    if (e.only_aborts()) return "a";
    const std::string found = std::string(e.wrong_ends ? "w" : "") + (e.stuck ? "s" : "");
    return found.empty() ? "-" : found;
  };
  for (const auto& [pair, codes] : expected) {
    const Program program =
        interchanged(static_cast<Statement>(pair.first), static_cast<Statement>(pair.second));
    EXPECT_EQ(code(program, sequential_c4()), codes.first) << pair.first << " " << pair.second;
    EXPECT_EQ(code(program, sequential_c5()), codes.second) << pair.first << " " << pair.second;
  }
}

TEST(KillMatrix, PassesTenThousandRandomConfigurations) {
  const SuiteResult result = run_suite({}, random_family(10'000, 2));
  EXPECT_EQ(result.configurations, 10'000u);
  EXPECT_EQ(result.unexplored, 0u);
  EXPECT_EQ(result.sum.wrong_ends, 0u);
  EXPECT_EQ(result.sum.stuck, 0u);
  EXPECT_GT(result.sum.states, 5'000'000u);
}

TEST(KillMatrix, IsKilledBySuitesThatAreNamedAndByNoOthers) {
  for (const KillRow& row : matrix())
    for (const SuiteResult& result : row.results)
      EXPECT_EQ(result.killed > 0, row.mutant && row.mutant->must_be_killed_by(result.suite))
          << row.name << " on " << result.suite;
}

TEST(KillMatrix, NoticesASuiteThatNoLongerKills) {
  KillRow row = matrix()[1];  // 15<->16
  ASSERT_TRUE(row.as_expected());
  row.results[1].killed = 0;  // C5
  EXPECT_TRUE(row.killed());
  EXPECT_FALSE(row.as_expected());
}

TEST(KillMatrix, CountsWhatItCouldNotExploreAsUnknown) {
  KillRow row{"Algorithm 5", nullptr, {SuiteResult{}}};
  EXPECT_TRUE(row.as_expected());
  row.results[0].unexplored = 1;
  EXPECT_FALSE(row.as_expected());
}

TEST(ChainMutants, AreFoundByName) {
  EXPECT_EQ(chain_mutant("split CAS").name, "split CAS");
  EXPECT_THROW(chain_mutant("splitCAS"), InputError);
  EXPECT_THROW(interchanged(14, 21), InputError);
  EXPECT_THROW(interchanged(3, 5), InputError);
}

}  // namespace
}  // namespace touchstone::explore
