// checkers/cmc/meeting_law.hpp
// Purpose   Meetings of binaries with single stars in a cluster a second time: how many a step
//           expects, how long it may be, and what becomes of a pair that meets.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, equation 10;
//           P. Hut, J. N. Bahcall, Astrophys. J. 268, 319 (1983), section 2.
// Computes  In long double, by the laws of two bodies (scattering/read_meeting.hpp). Only the way
//           of the three stars is that of a scheme, which checks of its own judge.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "checkers/draws.hpp"
#include "models/cmc/binary_meetings.hpp"
#include "models/cmc/registry.hpp"

namespace touchstone::cmc {

/// A pair of a binary and a single star, before a step.
struct BinaryAndStar {
  std::size_t binary_at = 0, star_at = 0;  ///< places in the cluster, from 0
  cluster::Binary binary;
  double star_mass = 0;
  long double density = 0;  ///< number of stars per volume, around the inner one
};
/// All of them, of the blocks of these ranks.
std::vector<BinaryAndStar> binaries_and_stars(const cluster::Stars& stars,
                                              const std::vector<cluster::Binary>& binaries,
                                              std::size_t ranks);

/// The place of a pair in its step.
struct StepOfPair {
  const cluster::Stars& stars;
  double closeness = 2;
  long double time = 0;  ///< length of the step in dynamical times
};
/// Chance that the pair meets, averaged over the angle between the two tangential velocities.
long double chance_of_pair(const BinaryAndStar& pair, const StepOfPair& step);

/// Numbers of a pair after a meeting.
struct MeetingSeen {
  cluster::Ending ending = cluster::Ending::unfinished;
  bool exchanged = false;
  double hardened = 0;  ///< logarithm of the binding energy over what it was
  double eccentricity = 0;
  bool all_bound = true;  ///< none of them leaves the cluster
  double star_speed2 = 0;
  double star_radial = 0;  ///< |radial velocity| over the speed
};
/// Draws whether a pair meets, and what is seen of it if it does.
std::optional<MeetingSeen> drawn_meeting_of(const BinaryAndStar& pair, const StepOfPair& step,
                                            Draws& draws);

/// The longest step by equation 10 over the 300 innermost stars, in the units of steps.
long double binary_step(const cluster::Stars& stars, const std::vector<cluster::Binary>& binaries,
                        const cluster::BinaryPopulation& how, long double initial);
/// Binding energy of a binary, above 0, and the sum of the energies of all, below 0.
long double binding(const cluster::Binary& binary);
long double internal(const std::vector<cluster::Binary>& binaries);
/// A time in these units in dynamical times.
long double dynamical(long double time, long double initial);

}  // namespace touchstone::cmc
