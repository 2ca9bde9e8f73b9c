#include "models/hpmc/bodies/core_points.hpp"

#include <algorithm>

namespace touchstone::shapes {
namespace {

CorePoints about_origin(const Body& body) {
  const auto flat = [](const std::vector<Vec2>& v) {
    std::vector<Vec3> all;
    for (const Vec2& p : v) all.push_back({p.x, p.y, 0});
    return all;
  };
  if (const auto* p = std::get_if<ConvexPolygon>(&body)) return {.points = flat(p->vertices)};
  if (const auto* p = std::get_if<Spheropolygon>(&body))
    return {.points = flat(p->vertices), .rounding = p->rounding};
  if (const auto* p = std::get_if<ConvexPolyhedron>(&body)) return {.points = p->vertices};
  if (const auto* p = std::get_if<Spheropolyhedron>(&body))
    return {.points = p->vertices, .rounding = p->rounding};
  if (const auto* p = std::get_if<Disk>(&body)) return {.points = {{}}, .rounding = p->radius};
  return {.points = {{}}, .rounding = std::get<Ball>(body).radius};
}

double radius_inside(int dimensions, const std::vector<Vec3>& points) {
  if (dimensions == 3) return points.size() < 4 ? 0 : inradius(Body{ConvexPolyhedron{points}});
  ConvexPolygon polygon;
  for (const Vec3& p : points) polygon.vertices.push_back({p.x, p.y});
  return points.size() < 3 ? 0 : inradius(Body{polygon});
}

}  // namespace

CorePoints core_points(const Body& body) {
  CorePoints core = about_origin(body);
  double largest = 0;
  for (const Vec3& p : core.points) largest = std::max(largest, norm(p));
  core.inner = radius_inside(dimensions(body), core.points);
  if (largest > 0 && !(core.inner > 0.01 * largest)) {
    const double share = 1 / static_cast<double>(core.points.size());
    for (const Vec3& p : core.points) core.centre = core.centre + share * p;
    for (Vec3& p : core.points) p = p - core.centre;
    core.inner = radius_inside(dimensions(body), core.points);
  }
  return core;
}

}  // namespace touchstone::shapes
