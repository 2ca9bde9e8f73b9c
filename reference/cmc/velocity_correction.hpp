// reference/cmc/velocity_correction.hpp
// Purpose   Pays for the work that the changing potential did on the stars: without it, energy
//           drifts.
// Source    J. S. Stodolkiewicz, Acta Astron. 32, 63 (1982); B. Pattabiraman et al., Astrophys.
//           J. Suppl. 204, 15 (2013), section 2.1, step 7 (the ratio of the velocity components
//           stays); the public CMC program for speeds that would be imaginary.
// Cost      O(N).
#pragma once
#include <span>

#include "models/cmc/partition.hpp"
#include "models/cmc/stars.hpp"

namespace touchstone::reference {

/// Scales the velocity of star i so that its square is `speed2[i]`. Where that is not above 0 the
/// star keeps its velocity, and the energy it has too much is taken from the stars after it in its
/// block, at most 80 % of each one's kinetic energy. What is left at the end of a block is taken in
/// the same way from the next block, in a second pass. Returns the energy that nobody could give.
double correct_velocities(cluster::Stars& stars, std::span<const double> speed2,
                          std::span<const cluster::Block> blocks);

}  // namespace touchstone::reference
