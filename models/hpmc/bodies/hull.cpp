#include "models/hpmc/bodies/hull.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace touchstone::shapes {
namespace {

constexpr double kFlat = 1e-9;
/// Below this sine of their angle two edges give no plane: of three points on a line it is noise.
constexpr double kStraight = 1e-6;

double size_of(std::span<const Vec3> points) {
  double largest = 0;
  for (const Vec3& p : points) largest = std::max(largest, norm(p - points[0]));
  return largest;
}

std::pair<std::uint32_t, std::uint32_t> ordered(std::uint32_t a, std::uint32_t b) {
  return {std::min(a, b), std::max(a, b)};
}

/// The points of the plane, ordered around their mean.
std::vector<std::uint32_t> around(std::span<const Vec3> points, Vec3 normal,
                                  std::vector<std::uint32_t> in_plane) {
  Vec3 middle{};
  for (const std::uint32_t i : in_plane)
    middle = middle + (1.0 / static_cast<double>(in_plane.size())) * points[i];
  const Vec3 first = points[in_plane[0]] - middle;
  const Vec3 second = cross(normal, first);
  const auto angle = [&](std::uint32_t i) {
    return std::atan2(dot(second, points[i] - middle), dot(first, points[i] - middle));
  };
  std::sort(in_plane.begin(), in_plane.end(),
            [&](std::uint32_t a, std::uint32_t b) { return angle(a) < angle(b); });
  return in_plane;
}

/// The facet in the plane of three points, or one without vertices: points on both sides, or the
/// three are not the first of the plane (another triple gives this facet).
Facet facet_of(std::span<const Vec3> points, std::uint32_t i, std::uint32_t j, std::uint32_t k,
               double flat) {
  const Vec3 first = points[j] - points[i], second = points[k] - points[i];
  Vec3 normal = cross(first, second);
  const double length = norm(normal);
  if (!(length > kStraight * norm(first) * norm(second))) return {};
  normal = (1 / length) * normal;
  bool above = false;
  bool below = false;
  std::vector<std::uint32_t> in_plane;
  for (std::uint32_t m = 0; m < points.size(); ++m) {
    const double height = m == i || m == j || m == k ? 0 : dot(normal, points[m] - points[i]);
    if (std::abs(height) <= flat) in_plane.push_back(m);
    above |= height > flat;
    below |= height < -flat;
    if (above && below) return {};
  }
  if (!above && !below) return {};
  if (above) normal = -normal;
  return {normal, dot(normal, points[i]), around(points, normal, in_plane)};
}

}  // namespace

Hull hull_of(std::span<const Vec3> points) {
  Hull hull;
  if (points.size() < 4) return hull;
  const double flat = kFlat * size_of(points);
  std::set<std::vector<std::uint32_t>> known;
  std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
  const auto n = static_cast<std::uint32_t>(points.size());
  for (std::uint32_t i = 0; i < n; ++i)
    for (std::uint32_t j = i + 1; j < n; ++j)
      for (std::uint32_t k = j + 1; k < n; ++k) {
        const Facet facet = facet_of(points, i, j, k, flat);
        if (facet.vertices.empty()) continue;
        std::vector<std::uint32_t> sorted = facet.vertices;
        std::sort(sorted.begin(), sorted.end());
        if (!known.insert(sorted).second) continue;
        for (std::size_t m = 0; m < facet.vertices.size(); ++m)
          edges.insert(ordered(facet.vertices[m], facet.vertices[(m + 1) % facet.vertices.size()]));
        hull.facets.push_back(facet);
      }
  hull.edges.assign(edges.begin(), edges.end());
  return hull;
}

bool origin_in_hull(std::span<const Vec2> v) {
  // Seen from a point outside, the hull is within 180 degrees: a line through the origin has all
  // points on one side. It may be taken through one of the points.
  double size = 0;
  for (const Vec2& p : v) size = std::max(size, norm(p));
  const double near = kFlat * size;
  bool on_both_sides = true;
  for (const Vec2& p : v) {
    const double length = norm(p);
    if (length <= near) return true;
    double lowest = 0;
    double highest = 0;
    double ahead = length;
    double behind = length;
    for (const Vec2& q : v) {
      const double side = cross(p, q) / length;
      lowest = std::min(lowest, side);
      highest = std::max(highest, side);
      if (std::abs(side) <= near) behind = std::min(behind, dot(p, q) / length);
      ahead = std::max(ahead, dot(p, q) / length);
    }
    if (behind < 0 && ahead > 0) return true;  // on a segment of two of the points
    if (lowest >= -near || highest <= near) on_both_sides = false;
  }
  return on_both_sides;
}

bool origin_in_hull(std::span<const Vec3> points) {
  if (points.empty()) return false;
  const double near = kFlat * std::max(size_of(points), norm(points[0]));
  const Hull hull = hull_of(points);
  if (!hull.facets.empty())
    return std::all_of(hull.facets.begin(), hull.facets.end(),
                       [&](const Facet& f) { return f.offset >= -near; });
  // A point, a segment or a flat polygon: seen along the normal of its plane.
  Vec3 along{};
  for (const Vec3& p : points)
    if (norm(p - points[0]) > norm(along)) along = p - points[0];
  if (norm(along) <= near) return norm(points[0]) <= near;
  along = (1 / norm(along)) * along;
  Vec3 across{};
  for (const Vec3& p : points) {
    const Vec3 part = p - points[0] - dot(along, p - points[0]) * along;
    if (norm(part) > norm(across)) across = part;
  }
  const bool segment = norm(across) <= near;
  across = segment ? Vec3{} : (1 / norm(across)) * across;
  const Vec3 rest = -points[0] + dot(along, points[0]) * along + dot(across, points[0]) * across;
  if (norm(rest) > near) return false;
  std::vector<Vec2> seen;
  for (const Vec3& p : points) seen.push_back({dot(along, p), dot(across, p)});
  return origin_in_hull(seen);
}

double volume(const Hull& hull, std::span<const Vec3> points) {
  double sum = 0;
  for (const Facet& facet : hull.facets) {
    const Vec3 first = points[facet.vertices[0]];
    for (std::size_t i = 1; i + 1 < facet.vertices.size(); ++i)
      sum += dot(first - points[0],
                 cross(points[facet.vertices[i]] - first, points[facet.vertices[i + 1]] - first));
  }
  return sum / 6;
}

}  // namespace touchstone::shapes
