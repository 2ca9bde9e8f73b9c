#include "reference/ecmc/global_time.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "reference/ecmc/constraint_graph_by_definition.hpp"
#include "reference/ecmc/small_legs_for_tests.hpp"

namespace touchstone::reference {
namespace {

using disks::Leg;
using disks::LegEnd;
using disks::Lifting;

struct Known {
  double time;
  disks::DiskIndex from, to;
};

void expect_liftings(const LegEnd& end, std::initializer_list<Known> known) {
  ASSERT_EQ(end.liftings.size(), known.size());
  auto found = end.liftings.begin();
  for (const Known& k : known) {
    EXPECT_NEAR(static_cast<double>(found->time) * 0x1p-32, k.time, 1e-9);
    EXPECT_EQ(found->from, k.from);
    EXPECT_EQ(found->to, k.to);
    ++found;
  }
}

TEST(GlobalTime, LiftingsOfC4) {
  const Leg leg = suite_c4();
  const LegEnd end = global_time_leg(leg, all_pairs_graph(leg.start));
  expect_liftings(end,
                  {{4.6411010565E-02, 1, 2}, {8.5186020573E-02, 2, 3}, {1.0217246963E-01, 0, 2}});
  EXPECT_EQ(end.active, (std::vector<disks::DiskIndex>{2, 3}));
}

TEST(GlobalTime, LiftingsOfC5) {
  const Leg leg = suite_c5();
  expect_liftings(global_time_leg(leg, all_pairs_graph(leg.start)),
                  {{4.6411010565E-02, 1, 2}, {8.1017090423E-02, 2, 4}, {9.8003539480E-02, 0, 2}});
}

TEST(GlobalTime, OneDiskAloneGoesAround) {
  const Leg leg{disks::in_fixed_point(disks::Configuration{{4, 4}, {{1, 1}}}),
                {0},
                3 * disks::kTicksPerSide + 7};
  const LegEnd end = global_time_leg(leg, all_pairs_graph(leg.start));
  EXPECT_TRUE(end.liftings.empty());
  EXPECT_EQ(end.x[0], leg.start.x[0] + 7);
  EXPECT_EQ(end.local_time[0], leg.duration);
}

disks::FixedConfiguration at(const Leg& leg, const LegEnd& end) {
  disks::FixedConfiguration c = leg.start;
  c.x = end.x;
  return c;
}

/// The same motion backwards: the end, mirrored, leads to the start, mirrored.
bool is_reversible(const Leg& leg, const LegEnd& end) {
  const Leg back{mirrored(at(leg, end)), end.active, leg.duration};
  const LegEnd start = global_time_leg(back, all_pairs_graph(back.start));
  std::vector<Lifting> expected;
  for (const Lifting& l : end.liftings) expected.push_back({leg.duration - l.time, l.to, l.from});
  std::sort(expected.begin(), expected.end());
  auto active = leg.active;
  std::sort(active.begin(), active.end());
  return start.x == mirrored(leg.start).x && start.active == active && start.liftings == expected;
}

TEST(GlobalTime, IsReversible) {
  EXPECT_TRUE(rc::check([] {
    const Leg leg = random_leg();
    const LegEnd end = global_time_leg(leg, all_pairs_graph(leg.start));
    RC_ASSERT(is_reversible(leg, end));
    RC_ASSERT(end.active.size() == leg.active.size());
    disks::require_apart(at(leg, end));
  }));
}

TEST(GlobalTime, AFaultIsNotReversible) {  // twin: one tick too far, or a lifting left out
  const Leg leg = suite_c4();
  LegEnd end = global_time_leg(leg, all_pairs_graph(leg.start));
  EXPECT_TRUE(is_reversible(leg, end));
  LegEnd moved = end;
  moved.x[2] += 1;
  EXPECT_FALSE(is_reversible(leg, moved));
  LegEnd forgot = end;
  forgot.liftings.pop_back();
  EXPECT_FALSE(is_reversible(leg, forgot));
}

TEST(GlobalTime, AllGraphsGiveTheSame) {
  EXPECT_TRUE(rc::check([] {
    const Leg leg = random_leg();
    const LegEnd end = global_time_leg(leg, all_pairs_graph(leg.start));
    const auto lanes = disks::near_graph(leg.start);
    RC_ASSERT(global_time_leg(leg, lanes) == end);
    RC_ASSERT(global_time_leg(leg, disks::minimal_graph(leg.start, lanes)) == end);
  }));
}

TEST(GlobalTime, AGraphWithoutAnArrowLiftedAlongGivesAnother) {  // twin
  const Leg leg = suite_c4();
  auto targets = all_pairs_graph(leg.start).targets();
  std::erase(targets[2], 3);
  EXPECT_NE(global_time_leg(leg, {leg.start, targets}),
            global_time_leg(leg, all_pairs_graph(leg.start)));
}

/// Mean flight between liftings over 0.0768 / sqrt(N), the authors' estimate at 0.708.
double relative_free_path(const disks::FixedConfiguration& start) {
  const Leg leg{start, disks::spread_active(start.size(), 8), disks::kTicksPerSide};
  const LegEnd end = global_time_leg(leg, disks::near_graph(start));
  return 8 * static_cast<double>(leg.duration) / static_cast<double>(end.liftings.size()) /
         static_cast<double>(disks::mean_free_path(start.size()));
}

TEST(GlobalTime, MeanFreePathIsTheAuthors) {
  const auto start = disks::in_fixed_point(disks::compressed_start(256, 0.708, disks::kSquare, 1));
  EXPECT_NEAR(relative_free_path(equilibrated(start, 1000)), 1, 0.15);
  EXPECT_LT(relative_free_path(start), 0.5);  // twin: just compressed, disks are nearly in contact
}

}  // namespace
}  // namespace touchstone::reference
