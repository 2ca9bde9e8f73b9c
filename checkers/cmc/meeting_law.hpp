// checkers/cmc/meeting_law.hpp
// Purpose   Meetings of binaries with other stars in a cluster a second time: how many a step
//           expects, and how long it may be.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, equations 9
//           and 10; P. Hut, J. N. Bahcall, Astrophys. J. 268, 319 (1983), section 2.
// Computes  In long double, by the laws of two bodies (scattering/read_meeting.hpp).
// Not here  What becomes of a pair that meets (meeting_ends.hpp).
#pragma once
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "checkers/cmc/scattering/read_meeting.hpp"
#include "models/cmc/binary_meetings.hpp"
#include "models/cmc/registry.hpp"

namespace touchstone::cmc {

/// Two neighbours, one of which is a binary, or both, before a step.
struct PairBefore {
  std::size_t inner = 0;  ///< place of the inner star in the cluster, from 0; the outer one is next
  std::array<std::optional<cluster::Binary>, 2> binary;
  std::array<double, 2> mass{};
  long double density = 0;  ///< number of stars per volume, around the inner one

  bool both() const { return binary[0] && binary[1]; }
  /// Number of the binary, or of the wider one of two.
  std::size_t wide() const;
  long double binding() const;  ///< sum of both, above 0
};
/// Pairs of the blocks of these ranks.
std::vector<PairBefore> pairs_with_binaries(const cluster::Stars& stars,
                                            const std::vector<cluster::Binary>& binaries,
                                            std::size_t ranks);

/// The place of a pair in its step.
struct StepOfPair {
  const cluster::Stars& stars;
  double closeness = 2;
  double point_like = 0;  ///< a binary whose axis is below this part of the other's is a point
  long double time = 0;   ///< length of the step in dynamical times
};

/// Velocities of a pair whose outer star's tangential one is at this angle from the inner one's.
std::array<scattering::Space, 2> velocities(const PairBefore& pair, const cluster::Stars& stars,
                                            double angle);
/// Square of the impact parameter that leads to the largest pericentre.
long double impact2(const PairBefore& pair, long double closeness, long double speed);
/// Chance that the pair meets at this relative speed.
long double chance_at(const PairBefore& pair, const StepOfPair& step, long double speed);
/// The same, averaged over the angle between the two tangential velocities.
long double chance_of_pair(const PairBefore& pair, const StepOfPair& step);

/// The longest step by equations 9 and 10 over the 300 innermost stars, in the units of steps.
long double binary_step(const cluster::Stars& stars, const std::vector<cluster::Binary>& binaries,
                        const cluster::BinaryPopulation& how, long double initial);
/// Binding energy of a binary, above 0, and the sum of the energies of all, below 0.
long double binding(const cluster::Binary& binary);
long double internal(const std::vector<cluster::Binary>& binaries);
/// A time in these units in dynamical times.
long double dynamical(long double time, long double initial);

}  // namespace touchstone::cmc
