#include "models/hpmc/boxes/box.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>

#include "models/core/errors.hpp"
#include "models/hpmc/bodies/named.hpp"
#include "models/hpmc/configuration.hpp"

namespace touchstone::shapes {
namespace {

double drawn(double low, double high) {
  return low + (high - low) * *rc::gen::inRange(0, 1 << 20) / (1 << 20);
}

Box any_box() {
  return {drawn(1, 9),
          drawn(1, 9),
          drawn(1, 9),
          drawn(-2, 2),
          drawn(-2, 2),
          drawn(-2, 2),
          *rc::gen::element(2, 3)};
}

TEST(ShapesBox, WrapsByLatticeVectors) {
  EXPECT_TRUE(rc::check([] {
    const Box box = any_box();
    const Vec3 p{drawn(-50, 50), drawn(-50, 50), drawn(-50, 50)};
    const Vec3 w = box.wrap(p);
    const Vec3 f = box.fractional(w);
    const double slack = 1e-12;
    RC_ASSERT(std::abs(f.x) <= 0.5 + slack && std::abs(f.y) <= 0.5 + slack);
    if (box.dimensions == 3) RC_ASSERT(std::abs(f.z) <= 0.5 + slack);
    const Vec3 steps = box.fractional(p) - f;
    RC_ASSERT(std::abs(steps.x - std::round(steps.x)) < 1e-9);
    RC_ASSERT(std::abs(steps.y - std::round(steps.y)) < 1e-9);
    RC_ASSERT(norm(box.from_fractional(box.fractional(p)) - p) < 1e-11);
  }));
}

TEST(ShapesBox, HasTheExpectedPlaneDistances) {
  const Box box{3, 4, 5, 0.3, -0.2, 0.7, 3};
  const auto w = box.plane_distances();
  // Volume over the area of a face.
  EXPECT_NEAR(w[0], box.volume() / norm(cross(box.a2(), box.a3())), 1e-14);
  EXPECT_NEAR(w[1], box.volume() / norm(cross(box.a1(), box.a3())), 1e-14);
  EXPECT_NEAR(w[2], box.volume() / norm(cross(box.a1(), box.a2())), 1e-14);
  EXPECT_EQ(box.smallest_plane_distance(), std::min({w[0], w[1], w[2]}));
}

// Every image that brings two points of the box nearer than the range is in the list.
TEST(ShapesBox, ListsEveryImageThatMatters) {
  EXPECT_TRUE(rc::check([] {
    const Box box = any_box();
    const double range = drawn(0.1, 4);
    const auto images = box.images(range);
    RC_ASSERT(images[0] == (Vec3{}));
    const auto inside = [&] {
      return box.from_fractional(
          {drawn(-0.5, 0.5), drawn(-0.5, 0.5), box.dimensions == 2 ? 0 : drawn(-0.5, 0.5)});
    };
    const Vec3 r = inside() - inside();
    for (int i = -12; i <= 12; ++i)
      for (int j = -12; j <= 12; ++j)
        for (int k = box.dimensions == 2 ? 0 : -12; k <= (box.dimensions == 2 ? 0 : 12); ++k) {
          const Vec3 a = i * box.a1() + j * box.a2() + k * box.a3();
          if (norm(r + a) > range) continue;
          RC_ASSERT(std::any_of(images.begin(), images.end(),
                                [&](Vec3 v) { return norm(v - a) < 1e-9; }));
        }
  }));
}

/// Floors that no int holds, and images that no memory does.
TEST(ShapesBox, RefusesToListImagesOfACollapsedBox) {
  EXPECT_EQ(Box::cube(0.1).images(1).size(), 23u * 23u * 23u);
  EXPECT_THROW(Box::cube(1e-3).images(1), InputError);
  EXPECT_THROW(Box::cube(1e-10).images(1), InputError);
  EXPECT_THROW(Box::square(1e-300).images(1e300), InputError);
}

TEST(ShapesBox, RefusesWhatIsNoBox) {
  EXPECT_NO_THROW(require_valid(Box::cube(2)));
  EXPECT_THROW(require_valid(Box::cube(0)), InputError);
  EXPECT_THROW(require_valid(Box{1, 1, 1, NAN, 0, 0, 2}), InputError);
  EXPECT_THROW(require_valid(Box{1, -1, 1, 0, 0, 0, 2}), InputError);
  EXPECT_THROW(require_valid(Box{1, 1, 1, 0, 0, 0, 4}), InputError);
}

TEST(ShapesConfiguration, TilingHasItsNumberAndPacking) {
  const Configuration c = tetrahedra_and_octahedra(7, 0.6);
  EXPECT_EQ(c.size(), 4116u);
  EXPECT_NEAR(c.packing_fraction(), 0.6, 1e-12);
  EXPECT_EQ(std::count(c.type.begin(), c.type.end(), 1u), 4116 / 3);
  EXPECT_NO_THROW(require_valid(c));
}

TEST(ShapesConfiguration, LatticesHaveTheBoxesOfThePaper) {
  const Body unit_area = scaled(named_body("pentagon"), 1 / std::sqrt(0.594410322684));
  EXPECT_NEAR(simple_lattice(unit_area, 64, 0.676).box.lx, 77.8406809, 1e-6);
  EXPECT_NEAR(face_centred_lattice(named_body("sphere"), 32, 0.60).box.lx, 48.54216, 1e-5);
  EXPECT_NEAR(body_centred_lattice(named_body("truncated-octahedron"), 20, 0.70).box.lx, 28.379668,
              1e-6);
}

TEST(ShapesConfiguration, RefusesWhatIsNone) {
  Configuration c = tetrahedra_and_octahedra(1, 0.5);
  c.orientations[3].s = 2;
  EXPECT_THROW(require_valid(c), InputError);
  c = tetrahedra_and_octahedra(1, 0.5);
  c.type[2] = 2;
  EXPECT_THROW(require_valid(c), InputError);
  c = tetrahedra_and_octahedra(1, 0.5);
  c.centres[0].x = NAN;
  EXPECT_THROW(require_valid(c), InputError);
  c = tetrahedra_and_octahedra(1, 0.5);
  c.types[0] = named_body("pentagon");
  EXPECT_THROW(require_valid(c), InputError);
  c = simple_lattice(named_body("disk"), 2, 0.3);
  EXPECT_NO_THROW(require_valid(c));
  c.centres[1].z = 1;  // a disk above the others
  EXPECT_THROW(require_valid(c), InputError);
  EXPECT_THROW(tetrahedra_and_octahedra(0, 0.5), InputError);
  EXPECT_THROW(tetrahedra_and_octahedra(1, 1.5), InputError);
}

}  // namespace
}  // namespace touchstone::shapes
