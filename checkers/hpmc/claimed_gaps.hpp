// checkers/hpmc/claimed_gaps.hpp
// Purpose   Pairs just beyond the smallest gap that an algorithm claims: a bound is tested at the
//           bound, not only at the next power of ten above it.
// Method    A claim is relative to the sum of circumradii, and a gap to the distance at contact.
//           Along the line of centres the gap is changed until the reference says that the bodies
//           are 1 to 1.1 of the claim apart, or overlap by that much.
#pragma once
#include "checkers/hpmc/placements.hpp"

namespace touchstone::hpmc {

/// Placements at the contacts of a pair, on both sides; none for an exact algorithm, and where the
/// reference does not know how far apart the bodies are. Made once for each pair and resolution;
/// thread-safe; `pair` and what is returned stay where they are.
const std::vector<Placement>& at_claimed_gap(const PlacedPair& pair, double resolution);

}  // namespace touchstone::hpmc
