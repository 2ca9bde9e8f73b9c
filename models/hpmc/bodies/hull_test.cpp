// The hull of points of which some are on its edges: these change nothing.
#include "models/hpmc/bodies/hull.hpp"

#include <gtest/gtest.h>

#include "models/hpmc/bodies/measure.hpp"
#include "models/hpmc/bodies/named.hpp"

namespace touchstone::shapes {
namespace {

TEST(Hull, HasNoFacetThroughPointsOnALine) {
  const Rotation turn(normalised(Orientation{0.3, 0.5, -0.7, 0.2}));
  for (const char* const name : {"tetrahedron", "dodecahedron"}) {
    std::vector<Vec3> corners = std::get<ConvexPolyhedron>(named_body(name)).vertices;
    for (Vec3& p : corners) p = turn(p);
    const Hull hull = hull_of(corners);
    std::vector<Vec3> more = corners;
    for (const auto& [i, j] : hull.edges) more.push_back(0.3 * corners[i] + 0.7 * corners[j]);
    EXPECT_EQ(hull_of(more).facets.size(), hull.facets.size()) << name;
    const auto expected = measure(checked(Spheropolyhedron{corners, 0.5}));
    const auto found = measure(checked(Spheropolyhedron{more, 0.5}));
    ASSERT_TRUE(expected && found);
    EXPECT_NEAR(*found, *expected, 1e-12 * *expected) << name;
  }
}

}  // namespace
}  // namespace touchstone::shapes
