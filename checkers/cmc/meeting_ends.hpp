// checkers/cmc/meeting_ends.hpp
// Purpose   Meetings of binaries with other stars in a cluster a second time: what becomes of a
//           pair that meets.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, step 3; rules
//           for what the cluster gets as models/cmc/after_meeting.hpp states them.
// Computes  In long double, by the laws of two bodies (scattering/read_meeting.hpp). Only the way
//           of the stars is that of a scheme, which checks of its own judge.
#pragma once
#include <optional>

#include "checkers/cmc/meeting_law.hpp"
#include "checkers/draws.hpp"

namespace touchstone::cmc {

/// Numbers of a pair after a meeting.
struct MeetingSeen {
  bool over = false;      ///< it was not given up
  bool all_bound = true;  ///< none of its stars leaves the cluster
  bool exchanged = false;
  std::size_t lost = 0;  ///< binaries that there are no longer
  /// If any binary is left: logarithm of the binding energy of all over what it was, and the
  /// eccentricity of the inner one.
  double hardened = 0, eccentricity = 0;
  /// Star in the place of the single one, or the outer one of two binaries: square of its speed,
  /// and |radial velocity| over the speed.
  double speed2 = 0, radial = 0;
};

/// Draws whether a pair meets, and what is seen of it if it does.
std::optional<MeetingSeen> drawn_meeting_of(const PairBefore& pair, const StepOfPair& step,
                                            Draws& draws);

/// Number of revolutions, and of steps, after which a meeting is given up.
inline constexpr double kMostRevolutions = 1e4;
inline constexpr std::uint64_t kMostSteps = 500'000;

}  // namespace touchstone::cmc
