// checkers/cmc/made_up_ends.hpp
// Purpose   Ends of meetings that are made up, each kind of three and of four stars, and what the
//           cluster must get of them.
// Source    Rules as models/cmc/after_meeting.hpp states them.
// Computes  In long double, from the outside in: who leaves whom, and then what is bound.
#pragma once
#include <array>
#include <vector>

#include "checkers/cmc/drawn_pairs.hpp"
#include "models/cmc/after_meeting.hpp"

namespace touchstone::cmc {

/// A star of the cluster, as it must be. Its own stars have numbers: 0 and 1 are those of the inner
/// star of the pair, 2 and 3 those of the outer one; a single star has the even number.
struct Expected {
  std::vector<std::size_t> stars;
  std::size_t group = 0;                      ///< with which it leaves
  long double binding = 0, eccentricity = 0;  ///< numbers of a binary
};

/// Stars that must come of an end.
struct Outcome {
  std::vector<scattering::Space> leaving;  ///< velocities of groups, but for a factor
  bool none = false;                       ///< nothing comes of it
  std::vector<Expected> expected;          ///< in the places of the pair, and those that are freed
};

/// An end as a scheme would give it, and what must come of it.
template <class End>
struct MadeUp {
  End end;
  Outcome outcome;
};

/// In half of them the pair is changed: others are as near as a binary that is held is wide.
MadeUp<cluster::Scattered> made_up_of_three(cluster::ClosePair& pair, PairKind kind, Draws& draw);
MadeUp<cluster::ScatteredFour> made_up_of_four(cluster::ClosePair& pair, Draws& draw);

/// Masses of the stars of a pair by number; 0 for none.
std::array<long double, 4> masses(const cluster::ClosePair& pair);
/// Energy of a pair at infinity, against its centre of mass.
long double energy_of(const cluster::ClosePair& pair);

}  // namespace touchstone::cmc
