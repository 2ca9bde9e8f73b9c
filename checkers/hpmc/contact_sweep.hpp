// checkers/hpmc/contact_sweep.hpp
// Purpose   Pairs of bodies at relative gaps of 1e-2 to 1e-13 on both sides of contact, with the
//           answer of the reference. Made once for all algorithms.
// Method    Contacts are those of the reference. Both sides of a gap are kept where it says
//           apart and overlap and is sure of it; which those are is decided by the reference alone.
#pragma once
#include <array>

#include "checkers/hpmc/placements.hpp"

namespace touchstone::hpmc {

inline constexpr std::array kSweptGaps = {1e-2, 1e-3, 1e-4,  1e-5,  1e-6,  1e-7,
                                          1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13};

/// Test bodies of these classes; `effort` is a factor on the number of contacts. Thread-safe; the
/// pairs stay where they are.
const std::vector<PlacedPair>& swept_pairs(shapes::BodyClass a, shapes::BodyClass b,
                                           std::uint64_t seed, double effort);

}  // namespace touchstone::hpmc
