#include "models/disks/chains/near_graph.hpp"

#include <gtest/gtest.h>

#include "models/disks/chains/lane_search.hpp"
#include "models/disks/chains/separation_estimate.hpp"
#include "models/disks/start.hpp"

namespace touchstone::disks {
namespace {

FixedConfiguration compressed(std::size_t disks, double packing, Aspect aspect) {
  return in_fixed_point(compressed_start(disks, packing, aspect, disks));
}
const std::vector<FixedConfiguration>& examples() {
  static const std::vector<FixedConfiguration> all{compressed(1, 0.1, kSquare),
                                                   compressed(2, 0.3, kSquare),
                                                   compressed(12, 0.5, kSquare),
                                                   compressed(40, 0.3, {16, 1}),
                                                   compressed(40, 0.3, {1, 16}),
                                                   compressed(100, 0.05, kSquare),
                                                   compressed(500, 0.6, kHexagonal),
                                                   compressed(500, 0.708, kSquare),
                                                   in_fixed_point(hexagonal_start(90, 0.8))};
  return all;
}

TEST(NearGraph, ThreadsChangeNothing) {
  for (const FixedConfiguration& c : examples()) {
    const ConstraintGraph lanes = near_graph(c);
    const ConstraintGraph minimal = minimal_graph(c, lanes);
    for (const int threads : {2, 3, 7}) {
      EXPECT_EQ(near_graph(c, threads), lanes) << c.size() << " disks, " << threads;
      EXPECT_EQ(minimal_graph(c, lanes, threads), minimal) << c.size() << " disks, " << threads;
    }
  }
}

// Twin: a search that goes on where another slice left off is what wrong slices would give.
TEST(NearGraph, ThreadsThatShareASearchAreSeen) {
  const FixedConfiguration c = compressed(500, 0.708, kSquare);
  const SeparationEstimate separation(c.box);
  const LaneBounds bounds(separation.metric());
  const FixedBands bands(c);
  const auto diameter = separation.separation(0);
  LaneSearch fresh(bands, bounds, diameter, 3);
  LaneSearch used(bands, bounds, diameter, 3);
  for (std::size_t p = bands.begin(3); p < bands.begin(4); ++p) used.ahead_of(&bands.at(p));
  int different = 0;
  for (std::size_t p = bands.begin(3); p < bands.begin(4); ++p)
    if (fresh.ahead_of(&bands.at(p)).disk != used.ahead_of(&bands.at(p)).disk) ++different;
  EXPECT_GT(different, 3);
}

// The graph found depends on the positions of disks, not on their numbers.
TEST(NearGraph, NumbersOfDisksDoNotMatter) {
  for (const FixedConfiguration& c : examples()) {
    const std::size_t n = c.size();
    FixedConfiguration reversed = c;
    std::reverse(reversed.x.begin(), reversed.x.end());
    std::reverse(reversed.y.begin(), reversed.y.end());
    const ConstraintGraph lanes = near_graph(c);
    const ConstraintGraph other = near_graph(reversed);
    ASSERT_EQ(lanes.arrows(), other.arrows());
    for (DiskIndex i = 0; i < n; ++i)
      for (const Arrow& arrow : lanes.from(i))
        EXPECT_TRUE(other.contains(static_cast<DiskIndex>(n - 1 - i),
                                   static_cast<DiskIndex>(n - 1 - arrow.to)));
  }
}

TEST(FixedBands, HoldEachDiskOnceInOrder) {
  for (const FixedConfiguration& c : examples()) {
    const FixedBands bands(c, 3);
    std::vector<int> seen(c.size(), 0);
    EXPECT_TRUE(bands.bands() == 1 || bands.bands() >= 3);
    for (std::size_t band = 0; band < bands.bands(); ++band)
      for (std::size_t p = bands.begin(band); p < bands.begin(band + 1); ++p) {
        const FixedBands::Disk& disk = bands.at(p);
        ++seen[disk.number];
        EXPECT_EQ(disk.x, c.x[disk.number]);
        EXPECT_GE(Ticks{disk.y}, bands.edge(band));
        EXPECT_LT(Ticks{disk.y}, bands.edge(band + 1));
        if (p > bands.begin(band)) {
          EXPECT_LE(bands.at(p - 1).x, disk.x);
        }
      }
    EXPECT_EQ(seen, std::vector<int>(c.size(), 1));
  }
}

TEST(LaneBounds, AreTheLanesOfTheMetric) {
  for (const Box& box : {Box{2, 2}, Box{30, 30}, Box{30, 26}, Box{2, 32}, Box{1100, 1100}}) {
    const FixedMetric metric(box);
    const LaneBounds bounds(metric);
    const auto middle = static_cast<FixedCoordinate>(bounds.middle());
    const auto outer = static_cast<FixedCoordinate>(bounds.outer());
    for (const FixedCoordinate at : {0u, middle, outer, 0u - middle, 0u - outer, 0x80000000u})
      for (FixedCoordinate off = 0; off < 5; ++off)
        EXPECT_EQ(bounds.lane(at + off - 2), metric.lane(at + off - 2)) << at + off - 2;
  }
}

TEST(SeparationEstimate, IsConfirmedByTheMetric) {
  for (const Box& box :
       {Box{2, 2}, Box{30, 30}, Box{30, 26}, Box{2, 32}, Box{32, 2}, Box{1100, 1100}}) {
    const SeparationEstimate estimate(box);
    const FixedMetric& metric = estimate.metric();
    const auto outer = static_cast<FixedCoordinate>(LaneBounds(metric).outer());
    for (FixedCoordinate k = 0; k < 2000; ++k) {
      // evenly over the pairs that can touch, and the last of them
      const FixedCoordinate across =
          k % 2 == 0 ? outer / 2000 * k : outer + 10 - std::min(outer, k);
      const Ticks separation = metric.separation(across);
      EXPECT_EQ(estimate.separation(across), separation);
      EXPECT_EQ(estimate.separation(0u - across), separation);
      if (separation == kNoPair) {
        EXPECT_LT(estimate.squared(across), estimate.margin());
      } else {
        EXPECT_GT(estimate.squared(across), -estimate.margin());
      }
    }
  }
}

}  // namespace
}  // namespace touchstone::disks
