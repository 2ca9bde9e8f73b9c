// Balls whose dimple is along a direction of few digits, the algorithm's own among them.
#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "models/hpmc/bodies/overlap.hpp"

namespace touchstone::optimized {
namespace {

using shapes::Vec3;

/// Directions whose components are whole 25ths, in each order and with each sign.
std::vector<Vec3> plain_directions() {
  std::vector<Vec3> all;
  for (int x = -25; x <= 25; ++x)
    for (int y = -25; y <= 25; ++y)
      for (int z = -25; z <= 25; ++z)
        if (x * x + y * y + z * z == 25 * 25) all.push_back({x / 25.0, y / 25.0, z / 25.0});
  return all;
}

/// A ball of radius 1 with one dimple, and a smaller ball on the dimple's axis.
bool overlap(Vec3 direction, double distance) {
  const shapes::DimpledBall dimpled{
      .radius = 1, .dimple_centres = {1.2 * direction}, .dimple_radii = {0.8}};
  const shapes::Body a = dimpled;
  const shapes::Body b = shapes::Ball{0.3};
  for (const shapes::OverlapAlgorithm* algorithm : algorithms_for(a, b))
    if (algorithm->info.name == "hpmc/overlap-candidate-points-dimpled")
      return algorithm->prepare(a, b)->overlaps({}, {}, distance * direction);
  throw std::logic_error("no candidate points");
}

TEST(DimpledBalls, SeeADimpleInEachDirection) {
  const std::vector<Vec3> directions = plain_directions();
  ASSERT_GT(directions.size(), 100u);
  for (const Vec3& u : directions) {
    for (const double apart : {-1.31, 0.9, 1.0, 1.2}) EXPECT_FALSE(overlap(u, apart)) << apart;
    for (const double touching : {-1.29, 0.0, 0.5, 0.69}) EXPECT_TRUE(overlap(u, touching));
  }
}

}  // namespace
}  // namespace touchstone::optimized
