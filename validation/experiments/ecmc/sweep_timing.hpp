// validation/experiments/ecmc/sweep_timing.hpp
// Purpose   Seconds per sweep of several simulations under the same conditions: alternating batches
//           of all of them, from the same disks.
// Cost      kTimingBatches + 2 batches of kTimingSeconds, or of one sweep, for each.
// Not here  Rates of single legs: benchmarks/ecmc.
#pragma once
#include <cstdint>
#include <vector>

#include "models/disks/registry.hpp"

namespace touchstone::validation::ecmc {

/// Duration of a batch, in seconds: the clock and the first cache misses do not matter any more.
inline constexpr double kTimingSeconds = 0.01;
inline constexpr int kTimingBatches = 7;

/// A scheme on some threads.
struct Way {
  const disks::DiskScheme* scheme;
  int threads;
};

/// Median of the batches of each. Throws Interrupted between batches, InputError when a scheme
/// cannot start from these disks.
std::vector<double> seconds_per_sweep(const std::vector<Way>& all,
                                      const disks::Configuration& start, std::uint64_t seed);

}  // namespace touchstone::validation::ecmc
