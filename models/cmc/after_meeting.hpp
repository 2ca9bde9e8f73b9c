// models/cmc/after_meeting.hpp
// Purpose   Stars that a cluster has after a meeting of a binary with a single star or another
//           binary.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, step 3; J. M.
//           Fregeau, F. A. Rasio, Astrophys. J. 658, 1047 (2007) (triples are broken).
// Units     N-body units (stars.hpp): G = 1.
// Computes  A meeting ends at infinity: speeds are what the energies of the binaries leave to them,
//           so that energy is kept to rounding.
#pragma once
#include <optional>
#include <vector>

#include "models/cmc/binary_meetings.hpp"

namespace touchstone::cluster {

/// Stars after a meeting.
struct AfterMeeting {
  /// In the place of the inner star of the pair, in that of the outer one, and then those that have
  /// been freed between them, from the inside. Empty: nothing has happened.
  std::vector<Partner> stars = {};
  /// A binary has other stars than it had; without it, and unless some are freed, masses stay.
  bool exchanged = false;

  bool happened() const { return !stars.empty(); }
  /// Number of stars that are freed: of binaries that are none any more.
  std::size_t freed() const { return happened() ? stars.size() - 2 : 0; }
  bool other_masses() const { return exchanged || freed() > 0; }
};

/// Stars of a pair after a meeting in its units and the axes of three_stars(): the third one is
/// along the relative velocity; `turn`, in circles, is where the first one is around it.
///
/// A binary stays where one was: of two, the one with the inner binary's first star in its place,
/// and a single one where its first star was. Binaries whose axis is longer than the distance
/// n^(-1/3) to other stars are none: their stars are freed with the velocity that they have
/// together, where the energy is enough. The inner binary of a triple takes the energy of the
/// outer orbit, and the outer star is freed with the velocity that they have together.
AfterMeeting after_meeting(const ClosePair& pair, const Scattered& end, double turn);
AfterMeeting after_meeting(const ClosePair& pair, const ScatteredFour& end, double turn);

/// Radius of freed star `which` of `count`, from the inside: they divide the way between the pair.
double radius_between(double inner, double outer, std::size_t which, std::size_t count);
/// Whether each of them has a radius of its own.
bool has_room(double inner, double outer, std::size_t count);

}  // namespace touchstone::cluster
