#include "models/hpmc/bodies/screen_body.hpp"

#include <algorithm>
#include <limits>

#include "models/hpmc/bodies/core_points.hpp"
#include "models/hpmc/bodies/hull.hpp"

namespace touchstone::shapes {
namespace {

constexpr std::size_t kMost = 64;

/// One of each two opposite points where all have an opposite one, to less than floats resolve.
bool keep_half(std::vector<Vec3>& points, double size) {
  std::vector<Vec3> half;
  for (const Vec3& p : points) {
    const auto opposite = [&](const Vec3& q) { return norm(p + q) < 1e-9 * size; };
    if (std::none_of(points.begin(), points.end(), opposite)) return false;
    if (std::none_of(half.begin(), half.end(), opposite)) half.push_back(p);
  }
  points = half;
  return true;
}

std::vector<FloatPoint> in_floats(const std::vector<Vec3>& points) {
  std::vector<FloatPoint> all;
  for (const Vec3& p : points)
    all.push_back({static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)});
  return all;
}

/// Empty when the origin is not inside.
std::vector<Vec3> duals_of(const std::vector<Vec3>& points, bool plane) {
  std::vector<Vec3> duals;
  if (plane) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vec3 edge = points[(i + 1) % points.size()] - points[i];
      const Vec3 normal{edge.y, -edge.x, 0};
      const double height = dot(normal, points[i]);
      for (const Vec3& p : points)
        if (!(dot(normal, p) <= height * (1 + 1e-9))) return {};  // no edge of the hull
      if (!(height > 0)) return {};
      duals.push_back((1 / height) * normal);
    }
    return duals;
  }
  for (const Facet& facet : hull_of(points).facets) {
    double height = 0;
    for (const Vec3& p : points) height = std::max(height, dot(facet.normal, p));
    if (!(height > 0)) return {};
    duals.push_back((1 / height) * facet.normal);
  }
  return duals;
}

}  // namespace

ScreenBody::ScreenBody(const Body& body) {
  const BodyClass kind = class_of(body);
  if (kind != BodyClass::convex_polygon && kind != BodyClass::spheropolygon &&
      kind != BodyClass::convex_polyhedron && kind != BodyClass::spheropolyhedron)
    return;
  const CorePoints core = core_points(body);
  const bool plane = dimensions(body) == 2;
  std::vector<Vec3> all = core.points;
  if (!(core.centre == Vec3{}) || all.size() > kMost || all.size() < (plane ? 3u : 4u)) return;
  std::vector<Vec3> around = duals_of(all, plane);
  if (around.empty() || around.size() > kMost) return;
  double size = 0, height = std::numeric_limits<double>::infinity();
  for (const Vec3& p : all) size = std::max(size, norm(p));
  for (const Vec3& m : around) height = std::min(height, 1 / norm(m));
  if (!(height > 0.05 * (size + core.rounding) && size > 1e-9 && size < 1e9)) return;
  mirrored_points = keep_half(all, size);
  mirrored_duals = keep_half(around, 1 / height);
  points = in_floats(all);
  duals = in_floats(around);
  rounding = core.rounding;
  inner = height;
  outer = size + core.rounding;
  usable = true;
}

ScreenMargins::ScreenMargins(const ScreenBody& a, const ScreenBody& b, double place, double slack) {
  const double sizes = a.outer + b.outer;
  const double least = std::min(a.inner, b.inner);
  const double length = slack * sizes + 4 * place;
  // The distance beyond a plane is in units of 1 / |dual|, which is at least the inner radius.
  const double gap = length + a.rounding + b.rounding;
  slack_a = gap / a.inner;
  slack_b = gap / b.inner;
  // An error of a length moves the end of a part by so much more as the facet is oblique.
  share = 1 + length / least * sizes / least;
  inside = 1 - length / least;
  core = a.inner + b.inner - length;
}

}  // namespace touchstone::shapes
