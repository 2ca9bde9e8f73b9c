#include "models/hpmc/bodies/named.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "models/core/registry.hpp"

namespace touchstone::shapes {
namespace {

ConvexPolyhedron dodecahedron() {
  const double g = std::numbers::phi;
  const double f = 0.5 / std::numbers::sqrt3;
  ConvexPolyhedron body;
  for (const double x : {-1.0, 1.0})
    for (const double y : {-1.0, 1.0}) {
      for (const double z : {-1.0, 1.0}) body.vertices.push_back(f * Vec3{x, y, z});
      body.vertices.push_back(f * Vec3{0, x / g, y * g});
      body.vertices.push_back(f * Vec3{x / g, y * g, 0});
      body.vertices.push_back(f * Vec3{y * g, 0, x / g});
    }
  return body;
}

ConvexPolyhedron tetrahedron() {
  const double f = 1 / (2 * std::numbers::sqrt2);
  return {{f * Vec3{1, 1, 1}, f * Vec3{1, -1, -1}, f * Vec3{-1, 1, -1}, f * Vec3{-1, -1, 1}}};
}

ConvexPolyhedron octahedron() {
  const double f = 1 / std::numbers::sqrt2;
  return {{{f, 0, 0}, {-f, 0, 0}, {0, f, 0}, {0, -f, 0}, {0, 0, f}, {0, 0, -f}}};
}

ConvexPolyhedron cube() {
  ConvexPolyhedron body;
  for (const double x : {-0.5, 0.5})
    for (const double y : {-0.5, 0.5})
      for (const double z : {-0.5, 0.5}) body.vertices.push_back({x, y, z});
  return body;
}

/// All permutations of (0, +-1, +-2), whose hull has volume 32.
ConvexPolyhedron truncated_octahedron() {
  const double f = 1 / std::cbrt(32.0);
  ConvexPolyhedron body;
  for (const double one : {-1.0, 1.0})
    for (const double two : {-2.0, 2.0})
      for (const Vec3 v : {Vec3{0, one, two}, Vec3{0, two, one}, Vec3{one, 0, two},
                           Vec3{two, 0, one}, Vec3{one, two, 0}, Vec3{two, one, 0}})
        body.vertices.push_back(f * v);
  return body;
}

SimplePolygon c_polygon() {
  return {{{-0.5, 0.5},
           {-0.5, -0.5},
           {0.5, -0.5},
           {0.5, -0.25},
           {-0.25, -0.25},
           {-0.25, 0.25},
           {0.5, 0.25},
           {0.5, 0.5}}};
}

/// Vertices of a convex body, at z = 0 in the plane; none of others.
std::vector<Vec3> vertices_of(const Body& body) {
  if (const auto* solid = std::get_if<ConvexPolyhedron>(&body)) return solid->vertices;
  std::vector<Vec3> all;
  if (const auto* polygon = std::get_if<ConvexPolygon>(&body))
    for (const Vec2 v : polygon->vertices) all.push_back({v.x, v.y, 0});
  return all;
}

/// For each vertex its distances from all, ascending, in units of the largest of all.
std::vector<std::vector<double>> distances_of(const std::vector<Vec3>& vertices) {
  std::vector<std::vector<double>> all;
  double largest = 0;
  for (const Vec3 v : vertices) {
    std::vector<double>& own = all.emplace_back();
    for (const Vec3 w : vertices) own.push_back(norm(w - v));
    std::sort(own.begin(), own.end());
    largest = std::max(largest, own.back());
  }
  for (auto& own : all)
    for (double& d : own) d /= largest;
  return all;
}

/// Whether vertices can be paired such that each has the distances of its partner.
bool alike(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  if (a.empty() || a.size() != b.size()) return false;
  const auto of_a = distances_of(a);
  auto of_b = distances_of(b);
  const auto same = [](double x, double y) { return std::abs(x - y) < 1e-6; };
  for (const auto& own : of_a) {
    const auto partner = std::find_if(of_b.begin(), of_b.end(), [&](const auto& other) {
      return std::equal(own.begin(), own.end(), other.begin(), same);
    });
    if (partner == of_b.end()) return false;
    of_b.erase(partner);
  }
  return true;
}

}  // namespace

const NamedBody* named_like(const Body& body) {
  const bool round = class_of(body) == BodyClass::disk || class_of(body) == BodyClass::ball;
  for (const NamedBody& one : named_bodies())
    if (class_of(one.body) == class_of(body) &&
        (round || alike(vertices_of(one.body), vertices_of(body))))
      return &one;
  return nullptr;
}

ConvexPolygon regular_polygon(int vertices, double circumradius) {
  ConvexPolygon polygon;
  for (int k = 0; k < vertices; ++k) {
    const double angle = 2 * std::numbers::pi * k / vertices;
    polygon.vertices.push_back({-circumradius * std::sin(angle), circumradius * std::cos(angle)});
  }
  return polygon;
}

const std::vector<NamedBody>& named_bodies() {
  static const std::vector<NamedBody> all = [] {
    std::vector<NamedBody> bodies{
        {"disk", "diameter 1", Disk{0.5}},
        {"sphere", "diameter 1", Ball{0.5}},
        {"pentagon", "circumradius 1/2", regular_polygon(5, 0.5)},
        {"square", "edge 1", ConvexPolygon{{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}}}},
        {"dodecahedron", "circumradius 1/2", dodecahedron()},
        {"tetrahedron", "edge 1", tetrahedron()},
        {"octahedron", "edge 1", octahedron()},
        {"cube", "edge 1", cube()},
        {"truncated-octahedron", "volume 1", truncated_octahedron()},
        {"c-polygon", "a square of edge 1 with a notch; origin outside", c_polygon()}};
    for (NamedBody& one : bodies) one.body = checked(one.body, one.name);
    return bodies;
  }();
  return all;
}

const Body& named_body(const std::string& name) {
  std::vector<std::string> known;
  for (const NamedBody& one : named_bodies()) {
    if (one.name == name) return one.body;
    known.push_back(one.name);
  }
  throw InputError("unknown shape '" + name + "'; " + suggestion(name, known));
}

}  // namespace touchstone::shapes
