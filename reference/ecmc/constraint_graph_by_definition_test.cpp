#include "reference/ecmc/constraint_graph_by_definition.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "reference/ecmc/small_legs_for_tests.hpp"

namespace touchstone::reference {
namespace {

using disks::Arrow;
using disks::ConstraintGraph;
using disks::DiskIndex;
using disks::FixedConfiguration;
using disks::Ticks;

constexpr Ticks kNoPath = -1;

bool is_part(const ConstraintGraph& part, const ConstraintGraph& whole) {
  for (DiskIndex i = 0; i < part.size(); ++i)
    for (const Arrow& arrow : part.from(i))
      if (!whole.contains(i, arrow.to)) return false;
  return true;
}

/// Pruned to an order in both directions of time, and symmetrised.
ConstraintGraph symmetric(const FixedConfiguration& c, int order) {
  const FixedConfiguration back = mirrored(c);
  return symmetrised(c, pruned(c, three_lane_graph(c), order),
                     pruned(back, three_lane_graph(back), order));
}

/// The arrows among all pairs that no path of other pairs implies: the longest paths from each disk
/// to all disks, in the order in which they are ahead, by trying all last steps.
ConstraintGraph minimal_by_longest_paths(const FixedConfiguration& c) {
  const ConstraintGraph pairs = all_pairs_graph(c);
  std::vector<std::vector<DiskIndex>> targets(c.size());
  for (DiskIndex i = 0; i < c.size(); ++i) {
    std::vector<DiskIndex> order(c.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto position = [&](DiskIndex j) { return disks::ahead(c.x[i], c.x[j]); };
    std::stable_sort(order.begin(), order.end(), [&](DiskIndex a, DiskIndex b) {
      return std::pair(position(a), a != i) < std::pair(position(b), b != i);
    });
    std::vector<Ticks> longest(c.size(), kNoPath);
    longest[i] = 0;
    for (const DiskIndex p : order)
      for (const Arrow& a : pairs.from(p))
        if (longest[p] != kNoPath && position(a.to) > position(p))
          longest[a.to] = std::max(longest[a.to], longest[p] + a.separation);
    for (const Arrow& a : pairs.from(i))
      if (longest[a.to] == Ticks{a.separation}) targets[i].push_back(a.to);
  }
  return {c, targets};
}

/// G_min: with all paths between all disks (Floyd and Warshall), around the box as often as they
/// like.
ConstraintGraph minimal_around_the_box(const FixedConfiguration& c) {
  const ConstraintGraph pairs = all_pairs_graph(c);
  constexpr Ticks kFar = Ticks{1} << 60;
  std::vector<std::vector<Ticks>> slack(c.size(), std::vector<Ticks>(c.size(), kFar));
  for (DiskIndex i = 0; i < c.size(); ++i)
    for (const Arrow& a : pairs.from(i))
      slack[i][a.to] = disks::ahead(c.x[i], c.x[a.to]) - a.separation;
  auto least = slack;
  for (std::size_t k = 0; k < c.size(); ++k)
    for (std::size_t i = 0; i < c.size(); ++i)
      for (std::size_t j = 0; j < c.size(); ++j)
        least[i][j] = std::min(least[i][j], least[i][k] + least[k][j]);
  std::vector<std::vector<DiskIndex>> targets(c.size());
  for (DiskIndex i = 0; i < c.size(); ++i)
    for (const Arrow& a : pairs.from(i))
      if (least[i][a.to] == slack[i][a.to]) targets[i].push_back(a.to);
  return {c, targets};
}

TEST(ConstraintGraphByDefinition, LinearTimeFindsTheSameLanes) {
  EXPECT_TRUE(rc::check([] {
    const FixedConfiguration c = random_leg().start;
    RC_ASSERT(disks::near_graph(c) == three_lane_graph(c));
    RC_ASSERT(disks::near_graph(mirrored(c)) == three_lane_graph(mirrored(c)));
    RC_ASSERT(disks::near_graph(transposed(c)) == three_lane_graph(transposed(c)));
  }));
  for (const double packing : {0.6, 0.708}) {
    const FixedConfiguration& c = dense_870(packing);
    const ConstraintGraph lanes = disks::near_graph(c);
    EXPECT_EQ(lanes, three_lane_graph(c));
    EXPECT_EQ(lanes.arrows(), 3u * 870);
  }
}

TEST(ConstraintGraphByDefinition, ShortestSlackIsTheMinimalGraph) {
  int the_same = 0;
  EXPECT_TRUE(rc::check([&] {
    const FixedConfiguration c = random_leg().start;
    const ConstraintGraph minimal = disks::minimal_graph(c, disks::near_graph(c));
    RC_ASSERT(minimal == minimal_by_longest_paths(c));
    const ConstraintGraph least = minimal_around_the_box(c);
    RC_ASSERT(is_part(least, minimal));
    if (least == minimal) ++the_same;
    RC_ASSERT(minimal == disks::minimal_graph(c, all_pairs_graph(c)));
    const ConstraintGraph back = disks::minimal_graph(mirrored(c), disks::near_graph(mirrored(c)));
    RC_ASSERT(symmetrised(c, minimal, back) == minimal);
    RC_ASSERT(back.arrows() == minimal.arrows());
  }));
  EXPECT_GT(the_same, 70);
}

TEST(ConstraintGraphByDefinition, OrdersOfPruningApproachTheMinimalGraph) {
  EXPECT_TRUE(rc::check([] {
    const FixedConfiguration c = random_leg().start;
    const ConstraintGraph lanes = three_lane_graph(c);
    const ConstraintGraph minimal = disks::minimal_graph(c, lanes);
    RC_ASSERT(pruned(c, lanes, 0) == lanes);
    ConstraintGraph last = lanes;
    for (int order = 1; order <= 4; ++order) {
      const ConstraintGraph next = pruned(c, lanes, order);
      RC_ASSERT(is_part(next, last));
      RC_ASSERT(is_part(symmetric(c, order), next));
      RC_ASSERT(is_part(minimal, symmetric(c, order)));
      last = next;
    }
  }));
}

TEST(ConstraintGraphByDefinition, DenseGraphsAreMinimalAtOrderFour) {
  const FixedConfiguration& c = dense_870(0.708);
  const ConstraintGraph lanes = three_lane_graph(c);
  const ConstraintGraph minimal = disks::minimal_graph(c, lanes);
  EXPECT_EQ(symmetric(c, 4), minimal);
  EXPECT_GT(pruned(c, lanes, 1).arrows(), minimal.arrows());  // one order is not enough
  EXPECT_NEAR(minimal.mean_out_degree(), 2, 0.1);
}

// Disk 1 is between 0 and 2, `aside` of their common height: it keeps them from touching, b(0,2) =
// 1, if 2 sqrt(1 - aside^2) > 1, that is below 0.866.
TEST(ConstraintGraphByDefinition, FirstOrderByHand) {
  const auto needed = [](double aside, int order) {
    const FixedConfiguration c =
        disks::in_fixed_point(disks::Configuration{{9, 9}, {{1, 4}, {2.2, 4 + aside}, {3.4, 4}}});
    return pruned(c, all_pairs_graph(c), order).contains(0, 2);
  };
  EXPECT_FALSE(needed(0.3, 1));
  EXPECT_FALSE(needed(0.866, 1));
  EXPECT_TRUE(needed(0.8661, 1));
  EXPECT_TRUE(needed(1.1, 1));
  EXPECT_TRUE(needed(0.3, 0));
}

// Contacts that can only coincide are possible: not more than the sum is needed to prune.
TEST(ConstraintGraphByDefinition, ArrowsOfContactsThatCoincideStay) {
  FixedConfiguration c{{16, 8}, {0, 1u << 29, 1u << 30}, {0, 0, 0}};
  const disks::FixedMetric metric(c.box);
  const Ticks half = metric.separation(0) / 2;
  while (metric.separation(c.y[1]) > half + 1000000) c.y[1] += 1000000;
  while (metric.separation(c.y[1]) > half) ++c.y[1];
  ASSERT_EQ(2 * metric.separation(c.y[1]), metric.separation(0));
  EXPECT_TRUE(pruned(c, all_pairs_graph(c), 1).contains(0, 2));
  EXPECT_TRUE(disks::minimal_graph(c, all_pairs_graph(c)).contains(0, 2));
  --c.y[1];
  EXPECT_FALSE(pruned(c, all_pairs_graph(c), 1).contains(0, 2));
  EXPECT_FALSE(disks::minimal_graph(c, all_pairs_graph(c)).contains(0, 2));
}

TEST(ConstraintGraphByDefinition, DisksAtHalfADiameterAcrossAreNotLost) {  // lanes are half-open
  const FixedConfiguration c =
      disks::in_fixed_point(disks::Configuration{{8, 8}, {{1, 4}, {3, 4.5}, {3, 3.5}}});
  EXPECT_TRUE(three_lane_graph(c).contains(0, 1));
  EXPECT_TRUE(three_lane_graph(c).contains(0, 2));
}

}  // namespace
}  // namespace touchstone::reference
