// reference/cmc/sample_all.hpp
// Purpose   New orbital positions of every star of a cluster, block after block, for checks of
//           programs that sample orbits and make no steps.
#pragma once
#include <vector>

#include "models/cmc/registry.hpp"

namespace touchstone::reference {

/// The stars of block b of cluster::partition draw from `streams[b]`, in radial order.
std::vector<cluster::SampledStar> sample_all(const cluster::Stars& stars,
                                             std::vector<cluster::Lfsr113>& streams);

}  // namespace touchstone::reference
