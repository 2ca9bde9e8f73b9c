// reference/cmc/henon_formation.cpp
// Purpose   Henon's step where three single stars may become a binary and a star.
// Source    The public CMC program (dynamics_apply): stars are taken three at a time, from the
//           inside, before they meet in pairs; those that become a binary do not meet.
// Computes  Which triples become binaries, and which, from numbers of their own, by id and step,
//           and from the stars as they are before any triple changes.
#include <algorithm>
#include <cmath>

#include "reference/cmc/henon.hpp"
#include "reference/cmc/timestep.hpp"

namespace touchstone::reference {

using cluster::Formed;
using cluster::Triple;

double HenonRun::expected_formations(const Triple& triple, double timestep) const {
  return cluster::formations_of_triple(triple, *parameters_.formation,
                                       cluster::dynamical_time(timestep, initial_stars_));
}

std::optional<Formed> HenonRun::form(const Triple& triple,
                                     const cluster::FormationDraws& draws) const {
  return cluster::formed(triple, *parameters_.formation, draws);
}

Triple HenonRun::triple_at(std::size_t first, const cluster::Block& block) const {
  const auto of_block = [&](const std::vector<double>& values) {
    return std::span(values).subspan(block.first, block.size());
  };
  Triple triple{.density = local_density(shells_, first + 2),
                .around = cluster::surroundings_of(
                    of_block(stars_.mass), of_block(stars_.radial_velocity),
                    of_block(stars_.tangential_velocity), first + 1 - block.first)};
  for (std::size_t k = 0; k < 3; ++k) {
    triple.mass[k] = stars_.mass[first + k];
    triple.radius[k] = stars_.radius[first + k];
    triple.radial_velocity[k] = stars_.radial_velocity[first + k];
    triple.tangential_velocity[k] = stars_.tangential_velocity[first + k];
    triple.id[k] = stars_.id[first + k];
  }
  return triple;
}

void HenonRun::form_binaries(const cluster::Block& block, double timestep) {
  struct Place {
    std::size_t first;
    Formed formed;
  };
  std::vector<Place> places;
  for (std::size_t i = block.first; i + 2 < block.end; i += 3) {
    bool single = true;
    for (std::size_t k = i; k < i + 3; ++k)
      single = single && cluster::binary_of(binaries_, stars_.id[k]) == nullptr;
    if (!single) continue;
    const Triple triple = triple_at(i, block);
    const double expected = expected_formations(triple, timestep);
    if (expected > 1) ++report_.meetings.crowded;
    const cluster::FormationDraws draws(parameters_.seed, triple.id[0], report_.step);
    if (!(draws.share < expected)) continue;
    if (const auto now = form(triple, draws))
      places.push_back({i, *now});
    else
      ++report_.meetings.given_up;
  }
  for (const Place& place : places) become_binary(place.first, place.formed);
}

void HenonRun::become_binary(std::size_t first, const Formed& now) {
  for (std::size_t k = 0; k < 2; ++k) {
    const cluster::NewStar& one = now.stars[k];
    const cluster::Vector3& v = one.star.velocity;
    stars_.mass[first + k] = one.star.mass;
    stars_.radius[first + k] = one.radius;
    stars_.radial_velocity[first + k] = v[2];
    stars_.tangential_velocity[first + k] = std::sqrt(v[0] * v[0] + v[1] * v[1]);
    stars_.id[first + k] = one.id;
  }
  const auto behind =
      std::find_if(binaries_.begin(), binaries_.end(),
                   [&](const cluster::Binary& other) { return other.id > now.pair().id; });
  binaries_.insert(behind, now.pair());
  for (std::size_t k = first; k < first + 3; ++k) taken_[k] = true;
  gone_.push_back(first + 2);
  ++report_.meetings.formed;
  masses_changed_ = true;
}

}  // namespace touchstone::reference
