// benchmarks/hpmc/sweep_comparison.hpp
// Purpose   Holds single sweeps of a scheme against those of the serial baseline from the same
//           starts: how many trial moves, of which kind, and how many accepted. The number of
//           sweeps depends on the system alone, never on a clock.
// Computes  A sweep tries each active body once, and no other: the domains and the start tell which
//           ones. As many bodies have moved, and are turned, as trial moves were accepted. Accepted
//           moves of each kind: a sweep of the baseline moves each body in turn; those that are
//           active, and end in the active part of their domain, would also have been accepted with
//           domains. The difference has mean zero over starts in equilibrium; its error is that
//           of the mean of all starts. The choice of the kind is binomial.
// Not here  Timing (timed_shapes.hpp).
#pragma once
#include <string>
#include <vector>

#include "benchmarks/hpmc/shape_entries.hpp"
#include "benchmarks/hpmc/shape_start.hpp"

namespace touchstone::benchmarks::hpmc {

/// A sweep of the baseline.
struct BaselineSweep {
  shapes::Configuration start;
  std::vector<shapes::Vec3> steps;  ///< displacement of each body
  std::vector<bool> turned;
  std::uint64_t seed = 0;  ///< for the scheme that is compared
};

/// Sweeps from a chain of starts, two sweeps apart: 20, and in small systems so many that they have
/// 25 000 trial moves.
std::vector<BaselineSweep> baseline_sweeps(const ShapeSystem& system, const ShapeStart& start,
                                           std::uint64_t seed);

/// First error of a step of `sweeps` sweeps that led from one configuration to the other, or
/// empty.
std::string fault_of_step(const shapes::Configuration& before, const shapes::Configuration& after,
                          const shapes::MoveStats& made, const shapes::RunParameters& parameters);

/// First error in sweeps of the entry's scheme, or empty.
std::string fault_of_sweeps(const ShapeEntry& entry, const std::vector<BaselineSweep>& baseline);

}  // namespace touchstone::benchmarks::hpmc
