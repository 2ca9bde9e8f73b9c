#include "reference/cmc/sample_orbit.hpp"

#include <fmt/format.h>

#include "models/core/errors.hpp"
#include "reference/cmc/henon.hpp"

namespace touchstone::reference {

std::vector<cluster::OrbitSample> sample_orbit(const cluster::Stars& stars, std::size_t star,
                                               std::size_t count, const cluster::Lfsr113& stream,
                                               double own_mass) {
  if (star >= stars.size())
    throw input_error("orbit", "star", fmt::format("below {}", stars.size()),
                      fmt::format("{}", star));
  const cluster::ShellPotential shells = cluster::shell_potential(stars);
  const Orbits orbits(shells);
  const Mover moving = mover(stars, shells, star, own_mass);
  const Orbit orbit = orbits.orbit(moving);
  if (orbit.kind == OrbitKind::unbound) return {};
  if (orbit.kind == OrbitKind::circular)
    return std::vector<cluster::OrbitSample>(
        count, {stars.radius[star], stars.radial_velocity[star], stars.tangential_velocity[star]});
  std::vector<cluster::OrbitSample> samples;
  cluster::Lfsr113 random = stream;
  for (std::size_t k = 0; k < count; ++k) {
    const SampledPosition sampled = orbits.sample_position(moving, orbit, random);
    samples.push_back(
        {sampled.radius, sampled.radial_velocity, moving.angular_momentum / sampled.radius});
  }
  return samples;
}

}  // namespace touchstone::reference
