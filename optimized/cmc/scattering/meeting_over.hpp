// optimized/cmc/scattering/meeting_over.hpp
// Purpose   Whether a meeting of three or four stars is over, asked every few steps.
// Source    J. M. Fregeau, P. Cheung, S. F. Portegies Zwart, F. A. Rasio, Mon. Not. R. Astron.
//           Soc. 352, 1 (2004), section 3 (an end where the tide on the binary is small; stable
//           triples); R. A. Mardling, S. J. Aarseth, Mon. Not. R. Astron. Soc. 321, 398 (2001).
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
/// The closest two are taken for the binary that is left, or for the inner one of a triple; where
/// they are not, it is another that is asked a few steps later.
cluster::FourEnd meeting_state(const cluster::FourStars& stars, double tide);

/// Energy of all; `scale` is what it is compared with: the sum of |energy| of the closest pair and
/// of the third star against it; of two binaries, stars 0 and 1, 2 and 3, and of the one against
/// the other.
struct MeetingEnergy {
  double total = 0;
  double scale = 0;
  double semimajor_axis = 0;  ///< absolute value, for the closest pair, or the smaller binary
  double outer_speed = 0;     ///< relative to the binary, at infinity, or what is as large
};
MeetingEnergy meeting_energy(const cluster::ThreeStars& stars);
MeetingEnergy meeting_energy(const cluster::FourStars& stars);

}  // namespace touchstone::optimized
