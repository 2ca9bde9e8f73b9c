// Every check of star clusters passes on every correct scheme, or is not claimed.
#include <gtest/gtest.h>

#include <algorithm>

#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/cmc/findings.hpp"
#include "checkers/cmc/orbit_law.hpp"
#include "checkers/cmc/read_step.hpp"
#include "checkers/test_effort.hpp"
#include "models/cmc/plummer.hpp"
#include "models/core/errors.hpp"

namespace touchstone::cmc {
namespace {

class EveryClusterScheme : public testing::TestWithParam<const cluster::ClusterScheme*> {};

std::vector<const cluster::ClusterScheme*> all_schemes() {
  std::vector<const cluster::ClusterScheme*> all;
  for (const cluster::ClusterScheme& scheme : cluster::cluster_schemes()) all.push_back(&scheme);
  return all;
}

TEST_P(EveryClusterScheme, PassesEveryCheckThread) {
  std::size_t passed = 0;
  for (const ClusterCheck& check : checks_of<cluster::ClusterScheme>()) {
    const CheckContext context{.effort = test_effort()};
    const auto excused = excuse(check, *GetParam(), context);
    const CheckResult result = run_check(check, *GetParam(), context);
    EXPECT_EQ(result.verdict, excused ? excused->verdict : Verdict::pass)
        << check.name << ": " << result.detail;
    passed += result.verdict == Verdict::pass;
  }
  if (GetParam()->available) {
    EXPECT_GE(passed, GetParam()->info.claims == Claims::none ? 2u : 6u);  // orbits only
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryClusterScheme, testing::ValuesIn(all_schemes()),
                         [](const auto& instance) {
                           std::string text = instance.param->info.name.substr(4);
                           std::replace(text.begin(), text.end(), '-', '_');
                           return text;
                         });

TEST(ClusterChecks, AreFoundByName) {
  EXPECT_EQ(check_of<cluster::ClusterScheme>("cmc/energy").name, "cmc/energy");
  EXPECT_THROW(check_of<cluster::ClusterScheme>("cmc/nothing"), InputError);
}

/// A comparison of nothing fails, and what is not a number is not near.
TEST(ClusterFindings, NothingComparedIsNoPass) {
  EXPECT_EQ(Findings().result(0, "well").verdict, Verdict::fail);
  Findings findings;
  findings.expect_near(std::nan(""), 1, 1, "value");
  EXPECT_EQ(findings.result(1, "well").verdict, Verdict::fail);
}

/// A star around one shell of mass 1 - m with its own mass m: Kepler's ellipse while it is outside.
TEST(OrbitLaw, IsKeplersAroundOneShell) {
  const cluster::Stars stars{.mass = {1, 1e-9},
                             .radius = {1e-3, 1},
                             .radial_velocity = {0, 0.3},
                             .tangential_velocity = {30, 1},
                             .id = {0, 1}};
  const OrbitLaw law(stars, 1);
  const double a = 1 / (2 - 1.09), e = 0.3;  // vis viva; 1 - e^2 = J^2 / a
  EXPECT_NEAR(law.pericentre(), a * (1 - e), 1e-6);
  EXPECT_NEAR(law.apocentre(), a * (1 + e), 1e-6);
  for (const double anomaly : {0.3, 1.0, 2.0, 3.0})  // Kepler's equation
    EXPECT_NEAR(law.cdf(a * (1 - e * std::cos(anomaly))),
                (anomaly - e * std::sin(anomaly)) / 3.14159265358979, 1e-6);
  EXPECT_EQ(law.cdf(0.5), 0);
  EXPECT_EQ(law.cdf(9), 1);
}

TEST(SignsOfKicks, HaveTheirExactChance) {
  Seen seen{.pairs = 380, .kicked_outwards = 239};
  for (std::vector<double>& values : seen.deflections) values = {0.5};
  EXPECT_NEAR(encounter_tests(seen).p.back(), 5.657557e-7, 1e-12);  // of the normal law 4.97e-7
  seen.kicked_outwards = 190;
  EXPECT_EQ(encounter_tests(seen).p.back(), 1);
}

}  // namespace
}  // namespace touchstone::cmc
