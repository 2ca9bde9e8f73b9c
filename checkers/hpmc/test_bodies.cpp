#include "checkers/hpmc/test_bodies.hpp"

#include <cmath>

#include "models/hpmc/bodies/mesh.hpp"
#include "models/hpmc/bodies/named.hpp"

namespace touchstone::hpmc {
namespace {

using namespace shapes;  // every class of bodies

std::vector<Vec3> vertices_of(const char* named) {
  return std::get<ConvexPolyhedron>(named_body(named)).vertices;
}

void add_planar(std::vector<Body>& all) {
  all.insert(all.end(), {Disk{0.5}, Disk{0.2}});
  all.insert(all.end(), {named_body("pentagon"), named_body("square"),
                         ConvexPolygon{{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}}},
                         ConvexPolygon{{{-0.9, -0.02}, {0.8, -0.05}, {0.85, 0.03}, {-0.6, 0.06}}}});
  // Neighbours in the list meet near contact: rounded ones of unlike size and rounding.
  all.insert(all.end(), {Spheropolygon{regular_polygon(5, 0.5).vertices, 0.05},
                         Spheropolygon{{{-0.2, -0.15}, {0.2, -0.15}, {0, 0.25}}, 0.2},
                         Spheropolygon{{{-0.5, 0}, {0.5, 0}}, 0.2}, Spheropolygon{{{0, 0}}, 0.5}});
  // 12 vertices against 8 with a notch between them; and one of edge 0.01.
  all.insert(all.end(), {named_body("c-polygon"), SimplePolygon{regular_polygon(12, 0.15).vertices},
                         SimplePolygon{{{0, -0.5}, {0.7, 0.3}, {0, -0.1}, {-0.7, 0.3}}}});
  all.insert(all.end(), {Ellipse{1, 0.3}, Ellipse{0.5, 0.5}, Ellipse{0.2, 0.6}});
}

/// Four cubes in the form of an L.
Polyhedron bent_bar() {
  Polyhedron mesh;
  const double s = 0.4;
  const double outline[6][2] = {{-1, -1}, {2, -1}, {2, 1}, {1, 1}, {1, 0}, {-1, 0}};
  for (const double z : {-0.5, 0.5})
    for (const auto& [x, y] : outline) mesh.vertices.push_back({s * x, s * y, s * z});
  for (std::uint32_t i = 0; i < 6; ++i) {
    const std::uint32_t j = (i + 1) % 6;
    mesh.triangles.push_back({i, j, 6 + j});
    mesh.triangles.push_back({i, 6 + j, 6 + i});
  }
  for (const std::uint32_t base : {0u, 6u})
    for (const auto& [a, b, c] : {std::array{0u, 1u, 4u}, {1u, 2u, 3u}, {1u, 3u, 4u}, {0u, 4u, 5u}})
      mesh.triangles.push_back({base + a, base + b, base + c});
  return mesh;
}

/// Half axes of three sizes and planes in general position.
FacetedEllipsoid cut_ellipsoid() {
  return {.a = 0.7,
          .b = 0.5,
          .c = 0.4,
          .normals = {{1, 0.2, 0}, {-0.3, 1, 0.1}, {0, -1, 0.5}, {0.2, 0.3, -1}},
          .offsets = {-0.4, -0.3, -0.3, -0.25}};
}
FacetedEllipsoid cut_ball() {
  return {.a = 0.5,
          .b = 0.5,
          .c = 0.5,
          .normals = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
          .offsets = std::vector<double>(6, -0.28)};
}

void add_spatial(std::vector<Body>& all) {
  all.insert(all.end(), {Ball{0.5}, Ball{0.15}});
  all.insert(all.end(),
             {SphereUnion{{{-0.25, 0, 0}, {0.25, 0, 0}}, {0.25, 0.25}},
              SphereUnion{{{0, 0, 0}, {0.5, 0, 0}, {0, 0.5, 0}}, {0.3, 0.15, 0.15}, {1, 2, 3}}});
  all.insert(all.end(), {Ellipsoid{0.5, 0.5, 0.1}, Ellipsoid{0.2, 0.2, 0.9},
                         Ellipsoid{0.3, 0.5, 0.8}, Ellipsoid{0.5, 0.5, 0.5}});
  all.insert(all.end(), {named_body("cube"), named_body("tetrahedron"), named_body("octahedron"),
                         named_body("dodecahedron")});
  all.insert(all.end(), {Spheropolyhedron{vertices_of("octahedron"), 0.1},
                         Spheropolyhedron{vertices_of("tetrahedron"), 0.25},
                         Spheropolyhedron{{{-0.5, 0, 0}, {0.5, 0, 0}}, 0.2},
                         Spheropolyhedron{{{0, 0, 0}}, 0.5},
                         Spheropolyhedron{vertices_of("tetrahedron"), 0.02}});
  all.insert(
      all.end(),
      {FacetedEllipsoid{.a = 0.5, .b = 0.5, .c = 0.5, .normals = {{1, 0, 0}}, .offsets = {-0.3}},
       cut_ball(), cut_ellipsoid()});
  Polyhedron rounded = mesh_of_hull(vertices_of("octahedron"));
  rounded.rounding = 0.05;
  all.insert(all.end(), {bent_bar(), mesh_of_hull(vertices_of("cube")), rounded});
  all.insert(all.end(),
             {DimpledBall{.radius = 1,
                          .dimple_centres = {{0, 0, 1.15}, {0, 0, -1.15}},
                          .dimple_radii = {1.1, 1.1}},
              DimpledBall{.radius = 0.6, .dimple_centres = {{0.7, 0, 0}}, .dimple_radii = {0.4}}});
}

}  // namespace

