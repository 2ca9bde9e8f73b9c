#include "reference/hpmc/common_area.hpp"

namespace touchstone::reference {
namespace {

using Polygon = std::vector<Point<Real>>;

Real twice_area(const Point<Real>& a, const Point<Real>& b, const Point<Real>& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// The part of a convex polygon to the left of the line from p to q (Sutherland and Hodgman).
Polygon left_of(const Point<Real>& p, const Point<Real>& q, const Polygon& polygon) {
  Polygon rest;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point<Real>& a = polygon[i];
    const Point<Real>& b = polygon[(i + 1) % polygon.size()];
    const Real ha = twice_area(p, q, a);
    const Real hb = twice_area(p, q, b);
    if (ha >= 0) rest.push_back(a);
    if ((ha > 0 && hb < 0) || (ha < 0 && hb > 0))
      rest.push_back(a + Real(ha / (ha - hb)) * (b - a));
  }
  return rest;
}

/// Common area of two counter-clockwise triangles.
Real common(const Polygon& s, const Polygon& t) {
  Polygon rest = s;
  for (std::size_t i = 0; i < 3 && !rest.empty(); ++i) rest = left_of(t[i], t[(i + 1) % 3], rest);
  Real sum = 0;
  for (std::size_t i = 1; i + 1 < rest.size(); ++i)
    sum += twice_area(rest[0], rest[i], rest[i + 1]);
  return sum / 2;
}

struct Signed {
  Polygon triangle;
  Real sign;
};

std::vector<Signed> fan(const Polygon& polygon) {
  std::vector<Signed> all;
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
    const Real area = twice_area(polygon[0], polygon[i], polygon[i + 1]);
    if (area > 0) all.push_back({{polygon[0], polygon[i], polygon[i + 1]}, 1});
    if (area < 0) all.push_back({{polygon[0], polygon[i + 1], polygon[i]}, -1});
  }
  return all;
}

}  // namespace

Real common_area(const Polygon& a, const Polygon& b) {
  Real sum = 0;
  for (const Signed& s : fan(a))
    for (const Signed& t : fan(b)) sum += s.sign * t.sign * common(s.triangle, t.triangle);
  return sum > 0 ? sum : 0;
}

}  // namespace touchstone::reference
