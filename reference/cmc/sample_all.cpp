#include "reference/cmc/throw_all.hpp"

#include "models/cluster/partition.hpp"
#include "reference/cmc/henon.hpp"

namespace touchstone::reference {

std::vector<cluster::ThrownStar> throw_all(const cluster::Stars& stars,
                                           std::vector<cluster::Lfsr113>& streams) {
  const cluster::ShellPotential shells = cluster::shell_potential(stars);
  const Orbits orbits(shells);
  std::vector<cluster::ThrownStar> all;
  const auto blocks = cluster::partition(stars.size(), streams.size());
  for (std::size_t b = 0; b < blocks.size(); ++b)
    for (std::size_t i = blocks[b].first; i < blocks[b].end; ++i) {
      const Mover star = mover(stars, shells, i, stars.mass[i]);
      const Orbit orbit = orbits.orbit(star);
      cluster::ThrownStar result{
          .bound = orbit.kind != OrbitKind::unbound,
          .to = {stars.radius[i], stars.radial_velocity[i], stars.tangential_velocity[i]}};
      if (orbit.kind == OrbitKind::eccentric) {
        const Thrown thrown = orbits.throw_star(star, orbit, streams[b]);
        result.inner = orbit.inner;
        result.outer = orbit.outer;
        result.to = {thrown.radius, thrown.radial_velocity, star.angular_momentum / thrown.radius};
        result.trials = thrown.trials;
      }
      all.push_back(result);
    }
  return all;
}

}  // namespace touchstone::reference
