// checkers/external/budget_test.cpp
// Budgets of programs whose start costs much: what fits is planned, a fault is seen with less
// effort, and a pass with less is none.
#include "checkers/external/budget.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "checkers/external/costly_program.hpp"
#include "checkers/external/left_out.hpp"
#include "checkers/external/work.hpp"

namespace touchstone::external {
namespace {

using testing::HasSubstr;

class Budget : public CostlyProgram {};

TEST_F(Budget, AFaultIsSeenWithLessEffortAndNothingSeenIsInconclusive) {
  const std::string exact = "exact start/one sweep", law = "property/displacement law";
  const double least = work_of(exact)->least * work_of(exact)->part;
  EXPECT_EQ(checked(exact, costly(0, "late"), least).verdict, Verdict::fail);
  const CheckResult right = checked(exact, costly(0), least);
  EXPECT_EQ(right.verdict, Verdict::inconclusive) << right.detail;
  EXPECT_THAT(right.detail, HasSubstr("(800 starts)"));
  EXPECT_THAT(right.detail, HasSubstr("to be seen are 0.1"));
  const CheckResult steps = checked(law, costly(0), 0.025);
  EXPECT_EQ(steps.verdict, Verdict::inconclusive) << steps.detail;
  EXPECT_THAT(steps.detail,
              HasSubstr("0.025 of the effort, which sees effects of 0.15, where all of it sees "));
}

TEST_F(Budget, ChecksShareTheTimeAndSayWhatWouldDo) {
  const std::string exact = "exact start/one sweep", legal = "property/legal",
                    alike = "property/places and disks alike";
  const std::vector<std::string> checks{exact, legal, alike};
  const Cost slow{.start = 1, .restart = 1, .request = 0, .move = 0};
  const double all = expected_seconds(checks, slow, 1, 1);
  EXPECT_TRUE(planned(checks, slow, 1, all, 1).empty());
  EXPECT_EQ(expected_seconds(checks, slow, 1, 2), expected_seconds(exact, slow));  // the longest
  EXPECT_TRUE(planned(checks, slow, 1, expected_seconds(exact, slow), 2).empty());
  const Plan plan = planned(checks, slow, 1, 1500, 1);
  EXPECT_EQ(plan.count(legal) + plan.count(alike), 0u);  // in full
  ASSERT_EQ(plan.count(exact), 1u);
  EXPECT_FALSE(plan.at(exact).left_out);
  EXPECT_LT(plan.at(exact).effort, work_of(exact)->part);
  EXPECT_GE(plan.at(exact).effort, least_effort(exact));
  EXPECT_THAT(plan.at(exact).remark,
              HasSubstr(fmt::format("a budget of {:.0f}min would do", std::ceil(all / 60))));
  const Plan tight = planned(checks, slow, 1, 20, 1);
  for (const std::string& check : {exact, alike}) {
    EXPECT_TRUE(tight.at(check).left_out) << check;
    EXPECT_THAT(tight.at(check).remark, HasSubstr("left out: it would take about"));
  }
}

TEST_F(Budget, TimesHaveUnits) {
  EXPECT_EQ(seconds_of("90", "--budget"), 90);
  EXPECT_EQ(seconds_of("60s", "--budget"), 60);
  EXPECT_EQ(seconds_of("1.5min", "--budget"), 90);
  EXPECT_EQ(seconds_of("2h", "--budget"), 7200);
  for (const std::string wrong : {"", "s", "-1s", "0", "5 min", "inf", "5days"})
    EXPECT_THROW(seconds_of(wrong, "--budget"), InputError) << wrong;
}

TEST_F(Budget, TheWorkOfEachCheckIsKnown) {
  disks::DiskScheme scheme = disk_scheme(costly(0));
  scheme.info.claims = scheme.info.claims | Claims::thread_invariant;
  for (const auto& check : checks_of<disks::DiskScheme>()) {
    const bool is_left_out =
        std::count(kLeftOut.begin(), kLeftOut.end(), check.name) > 0 || excuse(check, scheme, {});
    EXPECT_TRUE(is_left_out || work_of(check.name) != nullptr ||
                has(check.needs, Claims::equals_reference))
        << check.name;
  }
}

// The table is what the checks ask for: told anew here for those with few moves.
TEST_F(Budget, TheWorkIsWhatIsAsked) {
  for (const std::string name :
       {"property/legal", "property/places and disks alike", "property/same seed, same trajectory",
        "property/contact", "property/any shape"}) {
    const Description d = costly(0);
    EXPECT_EQ(checked(name, d).verdict, Verdict::pass) << name;
    const double asked = static_cast<double>(d.command.known->starts + d.command.known->restarts);
    EXPECT_EQ(work_of(name)->starts, asked) << name;
    EXPECT_EQ(work_of(name)->systems, static_cast<double>(d.command.known->starts)) << name;
    EXPECT_EQ(work_of(name)->requests, static_cast<double>(d.command.known->requests)) << name;
    EXPECT_EQ(work_of(name)->moves, static_cast<double>(d.command.known->moves)) << name;
  }
}

}  // namespace
}  // namespace touchstone::external
