#include "models/hpmc/bodies/inner_point.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace touchstone::shapes {
namespace {

/// The search ends after some 400: each step leaves 0.844 of the volume that is searched.
constexpr int kMostSteps = 1000;

/// Depth of a point, and the unit vector along which it falls.
struct Depth {
  double value;
  Vec3 outward;
};

/// The planes where the ellipsoid is the unit sphere: outward . u <= offset.
class CutSphere {
 public:
  explicit CutSphere(const FacetedEllipsoid& body) {
    for (std::size_t i = 0; i < body.normals.size(); ++i) {
      const Vec3& n = body.normals[i];
      const Vec3 seen{body.a * n.x, body.b * n.y, body.c * n.z};
      const double length = std::hypot(seen.x, seen.y, seen.z);
      planes_.push_back({-body.offsets[i] / length, (1 / length) * seen});
    }
  }

  Depth depth(Vec3 u) const {
    const double radius = norm(u);
    Depth least{1 - radius, (1 / radius) * u};
    for (const auto& [offset, outward] : planes_) {
      const double here = offset - dot(outward, u);
      if (here < least.value) least = {here, outward};
    }
    return least;
  }

 private:
  struct Plane {
    double offset;
    Vec3 outward;
  };
  std::vector<Plane> planes_ = {};
};

/// The ellipsoid {centre + B v: |v| <= 1}, by the columns of B. Kept as B, not as B B^T, whose
/// smallest half axes would be lost in rounding.
struct Ellipsoid3 {
  Vec3 centre = {};
  Vec3 column[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

  /// The direction B^T n.
  Vec3 seen(Vec3 n) const { return {dot(column[0], n), dot(column[1], n), dot(column[2], n)}; }
  /// The smallest ellipsoid around the half of this in which v . along >= 0, |along| = 1.
  void halve(Vec3 along) {
    const Vec3 step = along.x * column[0] + along.y * column[1] + along.z * column[2];
    centre = centre + 0.25 * step;
    const double widened = std::sqrt(9.0 / 8);
    const double flattened = std::sqrt(0.5) - 1;
    const double part[3] = {along.x, along.y, along.z};
    for (int k = 0; k < 3; ++k) column[k] = widened * (column[k] + flattened * part[k] * step);
  }
};

}  // namespace

std::optional<Vec3> inner_point(const FacetedEllipsoid& body) {
  const CutSphere sphere(body);
  Ellipsoid3 searched;
  Vec3 best{};
  double deepest = -std::numeric_limits<double>::infinity();
  double bound = 1;  // no point is deeper than this: the sphere's centre is, without planes
  for (int step = 0; step < kMostSteps; ++step) {
    const Depth here = sphere.depth(searched.centre);
    if (here.value > deepest) {
      deepest = here.value;
      best = searched.centre;
    }
    if (deepest >= 0.5 * bound) return Vec3{body.a * best.x, body.b * best.y, body.c * best.z};
    const Vec3 inward = searched.seen(-here.outward);
    const double width = norm(inward);
    bound = std::min(bound, here.value + width);
    if (!(bound >= kShallowest)) return std::nullopt;
    searched.halve((1 / width) * inward);
  }
  return std::nullopt;
}

}  // namespace touchstone::shapes
