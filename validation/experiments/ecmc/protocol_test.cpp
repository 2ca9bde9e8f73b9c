#include "validation/experiments/ecmc/protocol.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/core/errors.hpp"
#include "models/disks/chains/near_graph.hpp"
#include "models/disks/start.hpp"
#include "validation/session.hpp"

namespace touchstone::validation::ecmc {
namespace {

using disks::Lifting;

const disks::FixedConfiguration& start() {
  static const disks::FixedConfiguration c =
      disks::in_fixed_point(disks::compressed_start(100, 0.4, disks::kSquare, 1));
  return c;
}
const disks::ConstraintGraph& graph() {
  static const disks::ConstraintGraph g = disks::near_graph(start());
  return g;
}
std::vector<ProtocolCase> cases(std::size_t active, disks::Ticks flights, std::size_t count) {
  return protocol_cases(start(), graph(),
                        {.active = active,
                         .duration = flights * disks::mean_free_path(100),
                         .cases = count,
                         .seed = 7});
}

TEST(Protocol, CasesBeginAtBreakpointsOfTheirOwn) {
  const auto all = cases(4, 30, 20);
  ASSERT_EQ(all.size(), 20u);
  std::vector<disks::Ticks> durations;
  for (const ProtocolCase& one : all) {
    EXPECT_NO_THROW(disks::require_valid(one.leg, graph()));
    EXPECT_EQ(one.leg.active.size(), 4u);
    EXPECT_LE(one.leg.duration, 30 * disks::mean_free_path(100));
    durations.push_back(one.leg.duration);
  }
  std::sort(durations.begin(), durations.end());
  EXPECT_EQ(std::adjacent_find(durations.begin(), durations.end()), durations.end());
  EXPECT_EQ(cases(4, 30, 20)[19].reference, all[19].reference);  // the seed decides
}

TEST(Protocol, SchemesAreRight) {
  const auto all = cases(6, 40, 20);
  for (const disks::ChainScheme& scheme : disks::chain_schemes()) {
    if (scheme.most_active < 6) continue;
    const ProtocolTally tally = run_protocol(scheme, graph(), all, {});
    EXPECT_EQ(tally.wrong, 0u) << scheme.info.name << ": " << tally.first_wrong;
    EXPECT_EQ(tally.runs, 20u);
    EXPECT_GT(tally.compared, 20u);
    EXPECT_LE(tally.compared, tally.liftings);
    if (!scheme.local_times) {
      EXPECT_EQ(tally.violated, 0u) << scheme.info.name;
    }
    if (scheme.info.name == "ecmc/local-time-reference") {
      EXPECT_GT(tally.violated, 0u);
    }
  }
}

// The four weak points of the published checker, each as a planted fault.
class OneWrongRun : public testing::Test {
 protected:
  OneWrongRun() {
    for (const ProtocolCase& one : cases(3, 40, 20))
      if (one.reference.liftings.size() > 3) case_ = one;
    end_ = case_.reference;
  }
  ProtocolTally tally(disks::Ticks violation = disks::kNoViolation) const {
    return compare(case_, end_, violation);
  }
  ProtocolCase case_;
  disks::LegEnd end_;
};

TEST_F(OneWrongRun, TheReferenceIsRight) {
  EXPECT_EQ(tally().wrong, 0u);
  EXPECT_EQ(tally().violated, 0u);
  EXPECT_EQ(tally().compared, case_.reference.liftings.size());
}
TEST_F(OneWrongRun, ALiftingTooEarlyOrTooLateByOneTick) {
  for (const disks::Ticks shift : {-1, 1}) {
    end_.liftings[2].time = case_.reference.liftings[2].time + shift;
    EXPECT_EQ(tally().wrong, 1u);
    EXPECT_NE(tally().first_wrong.find("lifting ("), std::string::npos);
  }
}
TEST_F(OneWrongRun, AMissingLastLifting) {
  end_.liftings.pop_back();
  EXPECT_EQ(tally().wrong, 1u);
  EXPECT_EQ(tally(case_.leg.duration).wrong, 1u);
}
TEST_F(OneWrongRun, ASurplusLifting) {
  end_.liftings.push_back(end_.liftings.back());
  ++end_.liftings.back().time;
  EXPECT_EQ(tally().wrong, 1u);
}
TEST_F(OneWrongRun, OnlyBeforeTheViolation) {
  end_.liftings[1].from = end_.liftings[1].to;
  const disks::Ticks time = case_.reference.liftings[1].time;
  EXPECT_EQ(tally(time).wrong, 0u);
  EXPECT_EQ(tally(time).differ_after, 1u);
  EXPECT_EQ(tally(time + 1).wrong, 1u);
}
TEST_F(OneWrongRun, TheEndState) {
  ++end_.x[7];
  EXPECT_EQ(tally().wrong, 1u);
  EXPECT_EQ(tally(case_.leg.duration).wrong, 0u);  // after a violation nothing is promised
}
TEST_F(OneWrongRun, AViolationBeforeTheLeg) { EXPECT_EQ(tally(-2).wrong, 1u); }

TEST(Protocol, EverySchemeIsPlannedOnceInEachClass) {
  for (const ProblemClass problem_class : {ProblemClass::S, ProblemClass::W, ProblemClass::A}) {
    Request request;
    request.plan.problem_class = problem_class;
    request.experiment = "ecmc/validation-protocol";
    std::vector<std::string> names;
    for (const Measurement& m : select(request)) names.push_back(m.name + m.record.scheme);
    std::sort(names.begin(), names.end());
    EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
    for (const disks::ChainScheme& scheme : disks::chain_schemes())
      EXPECT_EQ(
          scheme.info.name == "ecmc/global-time-reference",
          std::none_of(names.begin(), names.end(),
                       [&](const std::string& n) { return n.ends_with("-t1" + scheme.info.name); }))
          << scheme.info.name;
  }
}

}  // namespace
}  // namespace touchstone::validation::ecmc
