// optimized/cmc/scattering/meeting_over.hpp
// Purpose   Whether a meeting of three stars is over, asked every few steps.
// Source    J. M. Fregeau, P. Cheung, S. F. Portegies Zwart, F. A. Rasio, Mon. Not. R. Astron.
//           Soc. 352, 1 (2004), section 3 (an end where the tide on the binary is small).
#pragma once
#include <cstddef>

#include "models/cmc/scattering/three_stars.hpp"

namespace touchstone::optimized {

struct MeetingState {
  cluster::Ending ending = cluster::Ending::unfinished;
  std::size_t single = 3;
};

/// Most calls end after a few operations: the third star comes nearer, or is too near.
MeetingState meeting_state(const cluster::ThreeStars& stars, double tide);

/// Energy of all three; `scale` is what it is compared with: the sum of |energy| of the closest
/// pair and of the third star against it.
struct MeetingEnergy {
  double total = 0;
  double scale = 0;
  double semimajor_axis = 0;  ///< absolute value, for the closest pair
  double outer_speed = 0;     ///< speed of the third star at infinity, or what is as large
};
MeetingEnergy meeting_energy(const cluster::ThreeStars& stars);

}  // namespace touchstone::optimized
