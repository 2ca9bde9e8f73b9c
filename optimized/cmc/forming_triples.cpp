#include "optimized/cmc/forming_triples.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace touchstone::optimized {
namespace {

using cluster::Stars;
using cluster::Triple;

Neighbours pair_of(const Stars& stars, std::size_t i) {
  return {i,
          {stars.radial_velocity[i], stars.radial_velocity[i + 1]},
          {stars.tangential_velocity[i], stars.tangential_velocity[i + 1]}};
}

/// Pairs of the block, as they are now, with a star of the triple.
void keep_apart(FormedInBlock& all, const Stars& stars, const cluster::Block& block,
                std::size_t inner) {
  for (std::size_t i = inner - (inner - block.first) % 2; i < inner + 3; i += 2)
    if (i + 1 < block.end && (all.apart.empty() || all.apart.back().inner != i))
      all.apart.push_back(pair_of(stars, i));
}

}  // namespace

bool FormedInBlock::has(std::size_t inner) const {
  const auto found = std::lower_bound(
      apart.begin(), apart.end(), inner,
      [](const Neighbours& pair, std::size_t wanted) { return pair.inner < wanted; });
  return found != apart.end() && found->inner == inner;
}

FormedInBlock those_that_form(const Stars& stars, const cluster::Block& block,
                              const std::vector<std::int32_t>& binary_number, const Field& field,
                              std::size_t first, const cluster::BinaryFormation& how,
                              std::uint32_t seed, std::uint64_t step, double time) {
  FormedInBlock all;
  const auto of_block = [&](const std::vector<double>& values) {
    return std::span(values).subspan(block.first, block.size());
  };
  for (std::size_t i = block.first; i + 2 < block.end; i += 3) {
    if (binary_number[i] >= 0 || binary_number[i + 1] >= 0 || binary_number[i + 2] >= 0) continue;
    Triple triple{.density = local_density(field, first + i + 2),
                  .around = cluster::surroundings_of(
                      of_block(stars.mass), of_block(stars.radial_velocity),
                      of_block(stars.tangential_velocity), i + 1 - block.first)};
    for (std::size_t k = 0; k < 3; ++k) {
      triple.mass[k] = stars.mass[i + k];
      triple.radius[k] = stars.radius[i + k];
      triple.radial_velocity[k] = stars.radial_velocity[i + k];
      triple.tangential_velocity[k] = stars.tangential_velocity[i + k];
      triple.id[k] = stars.id[i + k];
    }
    const double expected = cluster::formations_of_triple(triple, how, time);
    if (expected > 1) ++all.crowded;
    const cluster::FormationDraws draws(seed, triple.id[0], step);
    if (!(draws.share < expected)) continue;
    if (const auto now = cluster::formed(triple, how, draws)) {
      all.triples.push_back({i, *now});
      keep_apart(all, stars, block, i);
    } else {
      ++all.given_up;
    }
  }
  return all;
}

void become_binaries(const FormedInBlock& formed, Stars& stars) {
  for (const Neighbours& pair : formed.apart)
    for (std::size_t k = 0; k < 2; ++k) {
      stars.radial_velocity[pair.inner + k] = pair.radial_velocity[k];
      stars.tangential_velocity[pair.inner + k] = pair.tangential_velocity[k];
    }
  for (const FormedTriple& triple : formed.triples)
    for (std::size_t k = 0; k < 2; ++k) {
      const cluster::NewStar& one = triple.formed.stars[k];
      const cluster::Vector3& v = one.star.velocity;
      const std::size_t star = triple.inner + k;
      stars.mass[star] = one.star.mass;
      stars.radius[star] = one.radius;
      stars.radial_velocity[star] = v[2];
      stars.tangential_velocity[star] = std::sqrt(v[0] * v[0] + v[1] * v[1]);
      stars.id[star] = one.id;
    }
}

}  // namespace touchstone::optimized
