#include "models/hpmc/bodies/body.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "models/core/errors.hpp"
#include "models/hpmc/bodies/hull.hpp"
#include "models/hpmc/bodies/measure.hpp"
#include "models/hpmc/bodies/mesh.hpp"
#include "models/hpmc/bodies/named.hpp"

namespace touchstone::shapes {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::string error_of(Body body) {
  try {
    checked(std::move(body), "shape 7");
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Body, RefusesWhatIsNotABody) {
  const struct {
    Body body;
    const char* words;
  } cases[] = {
      {ConvexPolygon{{{0, 0}, {1, 0}}}, "number of vertices: expected at least 3, found 2"},
      {ConvexPolygon{{{0, 0}, {1, kNan}, {0, 1}}}, "vertex 1: expected finite numbers"},
      {ConvexPolygon{{{0, 0}, {1, 0}, {0, 1}, {0, 0}}}, "vertex 3: expected another point"},
      {ConvexPolygon{{{-1, 0}, {0, 0}, {1, 0}}}, "area: expected a polygon that is not flat"},
      {ConvexPolygon{{{-1, -1}, {1, -1}, {1, 1}, {0, 0.1}, {-1, 1}}}, "a convex polygon"},
      {ConvexPolygon{{{0, 1}, {-.6, -.8}, {.9, .3}, {-.9, .3}, {.6, -.8}}}, "a convex polygon"},
      {ConvexPolygon{{{1, 1}, {2, 1}, {1, 2}}}, "origin of the body"},
      {SimplePolygon{{{0, 0}, {1, 1}, {1, 0}, {0, 1}}}, "not flat"},
      {SimplePolygon{{{0, 0}, {2, 2}, {2, 0}, {0, 1}}}, "cross or touch itself"},
      {Spheropolygon{{{-1, 0}, {1, 0}}, 0}, "rounding radius: expected a positive"},
      {Spheropolygon{{{-1, 0}, {1, 0}}, -1}, "rounding radius: expected a finite number of at"},
      {Ellipse{1, 0}, "half axis b: expected a positive finite number, found 0"},
      {Ellipsoid{1, 1, -2}, "half axis c"},
      {Ellipsoid{std::numeric_limits<double>::infinity(), 1, 1}, "half axis a"},
      {Disk{0}, "radius"},
      {Ball{kNan}, "radius"},
      {ConvexPolyhedron{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, "at least 4, found 3"},
      {ConvexPolyhedron{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}}, "not flat"},
      {ConvexPolyhedron{{{1, 0, 0}, {2, 0, 0}, {1, 1, 0}, {1, 0, 1}}}, "origin of the body"},
      {Spheropolyhedron{{{1, 0, 0}, {2, 0, 0}}, 0.1}, "origin of the body"},
      {FacetedEllipsoid{.normals = {{1, 0, 0}}}, "number of offsets: expected 1"},
      {FacetedEllipsoid{.normals = {{0, 0, 0}}, .offsets = {-1}}, "normal 0"},
      {FacetedEllipsoid{.normals = {{1, 0, 0}}, .offsets = {0.1}}, "a point inside plane 0"},
      {FacetedEllipsoid{.origin = {2, 0, 0}}, "a point inside the ellipsoid"},
      {SphereUnion{.centres = {{0, 0, 0}}, .radii = {}}, "number of radii: expected 1"},
      {SphereUnion{}, "number of spheres"},
      {Polyhedron{.vertices = {{0, 0, 0}, {1, 0, 0}}}, "faces"},
      {Polyhedron{.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, .triangles = {{0, 1, 3}}},
       "face 0: expected vertices from 0 to 2, found 3"},
      {Polyhedron{.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, .triangles = {{0, 1, 2}}},
       "a closed mesh, found edge 0-1 belongs to 1 triangles"},
      {Polyhedron{.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                  .triangles = {{0, 1, 2}, {0, 2, 1}}},
       "a closed mesh, found face 0 and those connected with it enclose no volume"},
      {DimpledBall{.dimple_centres = {{0, 0, 1}}, .dimple_radii = {0}}, "radius of a dimple"},
      {DimpledBall{.dimple_centres = {{0, 0, 1}}, .dimple_radii = {1.6}}, "none by dimple 0"},
  };
  for (const auto& one : cases) {
    const std::string error = error_of(one.body);
    EXPECT_NE(error.find(one.words), std::string::npos) << one.words << "\n" << error;
    EXPECT_EQ(error.rfind("shape 7 (", 0), 0u) << error;
  }
}

TEST(Body, ReversesClockwisePolygons) {
  const Body body = checked(ConvexPolygon{{{-1, -1}, {0, 1}, {1, -1}}});
  const auto& v = std::get<ConvexPolygon>(body).vertices;
  EXPECT_GT(cross(v[1] - v[0], v[2] - v[0]), 0);
  EXPECT_EQ(v[0], (Vec2{-1, -1}));
}

TEST(Body, AcceptsAnOriginOnItsSurface) {
  EXPECT_EQ(error_of(ConvexPolygon{{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}}}), "accepted");
  EXPECT_EQ(error_of(ConvexPolyhedron{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}), "accepted");
  EXPECT_EQ(error_of(Spheropolyhedron{{{-1, 0, 0}, {2, 0, 0}}, 0.1}), "accepted");
  EXPECT_EQ(error_of(Spheropolyhedron{{{-1, -1, 0}, {2, -1, 0}, {0, 3, 0}}, 0.1}), "accepted");
}

TEST(Body, TurnsMeshesOutward) {
  Polyhedron mesh = mesh_of_hull(std::get<ConvexPolyhedron>(named_body("cube")).vertices);
  ASSERT_EQ(mesh.triangles.size(), 12u);
  EXPECT_NEAR(volume(mesh), 1, 1e-15);
  std::swap(mesh.triangles[3][0], mesh.triangles[3][1]);
  const Body mended = checked(mesh);
  EXPECT_NEAR(volume(std::get<Polyhedron>(mended)), 1, 1e-15);
  for (auto& triangle : mesh.triangles) std::swap(triangle[0], triangle[1]);
  EXPECT_NEAR(volume(std::get<Polyhedron>(checked(mesh))), 1, 1e-15);
}

TEST(Body, MeshesPassThroughEachOtherButNotThroughThemselves) {
  Polyhedron mesh = mesh_of_hull(std::get<ConvexPolyhedron>(named_body("cube")).vertices);
  Polyhedron pushed = mesh;  // a corner beyond the opposite face
  pushed.vertices[0] = {0.1, 0.2, 0.9};
  EXPECT_NE(error_of(pushed).find("passes through face"), std::string::npos) << error_of(pushed);
  const std::size_t corners = mesh.vertices.size();
  for (std::size_t i = 0; i < corners; ++i)
    mesh.vertices.push_back(mesh.vertices[i] + Vec3{0.3, 0.2, 0.1});
  for (std::size_t t = 0; t < 12; ++t) {
    auto triangle = mesh.triangles[t];
    for (std::uint32_t& vertex : triangle) vertex += static_cast<std::uint32_t>(corners);
    mesh.triangles.push_back(triangle);
  }
  EXPECT_EQ(error_of(mesh), "accepted");
}

// Sizes of the paper's systems, computed independently.
TEST(NamedBodies, HaveTheirSizes) {
  const auto expect = [](const char* name, double measured, double circum, double in) {
    EXPECT_NEAR(measure(named_body(name)).value(), measured, 1e-11) << name;
    EXPECT_NEAR(circumradius(named_body(name)), circum, 1e-11) << name;
    EXPECT_NEAR(inradius(named_body(name)), in, 1e-11) << name;
  };
  expect("pentagon", 0.594410322684, 0.5, 0.5 * std::cos(std::numbers::pi / 5));
  expect("dodecahedron", 0.348145482890, 0.5, 0.397327236146);
  expect("tetrahedron", 0.117851130198, 0.612372435696, 0.612372435696 / 3);
  expect("octahedron", 0.471404520791, 0.707106781187, 1 / std::sqrt(6.0));
  expect("truncated-octahedron", 1, std::sqrt(5.0) / std::cbrt(32.0),
         std::sqrt(3.0) / std::cbrt(32.0));
  expect("c-polygon", 0.625, std::sqrt(0.5), 0);
  EXPECT_THROW(named_body("pentagn"), InputError);
}

TEST(NamedBodies, AreKnownInAnySizeTurnedAndMirrored) {
  for (const NamedBody& one : named_bodies()) {
    const NamedBody* const like = named_like(scaled(one.body, 7));
    if (one.name == "c-polygon")
      EXPECT_EQ(like, nullptr);
    else
      EXPECT_EQ(like, &one) << one.name;
  }
  auto cube = std::get<ConvexPolyhedron>(named_body("cube"));
  for (Vec3& v : cube.vertices)
    v = {0.8 * v.x - 0.6 * v.y + 0.25, -0.6 * v.x - 0.8 * v.y, v.z};  // moved, too
  ASSERT_NE(named_like(cube), nullptr);
  EXPECT_EQ(named_like(cube)->name, "cube");
  for (Vec3& v : cube.vertices) v.z *= 1.00001;
  EXPECT_EQ(named_like(cube), nullptr);
  EXPECT_EQ(named_like(Ellipsoid{1, 1, 1}), nullptr);
}

TEST(Hull, CountsFacetsAndEdges) {
  const auto& v = std::get<ConvexPolyhedron>(named_body("dodecahedron")).vertices;
  const Hull hull = hull_of(v);
  EXPECT_EQ(hull.facets.size(), 12u);
  EXPECT_EQ(hull.edges.size(), 30u);
  for (const Facet& facet : hull.facets) EXPECT_EQ(facet.vertices.size(), 5u);
}

TEST(Measure, OfRoundedBodies) {
  const auto cube = std::get<ConvexPolyhedron>(named_body("cube")).vertices;
  const double r = 0.3;
  const double pi = std::numbers::pi;
  EXPECT_NEAR(measure(Spheropolyhedron{cube, r}).value(),
              1 + 6 * r + 3 * pi * r * r + 4 * pi / 3 * r * r * r, 1e-12);
  EXPECT_NEAR(measure(Spheropolygon{{{-1, 0}, {1, 0}}, 0.5}).value(), 2 + pi / 4, 1e-14);
}

TEST(Body, ScalesEveryLength) {
  for (const NamedBody& one : named_bodies()) {
    const Body large = scaled(one.body, 100);
    EXPECT_NEAR(circumradius(large), 100 * circumradius(one.body), 1e-12) << one.name;
    const double power = dimensions(one.body) == 2 ? 1e4 : 1e6;
    EXPECT_NEAR(measure(large).value() / power, measure(one.body).value(), 1e-13) << one.name;
  }
}

}  // namespace
}  // namespace touchstone::shapes
