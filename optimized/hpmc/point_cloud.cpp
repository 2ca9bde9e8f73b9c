#include "optimized/hpmc/point_cloud.hpp"

#include <algorithm>
#include <vector>

namespace touchstone::optimized {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::Vec3;

struct Points {
  std::vector<Vec3> all;
  double rounding = 0;
};

Points points_of(const Body& body) {
  const auto flat = [](const std::vector<shapes::Vec2>& v) {
    std::vector<Vec3> all;
    for (const shapes::Vec2& p : v) all.push_back({p.x, p.y, 0});
    return all;
  };
  if (const auto* p = std::get_if<shapes::ConvexPolygon>(&body)) return {flat(p->vertices), 0};
  if (const auto* p = std::get_if<shapes::Spheropolygon>(&body))
    return {flat(p->vertices), p->rounding};
  if (const auto* p = std::get_if<shapes::ConvexPolyhedron>(&body)) return {p->vertices, 0};
  if (const auto* p = std::get_if<shapes::Spheropolyhedron>(&body))
    return {p->vertices, p->rounding};
  if (const auto* p = std::get_if<shapes::Disk>(&body)) return {{{}}, p->radius};
  return {{{}}, std::get<shapes::Ball>(body).radius};
}

/// Of the hull of the points about the origin, by the class that has it.
double radius_inside(const Body& body, const std::vector<Vec3>& points) {
  if (dimensions(body) == 3) {
    if (points.size() < 4) return 0;
    return inradius(shapes::ConvexPolyhedron{points});
  }
  shapes::ConvexPolygon polygon;
  for (const Vec3& p : points) polygon.vertices.push_back({p.x, p.y});
  return points.size() < 3 ? 0 : inradius(polygon);
}

}  // namespace

bool PointCloud::takes(BodyClass c) {
  return c == BodyClass::convex_polygon || c == BodyClass::spheropolygon ||
         c == BodyClass::convex_polyhedron || c == BodyClass::spheropolyhedron ||
         c == BodyClass::disk || c == BodyClass::ball;
}

PointCloud::PointCloud(const Body& body) {
  Points points = points_of(body);
  const auto n = points.all.size();
  // The origin where it is well inside, so that most pairs need no shift; else the mean.
  double largest = 0;
  for (const Vec3& p : points.all) largest = std::max(largest, norm(p));
  inner_ = radius_inside(body, points.all);
  if (n > 1 && !(inner_ > 0.01 * largest)) {
    for (const Vec3& p : points.all) centre_ = centre_ + (1 / static_cast<double>(n)) * p;
    for (Vec3& p : points.all) p = p - centre_;
    inner_ = radius_inside(body, points.all);
  }
  inner_ *= 1 - 1e-9;  // hulls are found to about this
  rounding_ = points.rounding;
  count_ = n;
  padded_ = (n + kLanes - 1) / kLanes * kLanes;
  data_ = hwy::AllocateAligned<double>(3 * padded_);
  for (std::size_t i = 0; i < padded_; ++i) {
    const Vec3 p = points.all[std::min(i, n - 1)];
    data_[i] = p.x;
    data_[padded_ + i] = p.y;
    data_[2 * padded_ + i] = p.z;
    outer_ = std::max(outer_, norm(p) + rounding_);
  }
}

}  // namespace touchstone::optimized
