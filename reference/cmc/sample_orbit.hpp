// reference/cmc/sample_orbit.hpp
// Purpose   Positions of one star on its orbit, sampled as a step samples them: for checks against
//           the time that it spends there.
#pragma once
#include <cstddef>
#include <vector>

#include "models/cmc/registry.hpp"

namespace touchstone::reference {

/// `own_mass` is what the star does not feel of its own shell: its mass. Empty for stars that are
/// not bound, the present position for circular orbits. InputError for a star that is not there.
std::vector<cluster::OrbitSample> sample_orbit(const cluster::Stars& stars, std::size_t star,
                                               std::size_t count, const cluster::Lfsr113& stream,
                                               double own_mass);

}  // namespace touchstone::reference
