// optimized/cmc/orbits/single_orbit.hpp
// Purpose   Positions of one star on its orbit, sampled as a step samples them, for checks.
#pragma once
#include <cstddef>
#include <vector>

#include "models/cmc/registry.hpp"

namespace touchstone::optimized {

/// Throws InputError for a star that is not there; empty for one that is not bound.
std::vector<cluster::OrbitSample> sample_orbit(const cluster::Stars& stars, std::size_t star,
                                               std::size_t count, const cluster::Lfsr113& stream);

}  // namespace touchstone::optimized
