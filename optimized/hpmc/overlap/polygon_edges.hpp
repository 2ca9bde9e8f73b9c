// optimized/hpmc/overlap/polygon_edges.hpp
// Purpose   Whether edges of polygons meet, and whether a point lies inside, by signs that rounding
//           cannot change.
// Source    Shewchuk 1997 (orientation_sign.hpp).
#pragma once
#include <algorithm>
#include <cstddef>

#include "optimized/hpmc/overlap/orientation_sign.hpp"

namespace touchstone::optimized {

/// Closed segments ab and cd.
inline bool segments_meet(shapes::Vec2 a, shapes::Vec2 b, shapes::Vec2 c, shapes::Vec2 d) {
  if (std::max(a.x, b.x) < std::min(c.x, d.x) || std::max(c.x, d.x) < std::min(a.x, b.x) ||
      std::max(a.y, b.y) < std::min(c.y, d.y) || std::max(c.y, d.y) < std::min(a.y, b.y))
    return false;
  return orientation_sign(a, b, c) * orientation_sign(a, b, d) <= 0 &&
         orientation_sign(c, d, a) * orientation_sign(c, d, b) <= 0;
}

/// Whether a point is inside, by crossings of a ray to the right; not asked of points on the
/// boundary.
template <class VertexOf>
bool contains(shapes::Vec2 p, std::size_t count, VertexOf vertex) {
  bool odd = false;
  shapes::Vec2 a = vertex(count - 1);
  for (std::size_t i = 0; i < count; ++i) {
    const shapes::Vec2 b = vertex(i);
    if ((a.y <= p.y) != (b.y <= p.y)) odd ^= (orientation_sign(a, b, p) > 0) == (b.y > a.y);
    a = b;
  }
  return odd;
}

}  // namespace touchstone::optimized
