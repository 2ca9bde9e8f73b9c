// checkers/cmc/orbit_law.hpp
// Purpose   Exact distribution of the position of a star on its orbit: the share of its period that
//           it spends inside a radius.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), equation 13.
// Computes  The integral of dr / |v_r| shell by shell, by Gauss quadrature in a variable without
//           singular ends, from the apsides that a search through all shells finds. Nothing is
//           shared with the schemes but the potential.
// Cost      O(N) to set up, O(log N) per radius.
#pragma once
#include <cstddef>
#include <vector>

#include "models/cmc/shell_potential.hpp"
#include "models/cmc/stars.hpp"

namespace touchstone::cmc {

class OrbitLaw {
 public:
  /// Orbit of star `star` (counted from 0) with its present velocity. Throws std::logic_error for a
  /// star that is not bound or does not move in radius.
  OrbitLaw(const cluster::Stars& stars, std::size_t star);

  /// Share of the time inside r.
  double cdf(double r) const;
  double pericentre() const { return piece_.front(); }
  double apocentre() const { return piece_.back(); }
  double radial_speed2(double r) const;

 private:
  /// Time from `from` to `to`, within one piece.
  double time(double from, double to) const;
  double find_root(double allowed, double forbidden) const;

  cluster::ShellPotential shells_;
  std::size_t shell_;
  double mass_, energy_, angular_momentum_;
  std::vector<double> piece_;  ///< pericentre, shells between, apocentre
  std::vector<double> time_;   ///< from the pericentre to each
};

}  // namespace touchstone::cmc
