#include "checkers/explore/event_chain/global_time.hpp"

#include <gtest/gtest.h>

#include "checkers/explore/event_chain/suites.hpp"

namespace touchstone::explore {
namespace {

struct Known {
  double time;
  int from;
  int to;
};
void expect_liftings(const Configuration& configuration, const std::vector<Known>& known) {
  const Geometry geometry(configuration);
  const LegEnd end = global_time_leg(geometry);
  EXPECT_FALSE(end.ambiguous);
  ASSERT_EQ(end.liftings.size(), known.size());
  for (std::size_t i = 0; i < known.size(); ++i) {
    // A separation 10 sqrt(g) is off by up to 5 units of 2^-20 thousandths.
    EXPECT_NEAR(end.liftings[i].time / (1000.0 * geometry.units()), known[i].time, 1e-8);
    EXPECT_EQ(end.liftings[i].from, known[i].from);
    EXPECT_EQ(end.liftings[i].to, known[i].to);
  }
}

TEST(GlobalTime, GivesThePublishedLiftings) {
  expect_liftings(sequential_c4(),
                  {{4.6411010565e-2, 1, 2}, {8.5186020573e-2, 2, 3}, {1.0217246963e-1, 0, 2}});
  expect_liftings(sequential_c5(),
                  {{4.6411010565e-2, 1, 2}, {8.1017090423e-2, 2, 4}, {9.8003539480e-2, 0, 2}});
}

TEST(GlobalTime, PassesTheMotionOnAtContact) {
  const Geometry geometry({"test", {{0, 0}, {9000, 0}, {9000, 7000}}, 5000, 6000, {0, 2}});
  const LegEnd end = global_time_leg(geometry);
  EXPECT_EQ(end.x, (std::vector<std::int32_t>{4000, 11000, 15000}));
  EXPECT_EQ(end.t, (std::vector<std::int32_t>{4000, 6000, 6000}));
  EXPECT_EQ(end.active, (std::vector<bool>{false, true, true}));
  EXPECT_EQ(end.liftings, (std::vector<Lifting>{{4000, 0, 1}}));
}

TEST(GlobalTime, SaysWhenAnEventHasTwoTargets) {
  const Geometry geometry({"test", {{0, 0}, {6000, 3000}, {6000, -3000}}, 5000, 6000, {0}});
  EXPECT_TRUE(global_time_leg(geometry).ambiguous);
}

}  // namespace
}  // namespace touchstone::explore
