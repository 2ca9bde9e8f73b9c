// models/cmc/sphere.hpp
// Purpose   Isotropic spheres of stars beside Plummer's: King's and Elson's models, as tables of
//           mass and depth by radius with the distribution function of their speeds.
// Source    I. R. King, Astron. J. 71, 64 (1966): f(E) proportional to exp(E) - 1 below the energy
//           of escape, Poisson's equation for the depth; R. A. W. Elson, S. M. Fall, K. C. Freeman,
//           Astrophys. J. 323, 54 (1987): density (1 + r^2)^(-(slope + 1)/2); A. S. Eddington, Mon.
//           Not. R. Astron. Soc. 76, 572 (1916): f of an isotropic sphere from its density.
// Units     G = 1 and a length of the model: King's core radius r_0, Elson's scale length. King's
//           speeds are in units of sigma; Elson's central density is 1.
// Computes  Relative errors below 5e-5 of mass and depth, 2e-4 of f.
// Cost      A millisecond for King's table, 20 for Elson's.
// Not here  Stars drawn from them (cluster_start.hpp), Plummer's closed forms (plummer.hpp).
#pragma once
#include <functional>
#include <vector>

#include "models/cmc/lfsr113.hpp"

namespace touchstone::cluster {

/// Positive values between points on straight lines of their logarithms: power laws, which go on
/// beyond both ends.
class PowerTable {
 public:
  PowerTable() = default;
  /// Ascending x.
  PowerTable(std::vector<double> x, const std::vector<double>& y);
  double operator()(double x) const;

 private:
  std::vector<double> log_x_, log_y_;
};

/// Table of a model. Nothing lies beyond its last radius.
struct Sphere {
  std::vector<double> radius;  ///< ascending; the last one is the edge
  std::vector<double> share;   ///< mass inside; 1 at the edge
  std::vector<double> depth;   ///< half the square of the speed of escape; King's is 0 at the edge
  /// Stars per volume of position and velocity, up to a factor, by the binding energy: depth minus
  /// v^2 / 2. Ascending.
  std::function<double(double)> phase_density = {};
  PowerTable radius_by_share = {};

  double radius_of(double mass_share) const { return radius_by_share(mass_share); }
  double depth_at(double r) const;
  /// Speed of a star at this depth, by rejection.
  double speed(double depth_there, Lfsr113& random) const;
};

constexpr double kLeastKing = 1, kMostKing = 12;
constexpr double kLeastElson = 2.5, kMostElson = 10;

/// Density of King's model up to a factor, by the depth in units of sigma^2: f over all speeds.
/// Relative error below 7e-6.
double king_density(double depth);
/// King's model of a central depth of W0 sigma^2. Throws InputError for W0 outside 1 to 12.
Sphere king(double w0);
/// log10 of the edge over the core radius.
double concentration(const Sphere& king);

/// Elson's model, whose surface density falls as r^-slope; 4 is Plummer's. Cut off at 1e4 scale
/// lengths, where 1 % of the mass is left out at the slope 2.5 and nothing at 4. Throws InputError
/// for slopes outside 2.5 to 10: shallower ones have no mass that ends.
Sphere elson(double slope);

}  // namespace touchstone::cluster
