// models/longrange/exact.hpp
// Purpose   Exact results on the three models, known without simulation: equilibrium, periods,
//           growth rates, falls.
// Source    M. Antoni, S. Ruffo, Phys. Rev. E 52, 2361 (1995) (HMF equilibrium); the rest follows
//           from equations 1 to 3 of Rocha Filho as each comment says, and is tested beside
//           against numbers computed independently to 12 digits.
// Not here  Starts that show these results (starts.hpp).
#pragma once
#include <cstddef>

namespace touchstone::longrange {

/// Equilibrium of the HMF model, infinitely many particles, at an energy per particle U.
struct HmfEquilibrium {
  double magnetisation = 0;
  double temperature = 0;
};
/// Equilibrium with x = M / T: M = I1(x) / I0(x), U = T / 2 + (1 - M^2) / 2; M = 0 from U = 3/4
/// upwards. Throws InputError unless U > 0.01 and finite: below, the Bessel functions overflow.
HmfEquilibrium hmf_equilibrium(double energy_per_particle);

/// Two particles of the HMF model released at rest at the separation d0 in (0, pi): the pendulum
/// d'' = -sin d. The separation at time t.
double hmf_pair_separation(double d0, double time);

/// Rate in cosh(rate t) of a small cosine displacement of an HMF lattice at rest, mode 1.
double hmf_cold_growth_rate();

/// The same for the Ring, any mode k >= 1: k sqrt(-v_k), with v_k the Fourier coefficient of
/// -1 / sqrt(2 (1 - cos) + 2 eps). By the trapezoidal rule, whose error falls as
/// exp(-points sqrt(2 eps)).
double ring_cold_growth_rate(double softening, unsigned mode);
/// v_k itself.
double ring_fourier_coefficient(double softening, unsigned mode);

/// Angular velocity of two particles in the plane that circle at the distance d.
double plane_pair_rate(double distance, double softening);

/// Angular velocity of a regular polygon of n particles in the plane, without softening.
double polygon_rate(std::size_t n, double radius);

/// Time in which such a polygon, released at rest at radius r0, falls to r in (0, r0].
double polygon_fall_time(std::size_t n, double r0, double r);

}  // namespace touchstone::longrange
