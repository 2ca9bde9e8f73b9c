// models/cmc/circle.hpp
// Purpose   Cosine and sine of a share of a circle by sums and products alone: the same bits
//           whatever the mathematical library, and in vector lanes that repeat the expressions.
// Source    Kernels for |x| <= pi/4 of S. Moshier's Cephes and of fdlibm (k_sin.c, k_cos.c).
// Computes  To about 1 unit in the last place for shares in [0, 1]; the share is reduced exactly.
// Cost      About 25 operations for both.
// Not here  Angles in radians of any size: std::cos, std::sin.
#pragma once
#include <cmath>
#include <numbers>

#include "models/core/host_device.hpp"

namespace touchstone::cluster {

struct CosSin {
  double cos, sin;
};

/// Term k of sin x = x + x^3 (S0 + S1 x^2 + ...), and of cos x = 1 - x^2 / 2 + x^4 (C0 + C1 x^2 +
/// ...), k from 0 to 5. Functions, since a device has no arrays of the host.
constexpr double sin_term(int k) {
  constexpr double kTerms[] = {-1.66666666666666324348e-01, 8.33333333332248946124e-03,
                               -1.98412698298579493134e-04, 2.75573137070700676789e-06,
                               -2.50507602534068634195e-08, 1.58969099521155010221e-10};
  return kTerms[k];
}
constexpr double cos_term(int k) {
  constexpr double kTerms[] = {4.16666666666666019037e-02, -1.38888888888741095749e-03,
                               2.48015872894767294178e-05, -2.75573143513906633035e-07,
                               2.08757232129817482790e-09, -1.13596475577881948265e-11};
  return kTerms[k];
}

TOUCHSTONE_HD inline CosSin cos_sin_of_share(double share) {
  const double quarters = std::floor(4 * share + 0.5);
  const double x = (share - 0.25 * quarters) * (2 * std::numbers::pi);
  const double x2 = x * x;
  double s = sin_term(5), c = cos_term(5);
  for (int k = 4; k >= 0; --k) {
    s = sin_term(k) + x2 * s;
    c = cos_term(k) + x2 * c;
  }
  const double sine = x + x * x2 * s;
  const double cosine = 1 - 0.5 * x2 + x2 * x2 * c;
  switch (static_cast<int>(quarters) & 3) {
    case 0:
      return {cosine, sine};
    case 1:
      return {-sine, cosine};
    case 2:
      return {-cosine, -sine};
    default:
      return {sine, -cosine};
  }
}

/// Cosine and sine of an angle in [0, 2 pi], in radians.
TOUCHSTONE_HD inline CosSin cos_sin(double angle) {
  return cos_sin_of_share(angle * (0.5 / std::numbers::pi));
}

}  // namespace touchstone::cluster
