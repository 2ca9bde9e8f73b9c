// reference/cmc/fewbody/few_body.hpp
// Purpose   A few bodies under their mutual gravity, without softening; and bodies that stick
//           together when they touch.
// Source    J. M. Fregeau, P. Cheung, S. F. Portegies Zwart, F. A. Rasio, Mon. Not. R. Astron.
//           Soc. 352, 1 (2004) (Fewbody: RK8PD, tolerances 1e-9, sticky spheres); B. Pattabiraman
//           et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, step 3.
// Units     G = 1.
// Not here  A binary that meets a single star (scattering.cpp); hierarchies, regularisation.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "reference/cmc/fewbody/prince_dormand.hpp"

namespace touchstone::reference {

using Vector = std::array<double, 3>;

struct Body {
  double mass = 1;
  Vector position{};
  Vector velocity{};
  double radius = 0;  ///< 0: a point, which touches nothing
};

struct Flight {
  double time = 0;  ///< reached
  std::uint64_t steps = 0;
  std::uint64_t rejected = 0;
  double next_step = 0;                              ///< to go on with
  std::vector<std::array<std::size_t, 2>> touching;  ///< pairs that touch at that time
};

/// Moves the bodies for `duration`, or until two touch at the end of a step, or `go_on`, asked
/// after each step, says no. `Real`: double or long double, the precision of places and
/// velocities under way. Throws std::runtime_error when steps become too small.
template <class Real = double>
Flight fly(std::vector<Body>& bodies, double duration, const Tolerance& tolerance = {},
           double first_step = 0.01,
           const std::function<bool(const std::vector<Body>&)>& go_on = {});

double energy(const std::vector<Body>& bodies);
Vector momentum(const std::vector<Body>& bodies);
Vector angular_momentum(const std::vector<Body>& bodies);

/// Orbit of two bodies around each other.
struct Pair {
  double energy = 0;          ///< energy of the relative motion, per reduced mass; below 0: bound
  double semimajor_axis = 0;  ///< below 0 for hyperbolas
  double eccentricity = 0;
};
Pair pair(const Body& a, const Body& b);

/// Two spheres that stick: at the centre of mass with all of the mass and momentum, and with the
/// volume of both. `lost_energy` is the kinetic energy of the relative motion.
struct Merger {
  Body body;
  double lost_energy = 0;
};
Merger stick(const Body& a, const Body& b);

/// Cross section for two spheres whose relative speed far apart is `speed` to touch: geometry and
/// gravitational focusing.
double collision_cross_section(const Body& a, const Body& b, double speed);
/// Expected collisions of one body in a time among bodies of number density `density`.
double collision_probability(const Body& a, const Body& b, double speed, double density,
                             double time);

}  // namespace touchstone::reference
