// models/hpmc/bodies/check_body.cpp
// Purpose   checked() of body.hpp: what is refused as a body, and what is mended.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/core/errors.hpp"
#include "models/hpmc/bodies/body.hpp"
#include "models/hpmc/bodies/hull.hpp"
#include "models/hpmc/bodies/mesh.hpp"

namespace touchstone::shapes {
namespace {

/// Below this, relative to the lengths it is made of, a cross product is that of a straight line.
constexpr double kStraight = 1e-12;
/// Relative to its length, a polyhedron of this thickness is flat.
constexpr double kThinnest = 1e-8;

std::string text(double x) { return fmt::format("{}", x); }
std::string text(Vec2 v) { return fmt::format("({}, {})", v.x, v.y); }
std::string text(Vec3 v) { return fmt::format("({}, {}, {})", v.x, v.y, v.z); }
bool finite(double x) { return std::isfinite(x); }
bool finite(Vec2 v) { return finite(v.x) && finite(v.y); }
bool finite(Vec3 v) { return finite(v.x) && finite(v.y) && finite(v.z); }

/// Whether a plane nearly holds the points: hull_of() would find only some of their facets.
bool nearly_flat(const std::vector<Vec3>& points) {
  Vec3 along{};
  for (const Vec3& p : points)
    if (norm(p - points[0]) > norm(along)) along = p - points[0];
  Vec3 normal{};
  for (const Vec3& p : points) {
    const Vec3 own = cross(along, p - points[0]);
    if (norm(own) > norm(normal)) normal = own;
  }
  double thickness = 0;
  for (const Vec3& p : points)
    thickness = std::max(thickness, std::abs(dot(normal, p - points[0])));
  return thickness <= kThinnest * norm(normal) * norm(along);
}

struct Checker {
  std::string where;

  [[noreturn]] void refuse(const std::string& what, const std::string& expected,
                           const std::string& found) const {
    throw input_error(where, what, expected, found);
  }
  void positive(const char* what, double x) const {
    if (!(finite(x) && x > 0)) refuse(what, "a positive finite number", text(x));
  }
  void not_negative(const char* what, double x) const {
    if (!(finite(x) && x >= 0)) refuse(what, "a finite number of at least 0", text(x));
  }
  template <class V>
  void all_finite(const char* what, const std::vector<V>& all) const {
    for (std::size_t i = 0; i < all.size(); ++i)
      if (!finite(all[i])) refuse(fmt::format("{} {}", what, i), "finite numbers", text(all[i]));
  }
  void count(const char* what, std::size_t found, std::size_t least) const {
    if (found < least)
      refuse(fmt::format("number of {}", what), fmt::format("at least {}", least),
             fmt::format("{}", found));
  }
  void same_count(const char* what, std::size_t found, const char* as, std::size_t expected) const {
    if (found != expected)
      refuse(fmt::format("number of {}", what), fmt::format("{}, as many as {}", expected, as),
             fmt::format("{}", found));
  }
  template <class V>
  void vertices(const std::vector<V>& all, std::size_t least) const {
    count("vertices", all.size(), least);
    all_finite("vertex", all);
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (all[i] == all[j])
          refuse(fmt::format("vertex {}", i), "another point than every earlier vertex",
                 fmt::format("that of vertex {}, {}", j, text(all[i])));
  }
  template <class V>
  void origin_inside(const std::vector<V>& all) const {
    if (!origin_in_hull(all))
      refuse("origin of the body", "a point inside the body (rotations are about it)",
             "one outside the hull of its vertices");
  }

  /// Counter-clockwise, and not flat.
  void counter_clockwise(std::vector<Vec2>& v) const {
    double area = 0;
    double size2 = 0;
    for (std::size_t i = 1; i + 1 < v.size(); ++i) {
      area += cross(v[i] - v[0], v[i + 1] - v[0]);
      size2 = std::max({size2, norm2(v[i] - v[0]), norm2(v[i + 1] - v[0])});
    }
    if (!(std::abs(area) > kStraight * size2))
      refuse("area", "a polygon that is not flat", text(area / 2));
    if (area < 0) std::reverse(v.begin() + 1, v.end());
  }
  void convex(const std::vector<Vec2>& v) const {
    for (std::size_t i = 0; i < v.size(); ++i) {
      const Vec2 edge = v[(i + 1) % v.size()] - v[i];
      for (std::size_t j = 0; j < v.size(); ++j) {
        const Vec2 to = v[j] - v[i];
        if (cross(edge, to) < -kStraight * norm(edge) * norm(to))
          refuse("vertices", "a convex polygon",
                 fmt::format("vertex {} outside the edge from {}", text(v[j]), text(v[i])));
      }
    }
  }
  void simple(const std::vector<Vec2>& v) const {
    const auto side = [](Vec2 a, Vec2 b, Vec2 c) {
      const double area = cross(b - a, c - a);
      return area > 0 ? 1 : area < 0 ? -1 : 0;
    };
    for (std::size_t i = 0; i < v.size(); ++i)
      for (std::size_t j = i + 2; j < v.size(); ++j) {
        if (i == 0 && j + 1 == v.size()) continue;  // neighbours around the end
        const Vec2 a = v[i];
        const Vec2 b = v[i + 1];
        const Vec2 c = v[j];
        const Vec2 d = v[(j + 1) % v.size()];
        if (side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0 &&
            std::max(std::min(a.x, b.x), std::min(c.x, d.x)) <=
                std::min(std::max(a.x, b.x), std::max(c.x, d.x)) &&
            std::max(std::min(a.y, b.y), std::min(c.y, d.y)) <=
                std::min(std::max(a.y, b.y), std::max(c.y, d.y)))
          refuse("edges", "a polygon that does not cross or touch itself",
                 fmt::format("edges {} and {} meet", i, j));
      }
  }

