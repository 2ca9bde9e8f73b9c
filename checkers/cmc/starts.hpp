// checkers/cmc/starts.hpp
// Purpose   Starts of the checks of star clusters.
#pragma once
#include "models/cmc/stars.hpp"

namespace touchstone::cmc {

/// Plummer's model with masses of five kinds, in no order of radius. Every 50th star is so fast
/// that it leaves in the first step: then there are fewer stars than the initial number, which
/// density and time step go on to use. Both stars of some pairs, the last two among them, move
/// along the radius alone. N-body units; the total mass is 1.
cluster::Stars unequal_with_losses(std::size_t count, std::uint32_t seed);

/// Nearly all of the mass are five stars at rest far out. They fall in, so that the potential is
/// another one after a step, and light stars, which move out meanwhile, owe more energy than they
/// and their neighbours have. Some pairs of light stars are at rest: they do not meet. G = 1; the
/// total mass is 1.
cluster::Stars heavy_stars_fall(std::size_t count, std::uint32_t seed);

}  // namespace touchstone::cmc
