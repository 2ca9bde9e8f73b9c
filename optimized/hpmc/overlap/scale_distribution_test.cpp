// The scale distribution of a configuration whose contacts are known. Here, not in models/: it asks
// for the fast overlap of disks.
#include "models/hpmc/observables/scale_distribution.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "models/core/errors.hpp"
#include "models/hpmc/bodies/named.hpp"

namespace touchstone::shapes {
namespace {

/// Disks on a square lattice of spacing a: all touch at x = 1 - 1 / a, each once.
TEST(ScaleDistribution, FindsTheContactOfALattice) {
  const double spacing = 1 / (1 - 0.01005);  // the middle of bin 100
  const Configuration c =
      simple_lattice(named_body("disk"), 4, std::numbers::pi / 4 / (spacing * spacing));
  ScaleDistribution distribution(c.types, {.range = 0.02, .bins = 200, .degree = 5});
  distribution.add(c);
  EXPECT_NEAR(distribution.share_in_range(), 1, 1e-12);
  EXPECT_NEAR(distribution.compressions(), distribution.weights()[100] * 1e4, 1e-6);
  EXPECT_THROW(ScaleDistribution(c.types, {.range = 0}), InputError);
}

/// Each disk has four contacts of which the paper counts one.
TEST(ScaleDistribution, CountsAllPairsFromBothSides) {
  const double spacing = 1 / (1 - 0.01005);
  const Configuration c =
      simple_lattice(named_body("disk"), 4, std::numbers::pi / 4 / (spacing * spacing));
  ScaleDistribution first(c.types);
  ScaleDistribution pairs(c.types, {.all_pairs = true});
  first.add(c);
  pairs.add(c);
  EXPECT_NEAR(pairs.share_in_range(), 4, 1e-12);
  EXPECT_NEAR(pairs.compressions(), 4 * first.compressions(), 1e-6);
}

/// Caps of a ball whose centre they do not hold: apart at r, they overlap at some (1 + x) r.
TEST(ScaleDistribution, StretchesBodiesThatDoNotHoldTheirOrigin) {
  const Body cap =
      checked(FacetedEllipsoid{.normals = {{1, 0, 0}}, .offsets = {0.5}, .origin = {-0.75, 0, 0}});
  EXPECT_FALSE(is_convex(cap));
  EXPECT_TRUE(is_convex(checked(FacetedEllipsoid{.normals = {{1, 0, 0}}, .offsets = {-0.5}})));
  const Configuration c{.box = Box::cube(20),
                        .types = {cap},
                        .type = {0, 0},
                        .centres = {{0, 0, 0}, {-0.995, 0, 0}},
                        .orientations = {{}, {0, 0, 0, 1}}};
  ScaleDistribution distribution(c.types, {.range = 0.02, .bins = 20, .degree = 2});
  distribution.add(c);
  EXPECT_NE(distribution.expansions(), 0);
}

}  // namespace
}  // namespace touchstone::shapes
