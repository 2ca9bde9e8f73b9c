#include "checkers/explore/event_chain/records.hpp"

#include <gtest/gtest.h>

namespace touchstone::explore {
namespace {

constexpr const char* kCommand = "./touchstone explore";

const ResultRecord& find(const std::vector<ResultRecord>& list, const std::string& scheme,
                         const std::string& metric) {
  for (const ResultRecord& record : list)
    if (record.scheme == scheme && record.metric == metric) return record;
  throw std::out_of_range(scheme + " " + metric);
}

TEST(EventChainRecords, SayWhatWasCounted) {
  std::vector<Suite> suites = standard_suites(10);
  suites.resize(2);
  const auto list = records(kill_matrix(suites), kCommand);
  ASSERT_EQ(list.size(), 28u);
  const ResultRecord& base = find(list, "ecmc/algorithm-5", "explore/event-chain/C4");
  EXPECT_EQ(base.verdict, Verdict::pass);
  EXPECT_EQ(base.value, 0);
  EXPECT_EQ(base.params.at("states"), 3670);
  EXPECT_EQ(base.params.at("steps_to_abort"), 114);
  EXPECT_EQ(base.replay, "./touchstone explore --suite C4");
  const ResultRecord& swapped = find(list, "mutant/algorithm-5 15<->16", "explore/event-chain/C5");
  EXPECT_EQ(swapped.verdict, Verdict::pass);  // caught
  EXPECT_EQ(swapped.params.at("caught"), true);
  EXPECT_EQ(swapped.params.at("counterexample"), "a49 b47 a20");
  EXPECT_EQ(swapped.replay, "./touchstone explore --variant '15<->16' --suite C5");
  const ResultRecord& missed = find(list, "mutant/algorithm-5 15<->16", "explore/event-chain/C4");
  EXPECT_EQ(missed.verdict, Verdict::not_claimed);
  EXPECT_EQ(missed.params.at("expected"), false);
  const ResultRecord& equivalent = find(list, "ecmc/algorithm-5 14<->15", "explore/event-chain/C5");
  EXPECT_EQ(equivalent.verdict, Verdict::pass);
  EXPECT_TRUE(equivalent.params.contains("equivalence"));
}

TEST(EventChainRecords, CallAMissedMutantAFailureAndABudgetInconclusive) {
  SuiteResult nothing;
  nothing.suite = "C5";
  SuiteResult unknown = nothing;
  unknown.unexplored = 1;
  SuiteResult wrong = nothing;
  wrong.killed = 1;
  const std::vector<KillRow> rows = {{"15<->16", &chain_mutant("15<->16"), {nothing}},
                                     {"Algorithm 5", nullptr, {unknown}},
                                     {"Algorithm 5", nullptr, {wrong}}};
  const auto list = records(rows, kCommand);
  EXPECT_EQ(list[0].verdict, Verdict::fail);
  EXPECT_EQ(list[1].verdict, Verdict::inconclusive);
  EXPECT_EQ(list[2].verdict, Verdict::fail);
}

TEST(EventChainRecords, CarryTheExactProbability) {
  const Suite c4 = standard_suites(1)[0];
  const std::vector<KillRow> rows = {{"Algorithm 5", nullptr, {run_suite({}, c4, true)}}};
  const ResultRecord record = records(rows, kCommand)[0];
  EXPECT_NEAR(record.params.at("p_right").get<double>(), 0.187098617628, 1e-12);
  const std::string exact = record.params.at("p_right_exact");
  EXPECT_EQ(exact.substr(0, 12), "271393698847");
  EXPECT_NE(exact.find('/'), std::string::npos);
}

TEST(EventChainRecords, CountStatesByProgramCounters) {
  const auto list = counter_records(kCommand);
  ASSERT_EQ(list.size(), 4u);
  const double pairs[] = {570, 570, 570, 636};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(list[i].value, pairs[i]);
    std::size_t sum = 0;
    for (const auto& entry : list[i].params.at("counters")) sum += entry.at(2).get<std::size_t>();
    EXPECT_EQ(sum, list[i].params.at("states").get<std::size_t>());
    EXPECT_NE(resume_key(list[i]), resume_key(list[(i + 1) % 4]));
  }
}

}  // namespace
}  // namespace touchstone::explore
