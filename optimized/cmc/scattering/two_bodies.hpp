// optimized/cmc/scattering/two_bodies.hpp
// Purpose   Two stars relative to each other, or a star and the centre of mass of others.
#pragma once
#include <algorithm>
#include <cmath>

#include "models/cmc/vectors.hpp"

namespace touchstone::optimized {

using cluster::cross;
using cluster::dot;

struct Relative {
  cluster::Vector3 r, v;
  double mass;  ///< the sum of both

  double energy() const { return dot(v, v) / 2 - mass / std::sqrt(dot(r, r)); }  ///< per mass
  bool recede() const { return dot(r, v) > 0; }
};

inline Relative relative(const cluster::PointStar& a, const cluster::PointStar& b) {
  Relative pair{.r = {}, .v = {}, .mass = a.mass + b.mass};
  for (std::size_t c = 0; c < 3; ++c) {
    pair.r[c] = b.position[c] - a.position[c];
    pair.v[c] = b.velocity[c] - a.velocity[c];
  }
  return pair;
}

inline cluster::PointStar centre_of(const cluster::PointStar& a, const cluster::PointStar& b) {
  cluster::PointStar centre{.mass = a.mass + b.mass};
  for (std::size_t c = 0; c < 3; ++c) {
    centre.position[c] = (a.mass * a.position[c] + b.mass * b.position[c]) / centre.mass;
    centre.velocity[c] = (a.mass * a.velocity[c] + b.mass * b.velocity[c]) / centre.mass;
  }
  return centre;
}

/// Size and shape of an ellipse, of an energy below 0.
struct Ellipse {
  double axis = 0, eccentricity = 0;
  double apocentre() const { return axis * (1 + eccentricity); }
};

inline Ellipse ellipse_of(const Relative& pair, double energy) {
  const cluster::Vector3 l = cross(pair.r, pair.v);
  const double axis = -pair.mass / (2 * energy);
  return {axis, std::sqrt(std::max(0.0, 1 - dot(l, l) / (pair.mass * axis)))};
}

}  // namespace touchstone::optimized
