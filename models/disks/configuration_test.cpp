#include "models/disks/configuration.hpp"

#include <gtest/gtest.h>

#include <map>

#include "models/core/errors.hpp"
#include "models/core/random/philox.hpp"
#include "models/disks/neighbour_grid.hpp"
#include "models/disks/start.hpp"

namespace touchstone::disks {
namespace {

/// Points without any order, overlaps included.
Configuration gas(std::size_t points, Box box, std::uint32_t number) {
  PhiloxStream stream = Philox(1).stream(Purpose::test, 0, number);
  Configuration c{box, {}};
  for (std::size_t i = 0; i < points; ++i) {
    const double x = stream.uniform() * box.width;
    c.centres.push_back(box.wrap({x, stream.uniform() * box.height}));
  }
  return c;
}

const Box kBoxes[] = {{2, 2}, {2.5, 7}, {3, 3}, {3.1, 2.9}, {4.2, 9.5}, {13, 11}};

TEST(Box, WrapsIntoTheHalfOpenBox) {
  const Box box{3, 2};
  EXPECT_EQ(box.wrap({-0.5, 2.5}), (Vec<double>{2.5, 0.5}));
  EXPECT_EQ(box.wrap({3, 2}), (Vec<double>{0, 0}));
  EXPECT_EQ(box.wrap({-1e-20, 0}), (Vec<double>{0, 0}));   // -1e-20 + 3 rounds to 3
  EXPECT_EQ(box.wrap({-5e-324, 0}), (Vec<double>{0, 0}));  // -5e-324 / 3 rounds to 0
  EXPECT_TRUE(std::isnan(box.wrap({std::nan(""), 0}).x));  // never hidden
  EXPECT_EQ(box.wrap({7.25, -3.5}), (Vec<double>{1.25, 0.5}));
}

TEST(Box, NearestImageIsTheNearest) {
  const Box box{3, 2};
  PhiloxStream stream = Philox(2).stream(Purpose::test, 0, 0);
  for (int k = 0; k < 1000; ++k) {
    const Vec<double> a{3 * stream.uniform(), 2 * stream.uniform()};
    const Vec<double> b{3 * stream.uniform(), 2 * stream.uniform()};
    double smallest = 1e9;
    for (int i = -1; i <= 1; ++i)
      for (int j = -1; j <= 1; ++j) {
        const Vec<double> d = b + Vec<double>{3.0 * i, 2.0 * j} - a;
        smallest = std::min(smallest, d.x * d.x + d.y * d.y);
      }
    EXPECT_NEAR(box.distance2(a, b), smallest, 1e-14);
  }
}

using Pair = std::pair<std::size_t, std::size_t>;

/// Number of times that the grid visits each pair closer than `range`.
std::map<Pair, int> visited(const Configuration& c, double cell, double range) {
  std::map<Pair, int> count;
  NeighbourGrid(c, cell).for_each_pair(c, [&](std::size_t i, std::size_t j, Vec<double> d) {
    EXPECT_LT(i, j);
    EXPECT_EQ(d, c.box.nearest(c.centres[i], c.centres[j]));
    if (d.x * d.x + d.y * d.y < range * range) ++count[{i, j}];
  });
  return count;
}

std::map<Pair, int> all_pairs(const Configuration& c, double range) {
  std::map<Pair, int> count;
  for (std::size_t i = 0; i < c.size(); ++i)
    for (std::size_t j = i + 1; j < c.size(); ++j)
      if (c.box.distance2(c.centres[i], c.centres[j]) < range * range) count[{i, j}] = 1;
  return count;
}

TEST(NeighbourGrid, VisitsEveryPairOnce) {
  std::uint32_t number = 0;
  for (const Box box : kBoxes)
    for (const std::size_t points : {1u, 2u, 10u, 80u})
      for (const double range : {0.3, 1.0, 1.2}) {
        const Configuration c = gas(points, box, ++number);
        EXPECT_EQ(visited(c, range, range), all_pairs(c, range))
            << points << " points in " << box.width << " x " << box.height;
      }
}

TEST(NeighbourGrid, NarrowCellsWouldMissPairs) {  // twin
  const Configuration c = gas(80, {13, 11}, 99);
  EXPECT_NE(visited(c, 0.5, 1.2), all_pairs(c, 1.2));
}

TEST(NeighbourGrid, FindsWhatIsNearAPoint) {
  const Configuration c = gas(60, {5, 4}, 7);
  const NeighbourGrid grid(c, 1.0);
  PhiloxStream stream = Philox(3).stream(Purpose::test, 0, 0);
  for (int k = 0; k < 200; ++k) {
    const Vec<double> point{5 * stream.uniform(), 4 * stream.uniform()};
    std::size_t found = 0;
    grid.for_each_near(c, point, [&](std::size_t j, Vec<double> d) {
      EXPECT_EQ(d, c.box.nearest(point, c.centres[j]));
      if (d.x * d.x + d.y * d.y < 1) ++found;
    });
    std::size_t expected = 0;
    for (const auto p : c.centres) expected += c.box.distance2(point, p) < 1 ? 1 : 0;
    EXPECT_EQ(found, expected);
  }
}

TEST(SmallestDistance, GridAndAllPairsAgree) {
  std::uint32_t number = 1000;
  for (const Box box : kBoxes)
    for (int k = 0; k < 20; ++k) {
      ++number;
      const Configuration c = gas(2 + number % 9, box, number);
      const double expected = smallest_distance_all_pairs(c);
      const double found = smallest_distance(c);
      if (expected <= 1)
        EXPECT_EQ(found, expected);
      else
        EXPECT_TRUE(std::isinf(found));
    }
}

TEST(Legality, OverlapsAndStrayCentresAreFound) {
  const Configuration good = compressed_start(50, 0.7, kSquare, 1);
  EXPECT_TRUE(is_legal(good));
  EXPECT_NO_THROW(require_legal_start(good));

  Configuration overlap = good;
  overlap.centres[3] = overlap.box.wrap({overlap.centres[4].x + 0.9, overlap.centres[4].y});
  EXPECT_FALSE(is_legal(overlap));
  EXPECT_THROW(require_legal_start(overlap), InputError);

  Configuration stray = good;
  stray.centres[0].x = stray.box.width;  // outside of the half-open box
  EXPECT_FALSE(is_legal(stray));
  stray.centres[0].x = std::nan("");
  EXPECT_FALSE(is_legal(stray));
}

TEST(Legality, ToleranceCoversRoundingOnly) {
  const Configuration touching{{4, 4}, {{1, 1}, {2 - 1e-7, 1}}};
  EXPECT_FALSE(is_legal(touching));
  EXPECT_TRUE(is_legal(touching, 1e-6));
  EXPECT_NO_THROW(require_legal_start(touching));
  const Configuration overlap{{4, 4}, {{1, 1}, {2 - 1e-5, 1}}};
  EXPECT_FALSE(is_legal(overlap, 1e-6));
  // through the boundary
  EXPECT_FALSE(is_legal({{4, 4}, {{0.3, 1}, {3.5, 1}}}));
  EXPECT_TRUE(is_legal({{4, 4}, {{0.5, 1}, {3.5, 1}}}));
}

TEST(Legality, StartsInTinyOrEmptyBoxesAreRefused) {
  EXPECT_THROW(require_legal_start({{1.9, 4}, {{1, 1}}}), InputError);
  EXPECT_THROW(require_legal_start({{4, std::nan("")}, {{1, 1}}}), InputError);
  EXPECT_THROW(require_legal_start({{4, 4}, {}}), InputError);
}

TEST(Configuration, Densities) {
  const Configuration c = hexagonal_start(72, 0.65, kHexagonal72);
  EXPECT_NEAR(c.packing_fraction(), 0.65, 1e-13);
  EXPECT_NEAR(c.density(), 0.8276057, 5e-8);  // rho d^2 of the literature's table
}

// Cells of the size of a disk would be more than a 64-bit integer counts.
TEST(RequireLegalStart, JudgesDiluteSystemsOfAnySize) {
  for (const double side : {1e6, 0x1p32, 1e20}) {
    Configuration c{{side, side}, {{1, 1}, {side / 2, side / 2}}};
    EXPECT_NO_THROW(require_legal_start(c)) << side;
    c.centres[1] = {1.5, 0.5};
    EXPECT_THROW(require_legal_start(c), InputError) << side;
  }
}

}  // namespace
}  // namespace touchstone::disks
