#include "reference/cmc/sample_all.hpp"

#include "models/cmc/partition.hpp"
#include "reference/cmc/henon.hpp"

namespace touchstone::reference {

std::vector<cluster::SampledStar> sample_all(const cluster::Stars& stars,
                                             std::vector<cluster::Lfsr113>& streams) {
  const cluster::ShellPotential shells = cluster::shell_potential(stars);
  const Orbits orbits(shells);
  std::vector<cluster::SampledStar> all;
  const auto blocks = cluster::partition(stars.size(), streams.size());
  for (std::size_t b = 0; b < blocks.size(); ++b)
    for (std::size_t i = blocks[b].first; i < blocks[b].end; ++i) {
      const Mover star = mover(stars, shells, i, stars.mass[i]);
      const Orbit orbit = orbits.orbit(star);
      cluster::SampledStar result{
          .bound = orbit.kind != OrbitKind::unbound,
          .to = {stars.radius[i], stars.radial_velocity[i], stars.tangential_velocity[i]}};
      if (orbit.kind == OrbitKind::eccentric) {
        const SampledPosition sampled = orbits.sample_position(star, orbit, streams[b]);
        result.inner = orbit.inner;
        result.outer = orbit.outer;
        result.to = {sampled.radius, sampled.radial_velocity,
                     star.angular_momentum / sampled.radius};
        result.trials = sampled.trials;
      }
      all.push_back(result);
    }
  return all;
}

}  // namespace touchstone::reference
