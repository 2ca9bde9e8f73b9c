// models/cmc/plummer.hpp
// Purpose   Plummer's model: exact quantities, and stars drawn from it in N-body units.
// Source    H. C. Plummer, Mon. Not. R. Astron. Soc. 71, 460 (1911); S. J. Aarseth, M. Henon, R.
//           Wielen, Astron. Astrophys. 37, 183 (1974) (sampling of radii and speeds).
// Computes  Closed forms for G = M = 1 and energy -1/4.
// Not here  Its evolution (reference/cmc).
#pragma once
#include <cstddef>
#include <cstdint>
#include <numbers>

#include "models/cmc/stars.hpp"

namespace touchstone::cluster::plummer {

/// Scale length: energy -3 pi / (64 a) = -1/4.
constexpr double kScale = 3 * std::numbers::pi / 16;

double density(double r);
double potential(double r);
/// Mass inside r; its inverse.
double enclosed_mass(double r);
double radius_of_mass(double fraction);
/// Square of the velocity dispersion in one direction.
double dispersion2(double r);
/// a / sqrt(2^(2/3) - 1).
double half_mass_radius();

constexpr double kTruncation = 300;  ///< outermost radius in units of the scale length

/// N stars of mass 1/N inside the truncation, with distinct radii, ascending, then scaled so that
/// kinetic and potential energy (own shells included) are 1/4 and -1/2. The same seed gives the
/// same stars. Throws InputError for fewer than 2 stars.
Stars sample(std::size_t stars, std::uint32_t seed);

/// Radii and velocities scaled to kinetic energy 1/4 and potential energy -1/2.
void scale_to_nbody_units(Stars& stars);

}  // namespace touchstone::cluster::plummer
