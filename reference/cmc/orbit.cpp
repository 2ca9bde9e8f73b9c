#include "reference/cmc/orbit.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace touchstone::reference {
namespace {

constexpr std::uint64_t kMostTrials = 1'000'000;

}  // namespace

/// A position on the orbit with its exact distances from the apsides.
struct Orbits::Trial {
  double radius = 0;
  double from_pericentre = 0;
  double from_apocentre = 0;
  std::size_t interval = 0;
};

/// Mass that pulls the star between r_k and r_{k+1}.
double Orbits::felt_mass(const Mover& star, std::size_t k) const {
  if (k == 0) return 0;
  return k < star.shell ? shells_.enclosed[k] : shells_.enclosed[k] - star.mass;
}

/// B of phi' = B - M u between r_k and r_{k+1}.
double Orbits::offset(const Mover& star, std::size_t k) const {
  const double own = k < star.shell ? star.mass * shells_.inverse_radius[star.shell] : 0;
  if (k == 0) return shells_.potential[1] + own;
  return shells_.potential[k] + shells_.enclosed[k] * shells_.inverse_radius[k] + own;
}

double Orbits::potential_at_shell(const Mover& star, std::size_t k) const {
  const double u = std::min(shells_.inverse_radius[k], shells_.inverse_radius[star.shell]);
  return shells_.potential[k] + star.mass * u;
}

double Orbits::potential_in(const Mover& star, std::size_t k, double r) const {
  const double own = star.mass / std::max(r, shells_.radius[star.shell]);
  if (k == 0) return shells_.potential[1] + own;
  return shells_.potential[k] + shells_.enclosed[k] * (shells_.inverse_radius[k] - 1 / r) + own;
}

double Orbits::potential_at(const Mover& star, double r) const {
  return potential_in(star, shells_.interval(r), r);
}

/// Equation 12 at a shell.
double Orbits::q(const Mover& star, std::size_t k) const {
  const double turning = star.angular_momentum * shells_.inverse_radius[k];
  return 2 * star.energy - 2 * potential_at_shell(star, k) - turning * turning;
}

/// dQ/dr at r in interval k.
double Orbits::slope(const Mover& star, std::size_t k, double r) const {
  const double j2 = star.angular_momentum * star.angular_momentum;
  return 2 * (j2 / r - felt_mass(star, k)) / (r * r);
}

Orbit Orbits::orbit(const Mover& star) const {
  const std::size_t last = shells_.shells() + 1;
  Orbit orbit;
  if (!(star.energy < 0)) return {.kind = OrbitKind::unbound};
  std::size_t inside = star.shell;  // a shell between the apsides
  if (!(q(star, inside) > 0)) {
    inside = 0;
    while (inside <= last && !(q(star, inside) > 0)) ++inside;
    if (inside > last) return orbit;
  }
  if (q(star, last) > 0) return {.kind = OrbitKind::unbound};
  std::size_t below = 0, above = inside;  // Q(below) < 0 < Q(above), unless the orbit is radial
  while (above - below > 1) {
    const std::size_t middle = (below + above) / 2;
    (q(star, middle) > 0 ? above : below) = middle;
  }
  orbit.inner = below;
  // Nothing pulls the innermost star inside of the next shell, so it comes from the centre's side;
  // only round-off says that it is too slow for its own place. Without angular momentum it stays.
  if (star.shell == 1 && orbit.inner == 1 && star.angular_momentum > 0) orbit.inner = 0;
  below = inside;
  above = last;  // Q(below) > 0 > Q(above)
  while (above - below > 1) {
    const std::size_t middle = (below + above) / 2;
    (q(star, middle) > 0 ? below : above) = middle;
  }
  orbit.outer = below;

  const double j2 = star.angular_momentum * star.angular_momentum;
  const auto discriminant = [&](std::size_t k, double depth) {
    const double m = felt_mass(star, k);
    return m * m - 2 * j2 * depth;
  };
  const auto root = [&](std::size_t k, bool inner) {
    const double depth = offset(star, k) - star.energy;  // B - E'
    const double sum = felt_mass(star, k) + std::sqrt(std::max(0.0, discriminant(k, depth)));
    const double r = inner ? j2 / sum : sum / (2 * depth);
    // The innermost interval begins at the centre: r_0 is there for searches alone.
    const double least = k == 0 ? 0.0 : shells_.radius[k];
    // No std::clamp: a mutant brings shells out of order.
    return std::min(std::max(r, least), shells_.radius[k + 1]);
  };
  orbit.pericentre = j2 == 0 ? 0 : root(orbit.inner, true);
  orbit.apocentre = root(orbit.outer, false);
  if (orbit.apocentre >= kTidalRadius) return {.kind = OrbitKind::unbound};
  // Without angular momentum, only round-off puts the pericentre beyond a shell: the star is at
  // rest, and nothing pulls it. So it is where nothing pulls it and round-off leaves no speed.
  const bool rests = orbit.inner == 0 && !(discriminant(0, offset(star, 0) - star.energy) > 0);
  const bool turns_inside =
      j2 == 0 ? orbit.inner == 0 : !rests && slope(star, orbit.inner, orbit.pericentre) > 0;
  const bool turns_outside = slope(star, orbit.outer, orbit.apocentre) < 0;
  if (orbit.pericentre < orbit.apocentre && turns_inside && turns_outside)
    orbit.kind = OrbitKind::eccentric;
  return orbit;
}

