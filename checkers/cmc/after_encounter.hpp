// checkers/cmc/after_encounter.hpp
// Purpose   State of each star right after its encounter, read off the stars before and after a
//           whole step: its new position says which work it was done, so its speed and angular
//           momentum then are known. No scheme is asked.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1: velocities
//           pay for the work of the changing potential.
// Computes  Potentials by sums in long double.
#pragma once
#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "models/cmc/stars.hpp"

namespace touchstone::cmc {

/// Potential of all shells but one star's own. The stars must outlive it.
class OthersPotential {
 public:
  using Real = long double;
  explicit OthersPotential(const cluster::Stars& stars);
  /// At r, for a star of this mass whose shell is at `own_radius`.
  Real without(Real mass, Real own_radius, Real r) const;

 private:
  const cluster::Stars& stars_;
  std::vector<Real> inside_, outside_;
};

/// Energy of shells in each other's potential; that of a star in its own shell counts once.
long double energy_of_shells(const cluster::Stars& stars);

/// A star right after its encounter.
struct Met {
  using Real = long double;
  Real speed2 = 0, tangential = 0;
  double new_radius = 0;
  bool outwards = false;  ///< on its new position
  bool shares = false;    ///< it may have paid for the work of another star, or not for its own
  Real radial2() const { return std::max(Real{0}, speed2 - tangential * tangential); }
};

/// By place before the step; nothing for stars that have left.
std::vector<std::optional<Met>> met(const cluster::Stars& before, const cluster::Stars& after,
                                    std::size_t ranks);

/// Two stars that meet, before it.
struct Pair {
  double m1, m2, radial1, radial2, tangential1, tangential2;
};

/// The pair of the stars at this place (from 0) and the next one.
Pair pair_at(const cluster::Stars& stars, std::size_t place);

}  // namespace touchstone::cmc