const std::vector<Body>& test_bodies() {
  static const std::vector<Body> bodies = [] {
    std::vector<Body> all;
    add_planar(all);
    add_spatial(all);
    for (Body& body : all) body = checked(body, "test body");
    return all;
  }();
  return bodies;
}

const std::vector<Body>& stout_bodies() {
  static const std::vector<Body> bodies = [] {
    std::vector<Body> all{
        Disk{0.5},
        Ball{0.5},
        SphereUnion{{{-0.2, 0, 0}, {0.25, 0, 0}, {0, 0.3, 0}}, {0.35, 0.3, 0.25}, {1, 3, 2}},
        ConvexPolygon{{{-0.5, -0.4}, {0.5, -0.3}, {0.3, 0.35}, {-0.2, 0.5}}},
        Spheropolygon{{{-0.3, -0.2}, {0.35, -0.2}, {0, 0.3}}, 0.2},
        SimplePolygon{{{0.5, -0.5}, {0.15, 0}, {0.4, 0.5}, {-0.5, 0.4}, {-0.5, -0.5}}},
        Ellipse{0.6, 0.35},
        Ellipsoid{0.6, 0.5, 0.35},
        ConvexPolyhedron{{{-0.5, -0.4, -0.3}, {0.6, -0.3, -0.3}, {0, 0.5, -0.4}, {0.1, 0, 0.5}}},
        Spheropolyhedron{{{-0.3, -0.1, 0}, {0.3, -0.1, 0}, {0, 0.3, 0}}, 0.3},
        FacetedEllipsoid{.a = 0.6,
                         .b = 0.5,
                         .c = 0.45,
                         .normals = {{1, 0.2, 0}, {0, -1, 0.5}},
                         .offsets = {-0.35, -0.3}},
        Polyhedron{
            .vertices = {{-0.5, -0.4, -0.3}, {0.6, -0.3, -0.3}, {0, 0.5, -0.4}, {0.1, 0, 0.5}},
            .triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}},
            .rounding = 0.05},
        DimpledBall{.radius = 0.6, .dimple_centres = {{0.65, 0, 0}}, .dimple_radii = {0.4}}};
    all.insert(all.end(),
               {SphereUnion{{{-0.2, 0, 0}, {0.2, 0, 0}}, {0.35, 0.35}}, named_body("square"),
                Spheropolygon{{{-0.3, 0}, {0.3, 0}}, 0.3}, Ellipsoid{0.4, 0.4, 0.6},
                named_body("cube"), Spheropolyhedron{{{0, 0, -0.3}, {0, 0, 0.3}}, 0.3}});
    for (Body& body : all) body = checked(body, "stout body");
    return all;
  }();
  return bodies;
}

}  // namespace touchstone::hpmc
