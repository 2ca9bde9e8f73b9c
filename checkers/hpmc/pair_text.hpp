// checkers/hpmc/pair_text.hpp
// Purpose   A pair of bodies that an algorithm is wrong about, for people: what is right, and lines
//           with all numbers, which a user puts into a test of his own.
#pragma once
#include <string>

#include "checkers/hpmc/placements.hpp"

namespace touchstone::hpmc {

/// "they overlap by 1e-09", a length in the units of the question; without it where it is unknown.
std::string truth_text(const PlacedPair& pair, const Placement& placement,
                       const shapes::OverlapQuestion& asked);

/// A line for each body, each after an end of line: type, centre and orientation, as programs of
/// users get them (docs/external.md). Reading the numbers gives the same bits.
std::string pair_text(const shapes::OverlapQuestion& asked);

}  // namespace touchstone::hpmc
