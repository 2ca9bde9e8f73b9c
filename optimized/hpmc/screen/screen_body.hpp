// optimized/hpmc/screen/screen_body.hpp
// Purpose   A convex body as screens in single precision read it (pair_screen.hpp): points and
//           duals of facets; of bodies with a centre of symmetry one of each two opposite ones.
// Use       The dual of the facet {x : n . x = h} is n / h: the largest of dual . x over all facets
//           is by how much the body must be scaled, about its origin, to have x on its surface.
#pragma once
#include <vector>

#include "models/hpmc/bodies/body.hpp"

namespace touchstone::optimized {

struct FloatPoint {
  float x;
  float y;
  float z;
};

struct ScreenBody {
  explicit ScreenBody(const shapes::Body& body);

  /// Convex polygons and polyhedra, rounded or not, of up to 64 points and facets, whose origin is
  /// well inside: 0.05 circumradii from their surface.
  bool usable = false;
  bool mirrored_points = false;  ///< -p is a point too, for each of them
  bool mirrored_duals = false;
  std::vector<FloatPoint> points;
  std::vector<FloatPoint> duals;
  float rounding = 0;
  float inner = 0;  ///< radius about the origin, without rounding
  float outer = 0;  ///< with rounding
};

}  // namespace touchstone::optimized
