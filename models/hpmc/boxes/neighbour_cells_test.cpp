#include "models/hpmc/boxes/neighbour_cells.hpp"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "models/core/random/philox.hpp"

namespace touchstone::shapes {
namespace {

/// Bodies anywhere in a box.
Configuration scattered(const Box& box, std::size_t bodies) {
  Configuration c{.box = box};
  PhiloxStream stream = Philox(5).stream(Purpose::metropolis, 1, 0);
  const auto part = [&] { return stream.below(1000000) / 1e6 - 0.5; };
  for (std::size_t i = 0; i < bodies; ++i) {
    const double x = part(), y = part(), z = box.dimensions == 2 ? 0 : part();
    c.centres.push_back(box.from_fractional({x, y, z}));
  }
  return c;
}

using Pairs = std::multiset<std::tuple<std::size_t, std::size_t, long>>;

/// A pair within the distance, its length as an integer.
void note(Pairs& pairs, std::size_t i, std::size_t j, Vec3 r, double distance) {
  if (norm(r) <= distance) pairs.insert({i, j, std::lround(norm(r) * 1e6)});
}

Pairs by_cells(const Configuration& c, double distance) {
  const NeighbourCells cells(c, distance);
  Pairs pairs;
  for (std::size_t i = 0; i < c.size(); ++i)
    cells.around(i, [&](std::size_t j, Vec3 r) { note(pairs, i, j, r, distance); });
  return pairs;
}

Pairs by_all_images(const Configuration& c, double distance) {
  Pairs pairs;
  const int most = 4, deep = c.box.dimensions == 2 ? 0 : most;
  for (std::size_t i = 0; i < c.size(); ++i)
    for (std::size_t j = 0; j < c.size(); ++j)
      for (int x = -most; x <= most; ++x)
        for (int y = -most; y <= most; ++y)
          for (int z = -deep; z <= deep; ++z) {
            if (i == j && x == 0 && y == 0 && z == 0) continue;
            const Vec3 image = c.box.from_fractional(
                {static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)});
            note(pairs, i, j, c.centres[j] + image - c.centres[i], distance);
          }
  return pairs;
}

TEST(NeighbourCells, HoldAllPairsWithinTheDistance) {
  for (const Box& box : {Box{8, 7, 1, 0.3, 0, 0, 2}, Box{40, 1.5, 1, 0, 0, 0, 2},
                         Box{5, 4, 6, 0.2, -0.3, 0.1, 3}, Box{30, 2, 2, 0, 0, 0, 3}})
    for (const double distance : {0.5, 1.0, 2.5})
      for (const std::size_t bodies : {2u, 40u}) {
        const Configuration c = scattered(box, bodies);
        EXPECT_EQ(by_cells(c, distance), by_all_images(c, distance))
            << box.lx << ' ' << distance << ' ' << bodies;
      }
}

TEST(NeighbourCells, AreNoMoreThanTwoForEachBody) {
  EXPECT_LE(NeighbourCells(scattered(Box::cube(600), 2), 1).cells(), 4u);
  EXPECT_LE(NeighbourCells(scattered({1e12, 1e12, 1, 0, 0, 0, 2}, 100), 1).cells(), 200u);
  EXPECT_GE(NeighbourCells(scattered({1e12, 1e12, 1, 0, 0, 0, 2}, 100), 1).cells(), 50u);
  EXPECT_EQ(NeighbourCells(scattered({1000, 2, 1, 0, 0, 0, 2}, 1000), 1).cells(), 2000u);
}

TEST(NeighbourCells, RefuseADistanceInAnotherUnit) {
  EXPECT_THROW(NeighbourCells(scattered(Box::cube(1e-9), 2), 1), InputError);
}

}  // namespace
}  // namespace touchstone::shapes
