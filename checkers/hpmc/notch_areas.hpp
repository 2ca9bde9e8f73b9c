// checkers/hpmc/notch_areas.hpp
// Purpose   A small polygon and a C in a periodic box, both in fixed orientations: the exact
//           probability that the origin of the C, which is in its notch, is inside the polygon.
// Source    Where they overlap is the Minkowski sum of the C, three rectangles, and the mirrored
//           polygon; areas of unions by inclusion and exclusion of clipped convex polygons. The
//           case is that of a defect of the public HPMC 4.8.2 (overlap_notch_sampling.cpp).
#pragma once
#include "models/hpmc/bodies/body.hpp"

namespace touchstone::hpmc {

inline constexpr double kNotchBox = 1.6;

/// A regular polygon of circumradius 0.15 with a vertex on the x axis.
shapes::SimplePolygon notch_plug(int corners);
/// Whether the polygon, about p, holds the origin.
bool holds_origin(const shapes::SimplePolygon& plug, shapes::Vec2 p);

double notch_probability(int corners);

}  // namespace touchstone::hpmc
