// benchmarks/equilibrium.hpp
// Purpose   The rule by which the start of a timing counts as in equilibrium: what the rate depends
//           on, such as an acceptance, has stopped changing.
// Computes  Spans of steps, each twice as long as the one before, until the means of all quantities
//           in the two halves of a span agree to kResolution, and are known to it (errors of means
//           of blocks). A function of the simulation alone, and never of a clock.
// Not here  Verdicts on schemes: they compare from equal starts, and do not lean on kResolution.
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "suite/results.hpp"

namespace touchstone::benchmarks {

/// Largest relative change of a mean while time doubles, and largest standard error of the change.
inline constexpr double kResolution = 0.03;

struct Relaxation {
  std::uint64_t steps = 0;    ///< that were made
  bool steady = false;        ///< false: they were not enough
  std::vector<double> means;  ///< each quantity in the second half of the last span
};

/// Makes so many steps and returns the quantities found in them, as many in each call.
using Block = std::function<std::vector<double>(std::uint64_t steps)>;

/// Steps until the quantities are steady, at most so many. Throws Interrupted after a signal.
Relaxation relax(const Block& block, std::uint64_t most_steps);

/// Makes a record that passed inconclusive where its start is not in equilibrium.
void require_equilibrium(ResultRecord& record, const Relaxation& start);

}  // namespace touchstone::benchmarks
