#include "models/cmc/energy_change.hpp"

#include <gtest/gtest.h>

namespace touchstone::cluster {
namespace {

TEST(EnergyChange, SplitsWhatIsReported) {
  Stars start{.mass = {0.2, 0.8},
              .radius = {0.1, 4},
              .radial_velocity = {0, 0},
              .tangential_velocity = {0, 0},
              .id = {0, 1}};
  Stars now = start;
  now.radius = {0.2, 4};
  const StepReport begun{.kinetic = 0.25, .potential = -0.5};
  const StepReport then{.kinetic = 0.25, .potential = -0.38, .unplaced_energy = 0.01};
  const EnergyChange change = energy_change(start, begun, now, then);
  EXPECT_NEAR(change.all, 0.12 / 0.25, 1e-14);
  EXPECT_NEAR(change.own_shells, (0.04 / 0.2 - 0.04 / 0.4) / 0.25, 1e-14);
  EXPECT_NEAR(change.unplaced, 0.01 / 0.25, 1e-14);
  EXPECT_NEAR(change.leaving(), 0.01 / 0.25, 1e-14);
  EXPECT_NE(change.text().find("+4.8e-01 of the start's: +4.0e-01 in own"), std::string::npos)
      << change.text();
}

}  // namespace
}  // namespace touchstone::cluster