  void operator()(Disk& d) const { positive("radius", d.radius); }
  void operator()(Ball& b) const { positive("radius", b.radius); }
  void operator()(SphereUnion& u) const {
    count("spheres", u.centres.size(), 1);
    all_finite("position", u.centres);
    same_count("radii", u.radii.size(), "positions", u.centres.size());
    for (const double r : u.radii) positive("radius", r);
    if (u.masks.empty()) u.masks.assign(u.centres.size(), 1);
    same_count("overlap masks", u.masks.size(), "positions", u.centres.size());
  }
  void operator()(ConvexPolygon& p) const {
    vertices(p.vertices, 3);
    counter_clockwise(p.vertices);
    convex(p.vertices);
    origin_inside(p.vertices);
  }
  void operator()(Spheropolygon& p) const {
    vertices(p.vertices, 1);
    not_negative("rounding radius", p.rounding);
    if (p.vertices.size() < 3) positive("rounding radius", p.rounding);
    if (p.vertices.size() >= 3) counter_clockwise(p.vertices);
    if (p.vertices.size() >= 3) convex(p.vertices);
    origin_inside(p.vertices);
  }
  void operator()(SimplePolygon& p) const {
    vertices(p.vertices, 3);
    counter_clockwise(p.vertices);
    simple(p.vertices);
  }
  void operator()(Ellipse& e) const {
    positive("half axis a", e.a);
    positive("half axis b", e.b);
  }
  void operator()(Ellipsoid& e) const {
    positive("half axis a", e.a);
    positive("half axis b", e.b);
    positive("half axis c", e.c);
  }
  void operator()(ConvexPolyhedron& p) const {
    vertices(p.vertices, 4);
    if (nearly_flat(p.vertices) || hull_of(p.vertices).facets.empty())
      refuse("volume", "a polyhedron that is not flat", "all vertices in a plane");
    origin_inside(p.vertices);
  }
  void operator()(Spheropolyhedron& p) const {
    vertices(p.vertices, 1);
    not_negative("rounding radius", p.rounding);
    const bool flat = hull_of(p.vertices).facets.empty();
    if (flat) positive("rounding radius", p.rounding);
    if (!flat && nearly_flat(p.vertices))
      refuse("vertices", "a polyhedron, or a polygon exactly in a plane",
             fmt::format("a thickness below {:g} of the length", kThinnest));
    origin_inside(p.vertices);
  }
  void operator()(FacetedEllipsoid& f) const {
    Ellipsoid axes{f.a, f.b, f.c};
    (*this)(axes);
    all_finite("normal", f.normals);
    all_finite("offset", f.offsets);
    all_finite("vertex", f.vertices);
    same_count("offsets", f.offsets.size(), "normals", f.normals.size());
    all_finite("origin", std::vector{f.origin});
    const Vec3 unit{f.origin.x / f.a, f.origin.y / f.b, f.origin.z / f.c};
    if (!(norm2(unit) < 1)) refuse("origin", "a point inside the ellipsoid", text(f.origin));
    for (std::size_t i = 0; i < f.normals.size(); ++i) {
      if (norm2(f.normals[i]) == 0)
        refuse(fmt::format("normal {}", i), "a vector that is not zero", text(f.normals[i]));
      if (!(dot(f.normals[i], f.origin) + f.offsets[i] < 0))
        refuse("origin", fmt::format("a point inside plane {}", i), text(f.origin));
    }
  }
  void operator()(Polyhedron& p) const {
    vertices(p.vertices, 1);
    not_negative("rounding radius", p.rounding);
    all_finite("origin", std::vector{p.origin});
    if (p.triangles.empty()) {
      if (p.vertices.size() > 1)
        refuse("faces", "triangles of a closed mesh, or a single vertex", "none");
      positive("rounding radius", p.rounding);
      return;
    }
    for (std::size_t i = 0; i < p.triangles.size(); ++i)
      for (const std::uint32_t vertex : p.triangles[i])
        if (vertex >= p.vertices.size())
          refuse(fmt::format("face {}", i),
                 fmt::format("vertices from 0 to {}", p.vertices.size() - 1),
                 fmt::format("{}", vertex));
    std::string problem = turn_outward(p);
    if (!problem.empty()) refuse("faces", "a closed mesh", problem);
    problem = crossing(p);
    if (!problem.empty()) refuse("faces", "a mesh that does not pass through itself", problem);
  }
  void operator()(DimpledBall& d) const {
    positive("radius", d.radius);
    all_finite("centre", std::vector{d.centre});
    all_finite("centre of dimple", d.dimple_centres);
    same_count("dimple radii", d.dimple_radii.size(), "dimples", d.dimple_centres.size());
    for (std::size_t i = 0; i < d.dimple_radii.size(); ++i) {
      positive("radius of a dimple", d.dimple_radii[i]);
      if (norm(d.dimple_centres[i] - d.centre) + d.radius <= d.dimple_radii[i])
        refuse("dimples", "some of the ball left outside each",
               fmt::format("none by dimple {}", i));
    }
  }
};

}  // namespace

Body checked(Body body, const std::string& where) {
  const std::string place = where + " (" + std::string(name(class_of(body))) + ")";
  std::visit(Checker{place}, body);
  return body;
}

}  // namespace touchstone::shapes
