// Ellipsoids cut by planes that are nearly parallel: their corners keep their digits.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "models/core/random/philox.hpp"
#include "models/hpmc/bodies/overlap.hpp"

namespace touchstone::optimized {
namespace {

using namespace shapes;  // bodies

/// A ball that holds the corner of two planes and the sphere, 0.01 below its own surface, overlaps.
TEST(FacetedEllipsoids, KeepCornersOfNearlyParallelPlanes) {
  PhiloxStream random = Philox(3).stream(Purpose::test, 0, 0);
  const auto any = [&] { return 2 * random.uniform() - 1; };
  const double radius = 0.5;
  const Body ball = checked(Ball{radius});
  for (const double angle : {0.3, 1e-2, 1e-3, 1e-4, 1e-6})
    for (int k = 0; k < 100; ++k) {
      const Rotation turn(normalised(Orientation{any(), any(), any(), any()}));
      const double x = std::sin(angle / 2), z = std::cos(angle / 2), at = 0.5 / z;
      const Vec3 p = turn({x, 0, z}), q = turn({-x, 0, z});
      const Vec3 corner = turn({0, std::sqrt(1 - at * at), at});
      const Body cut = checked(FacetedEllipsoid{.normals = {p, q}, .offsets = {-0.5, -0.5}});
      const double of_p = random.uniform(), of_q = random.uniform();
      const Vec3 out = of_p * p + of_q * q + random.uniform() * corner;
      const Vec3 r = corner + ((radius - 0.01) / norm(out)) * out;
      for (const std::string by : {"xenocollide", "gjk"}) {
        const auto pair = prepare(overlap_algorithm("hpmc/overlap-" + by + "-faceted"), cut, ball);
        EXPECT_TRUE(pair->overlaps({}, {}, r)) << by << ", planes at an angle of " << angle;
      }
    }
}

}  // namespace
}  // namespace touchstone::optimized
