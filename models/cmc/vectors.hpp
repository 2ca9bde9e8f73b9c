// models/cmc/vectors.hpp
// Purpose   Sums and products of vectors in space, with one rounding for each operation as written.
#pragma once
#include "models/cmc/scattering/point_star.hpp"

namespace touchstone::cluster {

/// a + factor b.
inline Vector3 plus(const Vector3& a, double factor, const Vector3& b) {
  return {a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]};
}

inline double dot(const Vector3& a, const Vector3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

inline Vector3 cross(const Vector3& a, const Vector3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

}  // namespace touchstone::cluster
