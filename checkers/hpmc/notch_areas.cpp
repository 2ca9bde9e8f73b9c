#include "checkers/hpmc/notch_areas.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "models/hpmc/bodies/named.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Vec2;
using Polygon = std::vector<Vec2>;  ///< convex, counter-clockwise

double area(const Polygon& p) {
  double twice = 0;
  for (std::size_t i = 1; i + 1 < p.size(); ++i) twice += cross(p[i] - p[0], p[i + 1] - p[0]);
  return twice / 2;
}

/// Sutherland and Hodgman.
Polygon common(Polygon rest, const Polygon& by) {
  for (std::size_t k = 0; k < by.size() && !rest.empty(); ++k) {
    const Vec2 p = by[k];
    const Vec2 along = by[(k + 1) % by.size()] - p;
    Polygon left;
    for (std::size_t i = 0; i < rest.size(); ++i) {
      const Vec2 a = rest[i];
      const Vec2 b = rest[(i + 1) % rest.size()];
      const double ha = cross(along, a - p);
      const double hb = cross(along, b - p);
      if (ha >= 0) left.push_back(a);
      if ((ha > 0 && hb < 0) || (ha < 0 && hb > 0)) left.push_back(a + (ha / (ha - hb)) * (b - a));
    }
    rest = left;
  }
  return rest;
}

/// Hull of all sums of vertices (Andrew's monotone chain).
Polygon minkowski_sum(const Polygon& a, const Polygon& b) {
  Polygon all;
  for (const Vec2& p : a)
    for (const Vec2& q : b) all.push_back(p + q);
  std::sort(all.begin(), all.end(),
            [](Vec2 p, Vec2 q) { return p.x < q.x || (p.x == q.x && p.y < q.y); });
  Polygon hull;
  for (const int half : {0, 1}) {
    const std::size_t base = hull.size();
    for (const Vec2& p : all) {
      while (hull.size() >= base + 2 &&
             cross(hull.back() - hull[hull.size() - 2], p - hull.back()) <= 0)
        hull.pop_back();
      hull.push_back(p);
    }
    hull.pop_back();  // it begins the other half
    if (half == 0) std::reverse(all.begin(), all.end());
  }
  return hull;
}

/// Area of the part of `within` that the three polygons cover.
double covered(const Polygon& within, const std::vector<Polygon>& three) {
  double sum = 0;
  for (unsigned chosen = 1; chosen < 8; ++chosen) {
    Polygon part = within;
    int count = 0;
    for (unsigned k = 0; k < 3; ++k)
      if ((chosen >> k & 1u) != 0) {
        part = common(part, three[k]);
        ++count;
      }
    sum += (count % 2 == 1 ? 1 : -1) * area(part);
  }
  return sum;
}

Polygon rectangle(double left, double bottom, double right, double top) {
  return {{left, bottom}, {right, bottom}, {right, top}, {left, top}};
}

}  // namespace

shapes::SimplePolygon notch_plug(int corners) {
  shapes::SimplePolygon plug;
  for (int k = 0; k < corners; ++k) {
    const double angle = 2 * std::numbers::pi * k / corners;
    plug.vertices.push_back({0.15 * std::cos(angle), 0.15 * std::sin(angle)});
  }
  return plug;
}

bool holds_origin(const shapes::SimplePolygon& plug, Vec2 p) {
  const Polygon& v = plug.vertices;
  for (std::size_t i = 0; i < v.size(); ++i)
    if (cross(v[(i + 1) % v.size()] - v[i], -p - v[i]) < 0) return false;
  return true;
}

double notch_probability(int corners) {
  Polygon mirrored = notch_plug(corners).vertices;
  for (Vec2& v : mirrored) v = -v;
  // The bars of named_body("c-polygon").
  std::vector<Polygon> sums;
  for (const Polygon& bar : {rectangle(-0.5, -0.5, -0.25, 0.5), rectangle(-0.5, -0.5, 0.5, -0.25),
                             rectangle(-0.5, 0.25, 0.5, 0.5)})
    sums.push_back(minkowski_sum(bar, mirrored));
  const double half = kNotchBox / 2;  // no sum reaches the border of the box
  const Polygon box = rectangle(-half, -half, half, half);
  return (area(mirrored) - covered(mirrored, sums)) / (area(box) - covered(box, sums));
}

}  // namespace touchstone::hpmc
