// Facets as vector lanes read them, and bodies with too many of them.
#include "optimized/hpmc/overlap/facet_planes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "models/hpmc/bodies/named.hpp"
#include "models/hpmc/bodies/overlap.hpp"

namespace touchstone::optimized {
namespace {

using shapes::Vec3;

/// Points on a spiral of the unit sphere.
shapes::ConvexPolyhedron many_points(int n) {
  shapes::ConvexPolyhedron body;
  for (int i = 0; i < n; ++i) {
    const double z = 1 - (2 * i + 1.0) / n;
    const double turn = i * std::numbers::pi * (3 - std::sqrt(5.0));
    const double r = std::sqrt(1 - z * z);
    body.vertices.push_back({r * std::cos(turn), r * std::sin(turn), z});
  }
  return body;
}

TEST(FacetPlanes, OfACubeAreSixAndTwoCopies) {
  const FacetPlanes planes{PointCloud(shapes::named_body("cube"))};
  ASSERT_EQ(planes.size(), 8u);
  Vec3 sum{};
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_NEAR(planes.offset()[i], 0.5, 1e-15);
    if (i < 6) sum = sum + Vec3{planes.x()[i], planes.y()[i], planes.z()[i]};
    EXPECT_TRUE(i <= 5 || planes.x()[i] == planes.x()[5]);
  }
  EXPECT_NEAR(norm(sum), 0, 1e-15);
}

TEST(FacetPlanes, OfFlatBodiesAndOfManyPointsAreNone) {
  EXPECT_EQ(FacetPlanes{PointCloud(shapes::named_body("pentagon"))}.size(), 0u);
  EXPECT_EQ(FacetPlanes{PointCloud(shapes::Body(many_points(70)))}.size(), 0u);
  EXPECT_GT(FacetPlanes{PointCloud(shapes::Body(many_points(30)))}.size(), 0u);
}

TEST(FacetsFirst, LeavesBodiesWithManyPointsToTheOthers) {
  const shapes::Body ball = shapes::checked(many_points(70));
  const shapes::Body& cube = shapes::named_body("cube");
  const auto pair = prepare(
      shapes::overlap_algorithm("hpmc/overlap-facets-first-polyhedra-portable"), ball, cube);
  EXPECT_TRUE(pair->overlaps({}, {}, {1.4, 0, 0}));
  EXPECT_FALSE(pair->overlaps({}, {}, {1.6, 0, 0}));
}

}  // namespace
}  // namespace touchstone::optimized
