// optimized/longrange/nufft/ring_nufft_spectrum.hpp
// Purpose   The Fourier modes of the Ring's potential, and how many of them a tolerance needs.
// Source    Equation 1 of Rocha Filho in chord form: -1 / sqrt(2 (1 - cos d) + 2 eps) is the sum
//           over all integers k of v_k exp(i k d), and v_k is -Q_(k-1/2)(1 + eps) / pi, a
//           Legendre function of the second kind, minimal for growing k: (k + 1/2) v_(k+1) = 2 k
//           (1 + eps) v_k - (k - 1/2) v_(k-1) downwards (Miller), v_0 by the arithmetic-geometric
//           mean.
// Cost      O(K) once.
#pragma once
#include <cstddef>
#include <vector>

namespace touchstone::optimized {

/// Half the width of the strip where the potential is analytic, acosh(1 + eps): v_k falls as
/// exp(-width k).
double ring_analytic_width(double softening);

/// The last mode K for which what is left out is below `tolerance`, relative to the largest force
/// of a pair: an integer, for small softenings beyond those of 64 bits.
double ring_modes_needed(double softening, double tolerance);

/// v_0 ... v_K, each to double precision.
std::vector<double> ring_spectrum(double softening, std::size_t last_mode);

}  // namespace touchstone::optimized
