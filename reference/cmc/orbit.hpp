// reference/cmc/orbit.hpp
// Purpose   A star's orbit in the potential of all others: its apsides, and its position at a
//           random time.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, step 5, and
//           equations 12 to 15; K. J. Joshi, F. A. Rasio, S. Portegies Zwart, Astrophys. J. 540,
//           969 (2000) (the variable s, in which the density is finite).
// Computes  The star does not feel its own shell: phi'(r) = phi(r) + m / max(r, r_i). In the
//           intervals of the two apsides Q is evaluated as a product with a factor that vanishes
//           there, from the distance to the apsis and not from the radius. The public program
//           subtracts energies, so that near an apsis whether a trial is accepted depends on
//           round-off. Apsides are kept inside their interval; the public program searches there
//           by Brent's method. A trial exactly at the pericentre is judged by the limit of the
//           density; the public program accepts it always.
// Cost      O(log N) for the orbit and for each trial, 1.9 trials for a Plummer model.
// Not here  The velocity correction (velocity_correction.hpp).
#pragma once
#include <cstddef>
#include <cstdint>

#include "models/cmc/lfsr113.hpp"
#include "models/cmc/shell_potential.hpp"

namespace touchstone::reference {

/// A star as the potential sees it; `shell` is its number there, from 1.
struct Mover {
  std::size_t shell = 1;
  double mass = 0;    ///< mass of its own shell, which it does not feel
  double energy = 0;  ///< v^2/2 + phi'
  double angular_momentum = 0;
};

enum class OrbitKind { eccentric, circular, unbound };

struct Orbit {
  OrbitKind kind = OrbitKind::circular;
  double pericentre = 0;
  double apocentre = 0;
  std::size_t inner = 0;  ///< r_inner <= pericentre <= r_{inner+1}
  std::size_t outer = 0;  ///< r_outer <= apocentre <= r_{outer+1}
};

/// Orbits with less angular momentum are taken for radial: its square would lose digits.
constexpr double kLeastAngularMomentum = 1e-150;

/// Bound stars that get further out than this are taken for unbound.
constexpr double kTidalRadius = 1e6;

struct SampledPosition {
  double radius = 0;
  double radial_velocity = 0;
  double potential = 0;  ///< phi' there
  std::uint64_t trials = 0;
  std::uint64_t above_bound = 0;  ///< trials at which the density was above its supposed bound
};

/// Orbits in one potential, which must outlive it.
class Orbits {
 public:
  explicit Orbits(const cluster::ShellPotential& shells) : shells_(shells) {}

  /// phi' at a shell, at any radius.
  double potential_at_shell(const Mover& star, std::size_t k) const;
  double potential_at(const Mover& star, double r) const;

  Orbit orbit(const Mover& star) const;

  /// Samples an eccentric orbit: two draws for each trial, one for the sign of the radial velocity.
  SampledPosition sample_position(const Mover& star, const Orbit& orbit,
                                  cluster::Lfsr113& random) const;

 private:
  struct Trial;
  double q(const Mover& star, std::size_t k) const;
  double felt_mass(const Mover& star, std::size_t k) const;
  double offset(const Mover& star, std::size_t k) const;
  double slope(const Mover& star, std::size_t k, double r) const;
  double potential_in(const Mover& star, std::size_t k, double r) const;
  double radial_speed2(const Mover& star, const Orbit& orbit, const Trial& trial) const;
  Trial trial(const Orbit& orbit, double s) const;

  const cluster::ShellPotential& shells_;
};

}  // namespace touchstone::reference
