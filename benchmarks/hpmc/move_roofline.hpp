// benchmarks/hpmc/move_roofline.hpp
// Purpose   Lower bound on the time of a trial move on one core: the work that moves do, counted in
//           a run, times the least instructions of each item with vectors of 512 bits.
// Source    Anderson, Irrgang, Glotzer 2016, sections 3.1 and 3.2; Salmon et al. 2011.
// Computes  By hand count, in d dimensions, with 16 floats in a vector:
//           words     6 for a block: 100 operations for 16 streams
//           proposal  4 d: convert, square, scale, add
//           body      8: its line of 64 bytes loaded and stored, counts, the end of the loop
//           box       4: load with the signs of one half changed, compare, test, step
//           leaf      5 d + 2: subtract origin, round, copy to all lanes; load and subtract,
//                     multiply and add; compare, test. Where near bodies are written down
//                     2 (d + 1) + 2 more: compress and store offsets and place, count
//           screen    for 8 pairs: d loads of rotations a pair; d + 1 for each facet of both bodies
//                     and each vertex of one, halved where the body has a centre of symmetry
//           check     for balls 3 d: subtract, multiply and add, compare; else XenoCollide, 4
//                     supports of two bodies: d for 8 vertices, d^2 to rotate direction and point
//           time >= instructions at the rate of additions that do not depend on each other.
//           Bytes are counted (a block 16, a body 64, a box 32, a leaf 64 d + 32, a rotation 16 d)
//           and bound nothing: they come from the first two levels, 64 or more in each cycle.
// Not here  Mispredicted branches (a move is accepted or not: at least one for each), latencies,
//           vector operations at half the rate of additions, lanes that stay empty, loads from
//           beyond, trees and exchange: the gap between this bound and the rate.
#pragma once
#include "benchmarks/hpmc/shape_entries.hpp"
#include "models/hpmc/profile.hpp"
#include "suite/results.hpp"

namespace touchstone::benchmarks::hpmc {

inline constexpr const char* kLeastInstructions = "least instructions of a trial move of shapes";

struct MoveRoofline {
  double instructions;
  double bytes;
  double seconds() const;  ///< time of these instructions on one core of this machine
};
/// Bound for the mean move; `moves` is the number of moves counted.
MoveRoofline move_roofline(const shapes::Configuration& c, const shapes::MoveCounts& counts,
                           double moves);

/// A scheme that counts its work, on a system.
struct CountEntry {
  const shapes::MoveCounter* counter;
  const ShapeSystem* system;
  /// Counts of a step from this start, and how many moves it makes.
  std::pair<shapes::MoveCounts, double> counts(const shapes::Configuration& start,
                                               std::uint64_t seed) const;
  Subject subject() const;  ///< "hpmc/serial-tree/pentagons/floor"
};

/// Counts and lower bound of a scheme.
ResultRecord count_moves(const Request& request, const CountEntry& entry,
                         const shapes::Configuration& start);

}  // namespace touchstone::benchmarks::hpmc
