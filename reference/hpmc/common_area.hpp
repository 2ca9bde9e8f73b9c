// reference/hpmc/common_area.hpp
// Purpose   The area that two simple polygons have in common.
// Source    The indicator of a polygon is the sum over its edges of signed indicators of the
//           triangles of the edge and one fixed point; so the common area is a sum over pairs of
//           triangles.
#pragma once
#include <vector>

#include "reference/hpmc/exact_points.hpp"

namespace touchstone::reference {

Real common_area(const std::vector<Point<Real>>& a, const std::vector<Point<Real>>& b);

}  // namespace touchstone::reference
