// benchmarks/overlap/overlap_session.hpp
// Purpose   How long each algorithm takes to decide whether two hard bodies overlap: one body of
//           each class, and some mixtures, in places where simulations ask: circumscribed spheres
//           that meet, centres farther apart than the largest balls inside.
// Cost      Class S some 5 s. All algorithms answer the same pairs; one whose answers differ from
//           those of the first, a reference, has no rate.
// Not here  Whole simulations (benchmarks/hpmc).
#pragma once
#include "benchmarks/family.hpp"

namespace touchstone::benchmarks::overlap {

inline constexpr const char* kNanosecondsPerTest = "nanoseconds per overlap test";

Family family();

}  // namespace touchstone::benchmarks::overlap
