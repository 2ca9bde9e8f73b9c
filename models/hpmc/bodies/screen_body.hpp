// models/hpmc/bodies/screen_body.hpp
// Purpose   A convex body as screens of pairs in single precision read it: points and duals of
//           facets; of bodies with a centre of symmetry one of each two opposite ones. And how far
//           from contact a screen must see two of them, so that what it says is certain.
// Use       The dual of the facet {x : n . x = h} is n / h: the largest of dual . x over all facets
//           is by how much the body must be scaled, about its origin, to have x on its surface.
// Cost      Once for each type; hulls are found in O(n^4).
// Not here  The screens (optimized/hpmc/screen/pair_screen.hpp, gpu/hpmc/pair_screen.hpp).
#pragma once
#include <vector>

#include "models/hpmc/bodies/body.hpp"

namespace touchstone::shapes {

struct FloatPoint {
  float x;
  float y;
  float z;
};

struct ScreenBody {
  explicit ScreenBody(const Body& body);

  /// Convex polygons and polyhedra, rounded or not, of up to 64 points and facets, whose origin is
  /// well inside: 0.05 circumradii from their surface.
  bool usable = false;
  bool mirrored_points = false;  ///< -p is a point too, for each of them
  bool mirrored_duals = false;
  std::vector<FloatPoint> points;
  std::vector<FloatPoint> duals;
  double rounding = 0;
  double inner = 0;  ///< radius about the origin, without rounding
  double outer = 0;  ///< with rounding
};

/// Margins of a screen of two usable bodies.
struct ScreenMargins {
  /// Certain are answers that hold by `slack` of the sum of the circumradii, and by four times
  /// `place`, which bounds the errors of coordinates.
  ScreenMargins(const ScreenBody& a, const ScreenBody& b, double place, double slack);

  double slack_a;  ///< distance beyond a facet of a, in units of that to its centre
  double slack_b;
  double share;   ///< 1, and by how much more than the segment the two parts must be
  double inside;  ///< 1, and by how much less a body must be scaled to have a point on its surface
  double core;    ///< nearer centres are of bodies that overlap; negative: none are
};

}  // namespace touchstone::shapes
