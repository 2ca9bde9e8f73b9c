#include "optimized/ecmc/serial/cell_chains.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "models/core/errors.hpp"
#include "models/core/random/philox.hpp"
#include "models/disks/start.hpp"

namespace touchstone::optimized {
namespace {

using disks::DiskIndex;
using disks::FixedConfiguration;
using disks::kTicksPerSide;
using disks::Ticks;

/// Oracle that looks at all disks: the time of flight from disk i, and what it meets (itself:
/// nothing).
std::pair<Ticks, DiskIndex> nearest(const FixedConfiguration& c, DiskIndex i, Ticks limit) {
  const disks::FixedMetric metric(c.box);
  std::pair<Ticks, DiskIndex> first{limit, i};
  for (DiskIndex j = 0; j < c.size(); ++j) {
    const Ticks separation = metric.separation(c.y[j] - c.y[i]);
    if (j == i || separation == disks::kNoPair) continue;
    const Ticks flight = disks::ahead(c.x[i], c.x[j]) - separation;
    if (flight < first.first) first = {flight, j};
  }
  return first;
}

/// The same from cells; disk i is out of its cell meanwhile.
std::pair<Ticks, DiskIndex> from_cells(ChainCells& cells, const FixedConfiguration& c, DiskIndex i,
                                       Ticks limit) {
  const ChainCells::Disk disk{c.x[i], c.y[i], i};
  cells.remove(cells.find(disk));
  const Obstacle first = first_obstacle(cells, disk.x, disk.y, limit);
  const DiskIndex met = first.slot == ChainCells::kNothing ? i : cells.at(first.slot).number;
  cells.insert(disk);
  return {first.flight, met};
}

struct Case {
  double width;
  double height;
  double packing;
};

TEST(ChainCells, RefuseMoreSlotsThanHaveNumbers) {
  for (const double side : {1e5, 0x1p32, 1e20})
    EXPECT_THROW(ChainCells(FixedConfiguration{{side, side}, {0, 1u << 31}, {0, 1u << 31}}),
                 InputError)
        << side;
}

TEST(ChainCells, FindTheDiskThatComesFirst) {
  for (const Case& box : {Case{20, 20, 0.7},
                          {20, 20, 0.1},
                          {3, 3, 0.3},
                          {2.99, 2.99, 0.3},
                          {2, 2, 0.4},
                          {2, 32, 0.4},
                          {32, 2, 0.4},
                          {3, 40, 0.5},
                          {8, 2.9, 0.45}}) {
    const auto disks =
        static_cast<std::size_t>(box.packing * box.width * box.height * 4 / std::numbers::pi);
    const double packing =
        static_cast<double>(disks) * std::numbers::pi / 4 / (box.width * box.height);
    const FixedConfiguration c =
        disks::in_fixed_point(disks::compressed_start(disks, packing, {box.width, box.height}, 3));
    ChainCells cells(c);
    for (DiskIndex i = 0; i < c.size(); ++i)
      for (const Ticks limit : {Ticks{1}, kTicksPerSide / 40, kTicksPerSide, 5 * kTicksPerSide})
        EXPECT_EQ(from_cells(cells, c, i, limit), nearest(c, i, limit))
            << box.width << " x " << box.height << ", disk " << i;
  }
}

// Disks that are met within a few ticks of each other, at once or far ahead, in the middle or in
// passing: estimates cannot tell which is first.
TEST(ChainCells, FindTheFirstOfDisksThatAreMetAlmostTogether) {
  PhiloxStream random = Philox(5).stream(Purpose::test, 0, 0);
  int ties = 0;
  for (std::uint32_t trial = 0; trial < 8000; ++trial) {
    const double height = trial % 2 == 0 ? 9 : 31;
    const std::uint32_t flight = trial % 4 < 2 ? 0 : 1u << 30;
    FixedConfiguration c{{10, height}, {0, flight, flight}, {1u << 31, 1u << 31, 1u << 31}};
    const disks::FixedMetric metric(c.box);
    const auto diameter = static_cast<std::uint32_t>(0x1p32 / height);
    const auto across = [&] {
      const std::uint32_t short_of = random.below(diameter / 2);
      return diameter - (short_of >> random.below(28));
    };
    c.y[1] += across();
    c.y[2] -= across();
    for (const std::size_t j : {1u, 2u})
      c.x[j] +=
          static_cast<disks::FixedCoordinate>(metric.separation(c.y[j] - c.y[0])) + random.below(3);
    if (c.x[1] - metric.separation(c.y[1] - c.y[0]) == c.x[2] - metric.separation(c.y[2] - c.y[0]))
      ++ties;
    ChainCells cells(c);
    EXPECT_EQ(from_cells(cells, c, 0, kTicksPerSide), nearest(c, 0, kTicksPerSide)) << trial;
  }
  EXPECT_GT(ties, 1200);
}

TEST(ChainCells, OfTwoAtOnceTheLowerNumberIsMet) {
  const FixedConfiguration c =
      disks::in_fixed_point(disks::Configuration{{8, 8}, {{1, 4}, {3, 4.625}, {3, 3.375}, {6, 1}}});
  for (const auto& [upper, lower] : {std::pair{1u, 2u}, {2u, 1u}}) {
    ChainCells cells({c.box, {}, {}});
    cells.insert({c.x[1], c.y[1], upper});
    cells.insert({c.x[2], c.y[2], lower});
    const auto first = first_obstacle(cells, c.x[0], c.y[0], kTicksPerSide);
    EXPECT_EQ(cells.at(first.slot).number, 1u);
    const Ticks flight = first.flight;
    EXPECT_EQ(first_obstacle(cells, c.x[0], c.y[0], flight).slot, ChainCells::kNothing);
    EXPECT_EQ(first_obstacle(cells, c.x[0], c.y[0], flight).flight, flight);
    EXPECT_EQ(first_obstacle(cells, c.x[0], c.y[0], flight + 1).flight, flight);
  }
}

// Without the disk that comes first, another one does: the comparisons above can fail.
TEST(ChainCells, AMissingDiskIsMissed) {  // twin
  const FixedConfiguration c =
      disks::in_fixed_point(disks::compressed_start(100, 0.7, disks::kSquare, 3));
  ChainCells cells(c);
  const auto [flight, first] = nearest(c, 17, kTicksPerSide);
  cells.remove(cells.find({c.x[first], c.y[first], first}));
  EXPECT_GT(from_cells(cells, c, 17, kTicksPerSide).first, flight);
}

}  // namespace
}  // namespace touchstone::optimized
