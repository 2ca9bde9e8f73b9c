// models/hpmc/observables/free_energy.hpp
// Purpose   The parts of the free energy of a crystal of hard bodies that are not averages of a
//           simulation: the Einstein crystal, the chance that it has no overlap, and the spring
//           constants at which averages are taken while the springs are weakened to none.
// Source    D. Frenkel, A. J. C. Ladd, J. Chem. Phys. 81, 3188 (1984); J. M. Polson, E. Trizac, S.
//           Pronk, D. Frenkel, J. Chem. Phys. 112, 5339 (2000) (centre of mass, size of the
//           system); C. Vega, E. G. Noya, J. Chem. Phys. 127, 154113 (2007) (one body held).
// Computes  beta F = -ln [(V / N) Z], where Z is the integral over all bodies but the first, each
//           in the cell of its own site; wavelengths are 1. With springs k from 0 to K
//             beta F = beta F_Einstein(K) - ln P(K) - integral_0^K 1/2 <sum |u_i|^2>_k dk,
//           P the chance that the Einstein crystal has no overlap. With one body held Z_Einstein is
//           (2 pi / K)^(d (N-1) / 2); about the centre of mass N^(d/2) times as much (the
//           determinant of the quadratic form of N - 1 bodies is 1 / N).
// Size      beta F / N + ln(N) / (2 N) is linear in 1 / N for crystals of space: the acoustic modes
//           that a periodic box leaves out (Polson et al.).
// Not here  The averages (simulations on springs: depletants_and_springs.hpp).
#pragma once
#include <vector>

#include "models/hpmc/depletants_and_springs.hpp"

namespace touchstone::shapes {

struct SpringNode {
  double spring;
  double weight;
};

/// Gauss and Legendre in ln(k + shift), k from 0 to `strongest`: the integral over k of f is the
/// sum of weight f(spring). `shift` is best near the strength of the cages themselves. Throws
/// InputError for numbers that are not positive and fewer than 1 or more than 64 nodes.
std::vector<SpringNode> spring_nodes(double strongest, double shift, int nodes);

/// beta F_Einstein(spring) per body; the anchor must not be none.
double einstein_free_energy(const Configuration& crystal, double spring, Anchor anchor);

/// ln P of the Einstein crystal, from independent normal displacements (about the centre of mass or
/// with one body held); bodies do not rotate. Not finite where none of the samples is free.
double log_share_without_overlap(const Configuration& crystal, double spring, Anchor anchor,
                                 int samples, std::uint64_t seed);

/// Least squares of y + ln(N) / (2 N) = limit + slope / N, weighted by errors.
struct SizeLimit {
  double limit;
  double error;
  double slope;
  double chi2;  ///< chi squared with count - 2 degrees of freedom
};
SizeLimit extrapolated(const std::vector<double>& bodies, const std::vector<double>& free_energies,
                       const std::vector<double>& errors);

}  // namespace touchstone::shapes
