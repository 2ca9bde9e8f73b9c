// Runs whose overlap checks are mostly in single precision are, bit for bit, those in double
// precision: one body type and several, with bodies that have no screen, in small and tilted boxes,
// and for as long as it takes every leaf to grow.
#include <gtest/gtest.h>

#include "models/hpmc/bodies/named.hpp"
#include "models/hpmc/registry.hpp"

namespace touchstone::optimized {
namespace {

using shapes::Body;
using shapes::Configuration;

Configuration lattice(const std::string& name, int along, double packing) {
  return shapes::simple_lattice(shapes::named_body(name), along, packing);
}

/// Every third body is another one, smaller than the first.
Configuration mixed(Configuration c, const Body& other) {
  c.types.push_back(other);
  for (std::size_t i = 0; i < c.size(); i += 3) c.type[i] = 1;
  return c;
}

Configuration tilted(Configuration c) {
  shapes::Box box = c.box;
  box.xy = 0.2;
  if (box.dimensions == 3) box.yz = -0.15;
  for (shapes::Vec3& r : c.centres) r = box.wrap(box.from_fractional(c.box.fractional(r)));
  c.box = box;
  return c;
}

void expect_same_bits(const Configuration& start, std::uint64_t steps) {
  for (const double displacement : {0.03, 0.15}) {
    const shapes::RunParameters p{
        .max_displacement = displacement, .max_rotation = 0.4, .seed = 17};
    const auto single = shapes::shape_scheme("hpmc/serial-tree").start(start, p);
    const auto twice = shapes::shape_scheme("hpmc/serial-tree-double").start(start, p);
    single->advance(steps);
    twice->advance(steps);
    const Configuration a = single->configuration(), b = twice->configuration();
    EXPECT_EQ(a.centres, b.centres);
    EXPECT_EQ(a.orientations, b.orientations);
    const std::uint64_t accepted = single->stats().of_bodies().accepted;
    EXPECT_EQ(accepted, twice->stats().of_bodies().accepted);
    EXPECT_GT(accepted, start.size() * steps / 10);
    EXPECT_LT(accepted, single->stats().of_bodies().trials);
  }
}

TEST(ScreenedRuns, OfPolygonsAreThoseInDoublePrecision) {
  expect_same_bits(lattice("pentagon", 8, 0.55), 40);
  expect_same_bits(tilted(lattice("square", 6, 0.5)), 40);
  expect_same_bits(lattice("square", 2, 0.5), 100);  // among its own images
}

TEST(ScreenedRuns, OfPolyhedraAreThoseInDoublePrecision) {
  expect_same_bits(lattice("dodecahedron", 5, 0.4), 30);
  expect_same_bits(shapes::tetrahedra_and_octahedra(3, 0.6), 15);
  expect_same_bits(tilted(lattice("truncated-octahedron", 4, 0.45)), 20);
  expect_same_bits(lattice("cube", 2, 0.4), 100);
}

TEST(ScreenedRuns, OfBodiesOfSeveralTypesAreThoseInDoublePrecision) {
  const Body rounded = shapes::checked(shapes::Spheropolyhedron{
      {{0.2, 0.2, 0.2}, {0.2, -0.2, -0.2}, {-0.2, 0.2, -0.2}, {-0.2, -0.2, 0.2}}, 0.1});
  expect_same_bits(mixed(lattice("cube", 4, 0.35), rounded), 20);
  // The origin is on its surface: it has no screen.
  const Body aside = shapes::checked(shapes::ConvexPolygon{{{0, 0}, {0.4, 0}, {0, 0.4}}});
  expect_same_bits(mixed(lattice("pentagon", 6, 0.45), aside), 30);
}

}  // namespace
}  // namespace touchstone::optimized
