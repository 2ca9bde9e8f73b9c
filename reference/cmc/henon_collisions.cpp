// reference/cmc/henon_collisions.cpp
// Purpose   Henon's step where single stars collide and stick together.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, step 3: "two
//           bodies are merged whenever their radii touch".
// Computes  The draw of a pair that the public program spends on processes decides whether it
//           collides.
#include <algorithm>
#include <cmath>

#include "reference/cmc/henon.hpp"
#include "reference/cmc/timestep.hpp"

namespace touchstone::reference {

using cluster::Merged;
using cluster::SinglePair;

double HenonRun::expected_collisions(const SinglePair& pair, double timestep) const {
  return cluster::collisions_of_pair(pair, *parameters_.collisions, initial_stars_,
                                     cluster::dynamical_time(timestep, initial_stars_));
}

Merged HenonRun::merge(const SinglePair& pair) const { return cluster::merged(pair); }

bool HenonRun::collide(std::size_t first, const Meeting& before, double timestep, double share) {
  for (const std::size_t star : {first, first + 1})
    if (cluster::binary_of(binaries_, stars_.id[star]) != nullptr) return false;
  SinglePair pair{.mass = {}, .velocity = {}, .density = local_density(shells_, first + 1)};
  for (std::size_t k = 0; k < 2; ++k) {
    pair.mass[k] = before.mass[k];
    pair.velocity[k] = {before.velocity[k].x, before.velocity[k].y, before.velocity[k].z};
  }
  const double expected = expected_collisions(pair, timestep);
  if (expected > 1) ++report_.meetings.crowded;
  if (!(share < expected)) return false;
  ++report_.meetings.collisions;
  become_one(first, pair);
  return true;
}

void HenonRun::become_one(std::size_t first, const SinglePair& pair) {
  const Merged one = merge(pair);
  stars_.mass[first] = one.mass;
  stars_.radius[first] =
      cluster::radius_of_merged(pair, stars_.radius[first], stars_.radius[first + 1]);
  stars_.radial_velocity[first] = one.velocity[2];
  stars_.tangential_velocity[first] =
      std::sqrt(one.velocity[0] * one.velocity[0] + one.velocity[1] * one.velocity[1]);
  if (one.outer) stars_.id[first] = stars_.id[first + 1];
  report_.collided_energy += one.lost;
  gone_.push_back(first + 1);
  masses_changed_ = true;
}

}  // namespace touchstone::reference
