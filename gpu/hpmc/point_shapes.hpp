// gpu/hpmc/point_shapes.hpp
// Purpose   Convex bodies as a device holds them, and whether two overlap: disks and balls by their
//           distance; polygons and polyhedra, rounded or not, as lists of points about a centre
//           well inside, by XenoCollide.
// Source    Anderson, Irrgang, Glotzer 2016, sections 2.2 and 2.5.3.
// Cost      A support reads all points of a body, 24 bytes each, which stay in the caches.
// Not here  XenoCollide (portal.hpp).
#pragma once
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "gpu/hpmc/portal.hpp"
#include "models/hpmc/configuration.hpp"

namespace touchstone::gpu {

/// A type of body. Points are about `centre`, which is about the body's origin.
struct PointShape {
  std::int32_t first = 0;  ///< index of its first point
  std::int32_t count = 0;
  double circumradius = 0;  ///< about the origin
  double inner = 0;         ///< radius of a ball about the centre inside the body
  double outer = 0;         ///< radius of a ball about the centre that holds the body
  double rounding = 0;
  shapes::Vec3 centre = {};
};

/// Types, and the points of all of them.
struct PointShapes {
  std::vector<PointShape> types;
  std::vector<double> x, y, z;
};

/// Whether bodies of a class can be held so.
bool is_point_shape(shapes::BodyClass body_class);
/// Throws InputError for other classes.
PointShapes point_shapes(const std::vector<shapes::Body>& types, const std::string& where);

/// A disk or ball about its origin.
TOUCHSTONE_HD inline bool is_round(const PointShape& type) {
  return type.count == 1 && norm2(type.centre) == 0;
}

/// Point of a type that is farthest along n; the first of several. `points(i)` is a point.
template <class Points>
TOUCHSTONE_HD shapes::Vec3 farthest(const Points& points, const PointShape& type, shapes::Vec3 n) {
  shapes::Vec3 best = points(type.first);
  double most = dot(best, n);
  for (int i = 1; i < type.count; ++i) {
    const shapes::Vec3 p = points(type.first + i);
    const double along = dot(p, n);
    if (along > most) {
      most = along;
      best = p;
    }
  }
  return best;
}

/// Support function of the difference b - a, seen from a.
template <class Points>
struct DifferenceSupport {
  const Points& points;
  const PointShape& a;
  const PointShape& b;
  shapes::Rotation turn;
  shapes::Vec3 shift;

  TOUCHSTONE_HD shapes::Vec3 operator()(shapes::Vec3 n) const {
    const shapes::Vec3 p =
        turn(farthest(points, b, turn.back(n))) + shift - farthest(points, a, -n);
    const double rounding = a.rounding + b.rounding;
    const double length2 = rounding > 0 ? norm2(n) : 0;
    return length2 > 0 ? p + (rounding / std::sqrt(length2)) * n : p;
  }
};

/// Whether circumspheres overlap: the cheap test before the full one.
TOUCHSTONE_HD inline bool circumspheres_meet(double radius_a, double radius_b, shapes::Vec3 r) {
  const double reach = radius_a + radius_b;
  return norm2(r) <= reach * reach;
}

/// Whether two bodies whose circumspheres overlap do so; `r` is the origin of b less that of a.
template <class Points>
TOUCHSTONE_HD bool bodies_overlap(const Points& points, const PointShape& a,
                                  const shapes::Orientation& qa, const PointShape& b,
                                  const shapes::Orientation& qb, shapes::Vec3 r, bool plane) {
  if (is_round(a) && is_round(b)) return true;
  const shapes::Rotation turn(conjugate(qa) * qb);
  const shapes::Vec3 shift = shapes::Rotation(qa).back(r) + turn(b.centre) - a.centre;
  const double inner = a.inner + b.inner;
  const double outer = (a.outer + b.outer) * (1 + 1e-14);
  const double distance2 = norm2(shift);
  if (distance2 <= inner * inner) return true;
  if (distance2 > outer * outer) return false;
  const DifferenceSupport<Points> support{points, a, b, turn, shift};
  const double tolerance = 1e-14 * outer;
  return plane ? portal_in_plane(support, shift, tolerance)
               : portal_in_space(support, shift, tolerance);
}

}  // namespace touchstone::gpu
