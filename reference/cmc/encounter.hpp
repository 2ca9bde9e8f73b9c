// reference/cmc/encounter.hpp
// Purpose   The representative encounter of two neighbours: one deflection that stands for all
//           that happen to them in a time step.
// Source    M. Henon, Astrophys. Space Sci. 14, 151 (1971); K. J. Joshi, F. A. Rasio, S.
//           Portegies Zwart, Astrophys. J. 540, 969 (2000), section 2; angle and order of draws
//           as in the public CMC program.
// Computes  New radial and tangential velocities; the velocity of the centre of mass and the
//           relative speed stay.
// Not here  Whom a star meets, and when, and random numbers (henon.hpp).
#pragma once
namespace touchstone::reference {

/// Velocity in axes of the first star's motion: z is radial, x along its tangential velocity.
struct Velocity {
  double x = 0, y = 0, z = 0;
};

struct Meeting {
  double mass[2];
  Velocity velocity[2];
};

/// Two stars as they meet; the second one's tangential velocity points to `turn` in [0, 1) circles.
Meeting meeting(const double (&mass)[2], const double (&radial)[2], const double (&tangential)[2],
                double turn);

/// Angle of deflection: (pi/2) sqrt(dt / T12), at most pi/2. `density` is the local number density
/// and `initial_stars` the N of the units.
double deflection(const Meeting& before, double timestep, double density, double initial_stars);

/// Stars after a deflection by `angle` of the relative velocity; its axis is at `turn` of a circle.
Meeting deflected(const Meeting& before, double angle, double turn);

}  // namespace touchstone::reference
