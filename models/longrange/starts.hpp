// models/longrange/starts.hpp
// Purpose   Initial states: those of the paper, and those for which the motion is known exactly.
// Source    Rocha Filho, section 4: particles at rest, homogeneous on the circle (Figures 3, 4) or
//           on an annulus from R1 = 1 to R2 = 1.5 (Figures 5, 6). "Homogeneous" is read as
//           independent and uniform: an exact lattice would be an (unstable) equilibrium.
// Not here  What is known about their motion (exact.hpp).
#pragma once
#include <cstdint>

#include "models/longrange/system.hpp"

namespace touchstone::longrange {

/// Angles independent and uniform on the circle, at rest.
State cold_circle(std::size_t particles, std::uint64_t seed);

/// Water bag: angles uniform in [-half_angle, half_angle], momenta in
/// [-half_momentum, half_momentum]. half_angle in (0, pi], half_momentum >= 0; pi is homogeneous.
State water_bag(std::size_t particles, double half_angle, double half_momentum, std::uint64_t seed);

/// Equilibrium of the HMF model at this energy per particle (exact.hpp): angles with weight
/// exp(beta M cos), Gaussian momenta of variance T. The energy of a sample differs by about
/// sqrt(N).
State hmf_equilibrium_start(std::size_t particles, double energy_per_particle, std::uint64_t seed);

/// Uniform on the annulus between the radii, at rest. 0 <= inner < outer.
State annulus(std::size_t particles, double inner, double outer, std::uint64_t seed);

/// Regular polygon in the plane, turning at the angular velocity `rate`.
State polygon(std::size_t particles, double radius, double rate);

/// Lattice on the circle, at rest, each particle displaced by amplitude cos(mode angle).
State perturbed_lattice(std::size_t particles, unsigned mode, double amplitude);

}  // namespace touchstone::longrange