/// r = r_min + (r_max - r_min) s^2 (3 - 2 s), which is equation 14 in a variable that is dense at
/// the ends.
Orbits::Trial Orbits::trial(const Orbit& orbit, double s) const {
  const double width = orbit.apocentre - orbit.pericentre;
  Trial t;
  t.from_pericentre = width * (s * s * (3 - 2 * s));
  t.from_apocentre = width * ((1 - s) * (1 - s) * (1 + 2 * s));
  t.radius = s < 0.5 ? orbit.pericentre + t.from_pericentre : orbit.apocentre - t.from_apocentre;
  t.interval = std::clamp(shells_.interval(t.radius), orbit.inner, orbit.outer);
  return t;
}

/// Q at the trial. Between two shells it is 2(E' - B) + 2 M u - J^2 u^2, whose roots are the
/// apsides if they lie in that interval.
double Orbits::radial_speed2(const Mover& star, const Orbit& orbit, const Trial& trial) const {
  const double r = trial.radius;
  const double j2 = star.angular_momentum * star.angular_momentum;
  const double m = felt_mass(star, trial.interval);
  const bool with_pericentre = trial.interval == orbit.inner && j2 > 0;
  const bool with_apocentre = trial.interval == orbit.outer;
  const double u_in = with_pericentre ? trial.from_pericentre / (r * orbit.pericentre) : 0;
  const double u_out = with_apocentre ? trial.from_apocentre / (r * orbit.apocentre) : 0;
  if (with_pericentre && with_apocentre) return j2 * u_in * u_out;
  if (with_pericentre) return u_in * (j2 * (1 / r + 1 / orbit.pericentre) - 2 * m);
  if (with_apocentre) return u_out * (2 * m - j2 * (1 / r + 1 / orbit.apocentre));
  return 2 * star.energy - 2 * potential_in(star, trial.interval, r) - j2 / (r * r);
}

SampledPosition Orbits::sample_position(const Mover& star, const Orbit& orbit,
                                        cluster::Lfsr113& random) const {
  const double width = orbit.apocentre - orbit.pericentre;
  // Density in s at the apsides, |dr/ds| / |v_r| up to a constant.
  const bool radial = star.angular_momentum * star.angular_momentum == 0;
  const double at_pericentre =
      radial ? 0 : std::sqrt(3 * width / slope(star, orbit.inner, orbit.pericentre));
  const double at_apocentre = std::sqrt(-3 * width / slope(star, orbit.outer, orbit.apocentre));
  const double bound = 1.2 * std::max(at_pericentre, at_apocentre);
  SampledPosition result;
  while (++result.trials <= kMostTrials) {
    const double s = random.uniform();
    const double height = bound * random.uniform();
    if (s == 0) {
      if (!(height < at_pericentre)) continue;
    }
    const Trial t = trial(orbit, s);
    const double speed = s == 0 ? 0 : std::sqrt(std::max(0.0, radial_speed2(star, orbit, t)));
    // Times v_r, so that nothing is divided by 0; where round-off has left no speed, accepted.
    const double density = 3 * width * s * (1 - s);
    if (density > bound * speed && speed > 0) ++result.above_bound;
    if (s > 0 && speed > 0 && !(height * speed < density)) continue;
    result.radius = t.radius;
    result.potential = potential_in(star, t.interval, t.radius);
    result.radial_velocity = random.uniform() < 0.5 ? -speed : speed;
    return result;
  }
  throw std::runtime_error(
      "sampling of an orbital position: expected an acceptance, found none in all trials");
}

}  // namespace touchstone::reference
