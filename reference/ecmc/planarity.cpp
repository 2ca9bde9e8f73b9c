#include "reference/ecmc/planarity.hpp"

#include <vector>

namespace touchstone::reference {
namespace {

using disks::DiskIndex;
using disks::FixedCoordinate;
using disks::Ticks;

/// Crossing does not depend on the scale of either axis, so fixed-point coordinates are lengths.
struct Point {
  Ticks x, y;
};
struct Segment {
  DiskIndex from, to;
  FixedCoordinate x, y;  ///< its start
  Point along;           ///< to its end
};

Ticks nearest(FixedCoordinate difference) { return static_cast<std::int32_t>(difference); }

/// Twice the area of the triangle of the origin, a and b; its sign is exact unless it is tiny.
long double area(Point a, Point b) {
  return static_cast<long double>(a.x) * static_cast<long double>(b.y) -
         static_cast<long double>(a.y) * static_cast<long double>(b.x);
}
Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }

/// Are p and q on different sides of the line through the origin along `line`?
bool separates(Point line, Point p, Point q) {
  return (area(line, p) < 0 && area(line, q) > 0) || (area(line, p) > 0 && area(line, q) < 0);
}

bool cross(const Segment& a, const Segment& b) {
  if (a.from == b.from || a.from == b.to || a.to == b.from || a.to == b.to) return false;
  const Point start{nearest(b.x - a.x), nearest(b.y - a.y)};  // of b, seen from that of a
  const Point end = start + b.along;
  if (start.x > a.along.x || end.x < 0) return false;  // one ends before the other starts
  const Point origin{0, 0};
  return separates(a.along, start, end) && separates(b.along, origin - start, a.along - start);
}

}  // namespace

std::size_t crossings(const disks::FixedConfiguration& c, const disks::ConstraintGraph& graph) {
  std::vector<Segment> segments;
  for (DiskIndex i = 0; i < c.size(); ++i)
    for (const disks::Arrow& arrow : graph.from(i))
      segments.push_back({i,
                          arrow.to,
                          c.x[i],
                          c.y[i],
                          {disks::ahead(c.x[i], c.x[arrow.to]), nearest(c.y[arrow.to] - c.y[i])}});
  std::size_t count = 0;
  for (std::size_t k = 0; k < segments.size(); ++k)
    for (std::size_t m = 0; m < k; ++m) count += cross(segments[k], segments[m]) ? 1 : 0;
  return count;
}

}  // namespace touchstone::reference
