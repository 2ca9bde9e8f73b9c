// checkers/explore/check/session_test.cpp
#include "checkers/explore/check/session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <sstream>

#include "checkers/explore/check/job.hpp"

namespace touchstone::explore {
namespace {

using testing::HasSubstr;

struct Answered {
  int code;
  std::string text;
};
Answered run(const ExploreCheckRequest& request) {
  std::ostringstream out;
  const int code = run_explore_checks(request, out);
  return {code, out.str()};
}

TEST(ExploreChecks, RunWhatIsChosenAndWriteRecordsThatCanBeReplayed) {
  ExploreCheckRequest request;
  request.part = "litmus";
  request.run.out = testing::TempDir() + "explore_checks.jsonl";
  std::remove(request.run.out.c_str());
  const Answered first = run(request);
  EXPECT_EQ(first.code, 0);
  EXPECT_THAT(first.text, HasSubstr("4 records: 4 pass"));
  const auto records = read_results(request.run.out);
  ASSERT_EQ(records.size(), 4u);
  EXPECT_EQ(records[0].at("metric"), "explore/litmus/wrong rows");
  EXPECT_EQ(records[0].at("replay"), "./touchstone check explore --part 'litmus' --name 'sc'");
  EXPECT_GE(records[0].at("params").at("rows"), 20);

  request.run.resume = true;
  request.part = "*";
  request.name = "sc";
  EXPECT_THAT(run(request).text, HasSubstr("finished before"));
  EXPECT_EQ(read_results(request.run.out).size(), 4u);
}

TEST(ExploreChecks, MutantsAreCounted) {
  ExploreCheckRequest request;
  request.part = "engine*";
  request.name = "*fences*";
  request.verbose = true;
  const Answered answered = run(request);
  EXPECT_EQ(answered.code, 0);
  EXPECT_THAT(answered.text, HasSubstr("1 of 1 mutants caught"));
  EXPECT_THAT(answered.text, HasSubstr("mutant/explorer: acquire fences do nothing"));
}

TEST(ExploreChecks, ABadResultsFileIsRefusedBeforeAnythingIsPrinted) {
  ExploreCheckRequest request;
  request.part = "litmus";
  request.run.out = testing::TempDir() + "explore_checks_refused.jsonl";
  std::ofstream(request.run.out) << "no record\n";
  std::ostringstream text;
  EXPECT_THROW(run_explore_checks(request, text), InputError);
  EXPECT_EQ(text.str(), "");
  std::remove(request.run.out.c_str());
}

TEST(ExploreChecks, PatternsThatMatchNothingAreErrors) {
  ExploreCheckRequest request;
  request.part = "kernel";
  try {
    run(request);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("nearest known name is 'kernels'"));
  }
  request.part = "*";
  request.name = "spin lick";
  try {
    run(request);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("nearest known name is 'spin lock'"));
  }
}

TEST(ExploreChecks, AMutantThatIsNotCaughtFails) {
  ResultRecord record;
  judge_mutant(record, false, true);
  EXPECT_EQ(record.verdict, Verdict::fail);
  judge_mutant(record, false, false);
  EXPECT_EQ(record.verdict, Verdict::not_claimed);
  judge_mutant(record, true, false);
  EXPECT_EQ(record.verdict, Verdict::pass);
}

TEST(ExploreChecks, StepsUnderSchedulesClaimOrMustFail) {
  for (const ExploreJob& job : schedule_jobs()) {
    if (job.name.find("L=4") == std::string::npos) continue;
    for (const ResultRecord& record : job.run())
      EXPECT_NE(record.verdict, Verdict::fail) << record.scheme << " " << record.metric;
  }
}

}  // namespace
}  // namespace touchstone::explore
