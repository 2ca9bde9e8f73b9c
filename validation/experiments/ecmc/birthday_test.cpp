#include "validation/experiments/ecmc/birthday.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "models/disks/chains/near_graph.hpp"
#include "validation/experiments/ecmc/equilibrated_start.hpp"
#include "validation/session.hpp"

namespace touchstone::validation::ecmc {
namespace {

const disks::FixedConfiguration& start() {
  static const disks::FixedConfiguration c = equilibrated_start(400, 0.7, disks::kSquare, 1);
  return c;
}
BirthdayCount count(const std::string& scheme, const BirthdayPlan& plan, int workers = 1) {
  return count_violations(disks::chain_scheme(scheme), start(), disks::near_graph(start()), plan,
                          workers);
}

TEST(Birthday, CountsDoNotDependOnWorkers) {
  const BirthdayPlan plan{.active = 4, .flights = 10, .legs = 170, .seed = 5};
  const BirthdayCount one = count("ecmc/local-time-random", plan, 1);
  const BirthdayCount three = count("ecmc/local-time-random", plan, 3);
  EXPECT_EQ(one.violated, three.violated);
  EXPECT_EQ(one.trials, 170u);
  EXPECT_DOUBLE_EQ(one.x, 4 * 4 * 10 / 400.0);
  EXPECT_GT(one.violated, 10u);
  EXPECT_LT(one.violated, 160u);
  EXPECT_NE(count("ecmc/local-time-random", {.active = 4, .flights = 10, .legs = 170, .seed = 9})
                .violated,
            one.violated);
}

TEST(Birthday, OneChainAndOneClockNeverViolate) {
  EXPECT_EQ(count("ecmc/local-time-random", {.active = 1, .flights = 50, .legs = 50}).violated, 0u);
  EXPECT_EQ(count("ecmc/global-time-reference", {.active = 8, .flights = 5, .legs = 20}).violated,
            0u);
}

TEST(Birthday, TheReferenceViolatesAsOftenAsItsFastTwin) {  // both draw chains at random
  const BirthdayPlan plan{.active = 6, .flights = 10, .legs = 600, .seed = 3};
  const BirthdayCount fast = count("ecmc/local-time-random", plan);
  const BirthdayCount slow = count("ecmc/local-time-reference", plan);
  const double p = static_cast<double>(fast.violated + slow.violated) / 1200;
  const double difference =
      (static_cast<double>(fast.violated) - static_cast<double>(slow.violated)) / 600;
  EXPECT_LT(std::abs(difference), 5 * std::sqrt(2 * p * (1 - p) / 600));
  EXPECT_GT(p, 0.2);
  EXPECT_LT(p, 0.8);
}

TEST(Birthday, MeasurementsAreUniqueInEachClass) {
  for (const ProblemClass problem_class : {ProblemClass::S, ProblemClass::W, ProblemClass::A}) {
    Request request;
    request.plan.problem_class = problem_class;
    request.experiment = "ecmc/birthday";
    std::set<std::string> names;
    std::size_t judged = 0;
    for (const Measurement& m : select(request)) {
      EXPECT_TRUE(names.insert(m.name + m.record.scheme).second) << m.name;
      judged += m.record.params.contains("other") ? 1u : 0u;
    }
    EXPECT_EQ(judged, 4u);
  }
}

}  // namespace
}  // namespace touchstone::validation::ecmc
