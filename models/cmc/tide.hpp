// models/cmc/tide.hpp
// Purpose   Stars that the tide of a galaxy takes from a cluster.
// Source    M. Giersz, D. C. Heggie, J. R. Hurley, Mon. Not. R. Astron. Soc. 388, 429 (2008),
//           section 2.2: a star is lost whose energy is above alpha times the potential at the
//           tidal radius, alpha = 1.5 - 3 (ln(gamma N) / N)^(1/4); the older criterion of the
//           apocentre: K. J. Joshi, C. P. Nave, F. A. Rasio, Astrophys. J. 550, 691 (2001),
//           section 2.
// Units     N-body units; gamma is 0.1 as in equation 20 of Pattabiraman et al. 2013.
// Not here  Who has left: as stars leave the tidal radius shrinks, so that others follow
//           (reference/cmc/henon.cpp).
#pragma once
#include <cstddef>
#include <string>

namespace touchstone::cluster {

/// For people and help texts.
inline constexpr const char* kTideText = "none, radius (apocentres) or energy";

enum class TideCriterion {
  none,    ///< an isolated cluster
  radius,  ///< apocentres beyond the tidal radius
  energy   ///< energies above alpha times the potential there
};

struct Tide {
  TideCriterion criterion = TideCriterion::none;
  double radius = 0;  ///< tidal radius of a cluster of mass 1
  bool operator==(const Tide&) const = default;
};

/// The criterion of a name; throws InputError for others.
TideCriterion tide_criterion(const std::string& name);

/// Tidal radius of a cluster of this mass: it falls as the cube root.
double tidal_radius(const Tide& tide, double mass);

/// Alpha of the criterion of energy, for a cluster of so many stars.
double tidal_alpha(std::size_t stars);

/// Whether a star of this energy (without its own shell) and apocentre leaves a cluster of this
/// mass and tidal radius.
bool beyond_tide(const Tide& tide, double mass, double tidal_radius, double alpha, double energy,
                 double apocentre);

}  // namespace touchstone::cluster
