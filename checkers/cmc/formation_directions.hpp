// checkers/cmc/formation_directions.hpp
// Purpose   Directions of stars that are thrown off by binaries as they form: cosines to the radius
//           outwards, read off the stars before and after a step. No scheme is asked.
// Not here  Numbers and hardness of binaries, and what is kept (formation.cpp).
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "checkers/check.hpp"
#include "models/cmc/registry.hpp"

namespace touchstone::cmc {

/// Directions of stars of which it was known before they were thrown off that they count.
struct Directions {
  std::vector<double> shares;  ///< (1 + cosine) / 2, uniform in [0, 1]
  std::size_t unseen = 0;      ///< more that count, of unknown directions
  std::size_t wanted = 0;      ///< number that a scheme must show
  std::uint64_t trials = 0;

  std::size_t all() const { return shares.size() + unseen; }
};

/// Largest distance between the distribution function of some numbers and that of uniform ones,
/// or the least of these if more numbers are unseen. 0 for none.
double from_uniform(std::vector<double> numbers, std::size_t unseen = 0);

/// First steps of clusters without tangential velocities, until 2000 directions times the effort
/// are seen, or ten times as many clusters have been followed as that takes the schemes here.
Directions directions_of(const cluster::ClusterScheme& scheme, const CheckContext& context,
                         double effort);

}  // namespace touchstone::cmc
