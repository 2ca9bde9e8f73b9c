#include "gpu/hpmc/screen_shapes.hpp"

#include <algorithm>
#include <limits>

#include "models/hpmc/bodies/core_points.hpp"
#include "models/hpmc/bodies/hull.hpp"

namespace touchstone::gpu {
namespace {

using shapes::BodyClass;
using shapes::Vec3;

constexpr std::size_t kMostFeatures = 64;

/// One of each two opposite points where all have an opposite one, to less than floats resolve.
bool keep_one_of_opposites(std::vector<Vec3>& points, double size) {
  std::vector<Vec3> half;
  for (const Vec3& p : points) {
    const auto opposite = [&](const Vec3& q) { return norm(p + q) < 1e-9 * size; };
    if (std::none_of(points.begin(), points.end(), opposite)) return false;
    if (std::none_of(half.begin(), half.end(), opposite)) half.push_back(p);
  }
  points = half;
  return true;
}

/// Appends points in floats; returns how many.
std::uint32_t append(std::vector<FloatPoint>& all, const std::vector<Vec3>& points) {
  for (const Vec3& p : points)
    all.push_back({static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z), 0});
  return static_cast<std::uint32_t>(points.size());
}

/// Duals of the edges of a polygon; empty when the origin is not inside or they are no hull.
std::vector<Vec3> duals_of_polygon(const std::vector<Vec3>& points) {
  std::vector<Vec3> duals;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3 edge = points[(i + 1) % points.size()] - points[i];
    const Vec3 normal{edge.y, -edge.x, 0};
    const double height = dot(normal, points[i]);
    for (const Vec3& p : points)
      if (!(dot(normal, p) <= height * (1 + 1e-9))) return {};
    if (!(height > 0)) return {};
    duals.push_back((1 / height) * normal);
  }
  return duals;
}
std::vector<Vec3> duals_of_polyhedron(const std::vector<Vec3>& points) {
  std::vector<Vec3> duals;
  for (const shapes::Facet& facet : shapes::hull_of(points).facets) {
    double height = 0;
    for (const Vec3& p : points) height = std::max(height, dot(facet.normal, p));
    if (!(height > 0)) return {};
    duals.push_back((1 / height) * facet.normal);
  }
  return duals;
}

bool is_faceted(BodyClass kind) {
  return kind == BodyClass::convex_polygon || kind == BodyClass::spheropolygon ||
         kind == BodyClass::convex_polyhedron || kind == BodyClass::spheropolyhedron;
}

}  // namespace

ScreenShapes::ScreenShapes(const std::vector<shapes::Body>& bodies) {
  for (const shapes::Body& body : bodies) {
    ScreenShape& type = types.emplace_back();
    Size& size = sizes_.emplace_back();
    size.circumradius = circumradius(body);
    const BodyClass kind = class_of(body);
    if (kind == BodyClass::disk || kind == BodyClass::ball) size.core = size.circumradius;
    if (is_faceted(kind)) add_facets(body, type, size);
  }
}

void ScreenShapes::add_facets(const shapes::Body& body, ScreenShape& type, Size& size) {
  const shapes::CorePoints core = shapes::core_points(body);
  const bool plane = dimensions(body) == 2;
  std::vector<Vec3> corners = core.points;
  if (!(core.centre == Vec3{}) || corners.size() > kMostFeatures ||
      corners.size() < (plane ? 3u : 4u))
    return;
  std::vector<Vec3> around = plane ? duals_of_polygon(corners) : duals_of_polyhedron(corners);
  if (around.empty() || around.size() > kMostFeatures) return;
  double outer = 0, height = std::numeric_limits<double>::infinity();
  for (const Vec3& p : corners) outer = std::max(outer, norm(p));
  for (const Vec3& m : around) height = std::min(height, 1 / norm(m));
  if (!(height > 0.05 * (outer + core.rounding) && outer > 1e-9 && outer < 1e9)) return;
  const bool mirrored_points = keep_one_of_opposites(corners, outer);
  const bool mirrored_duals = keep_one_of_opposites(around, 1 / height);
  type.first_point = static_cast<std::int32_t>(points.size());
  type.first_dual = static_cast<std::int32_t>(duals.size());
  type.sizes = append(points, corners) | append(duals, around) << 8 |
               (mirrored_points ? 1u << 16 : 0u) | (mirrored_duals ? 1u << 17 : 0u);
  size.height = height;
  size.rounding = core.rounding;
  size.core = height + core.rounding;
}

std::vector<ScreenPair> ScreenShapes::pairs(double place, double slack) const {
  std::vector<ScreenPair> all;
  const auto single = [](double x) { return static_cast<float>(x); };
  for (const Size& a : sizes_)
    for (const Size& b : sizes_) {
      ScreenPair& pair = all.emplace_back();
      const double outer = a.circumradius + b.circumradius;
      const double length = slack * outer + 4 * place;
      const double core = a.core + b.core - length;
      pair.apart2 = single((outer + length) * (outer + length));
      pair.overlap2 = a.core > 0 && b.core > 0 && core > 0 ? single(core * core) : -1.0f;
      const double least = std::min(a.height, b.height);
      if (!(least > 0)) continue;
      // The distance beyond a plane is in units of 1 / |dual|, which is at least the height.
      const double gap = length + a.rounding + b.rounding;
      pair.slack_a = single(gap / a.height);
      pair.slack_b = single(gap / b.height);
      // An error of a length moves the end of a part by so much more as the facet is oblique.
      pair.share = single(1 + length / least * outer / least);
      pair.inside = single(1 - length / least);
    }
  return all;
}

}  // namespace touchstone::gpu
