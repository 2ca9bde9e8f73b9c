// validation/experiments/cmc/schemes.hpp
// Purpose   Schemes that an experiment with star clusters follows, and on how many ranks.
#pragma once
#include <algorithm>

#include "models/cmc/registry.hpp"

namespace touchstone::validation::cmc {

/// Enough for a block in each of a core's lanes; few where ranks exchange messages.
inline std::size_t ranks_for(const cluster::ClusterScheme& scheme) {
  return cluster::ranks_of(scheme, scheme.messages ? 4 : 16);
}

/// Whether clusters are followed by it at all.
inline bool is_followed(const cluster::ClusterScheme& scheme) {
  return scheme.available && scheme.makes_steps && !scheme.emulated;
}

/// Whether another scheme that is followed here claims the bits of this one, with as many ranks.
/// The check `cmc/equals reference` judges that claim, and both clusters would be the same.
inline bool is_followed_by_another(const cluster::ClusterScheme& scheme) {
  const auto& all = cluster::cluster_schemes();
  return std::any_of(all.begin(), all.end(), [&](const cluster::ClusterScheme& other) {
    return is_followed(other) && other.equals == scheme.info.name &&
           has(other.info.claims, Claims::equals_reference) &&
           ranks_for(other) == ranks_for(scheme);
  });
}

}  // namespace touchstone::validation::cmc
