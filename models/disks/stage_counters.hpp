// models/disks/stage_counters.hpp
// Purpose   Counts that must be flat in a correct scheme: every elementary trial of a stationary
//           chain sees the same distribution, so acceptance must not depend on the trial index or
//           the colour order, nor occupancy on the order of processing. Free to collect.
// Source    Stage invariance: the equality of all stages follows from pi P = pi for each stage.
// Not here  The tests of flatness (statistics/stage_invariance.hpp).
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/core/scheme.hpp"

namespace touchstone::disks {

struct StageCounters {
  StageCounters() = default;
  StageCounters(int colours, int trials_of_cell)
      : trials_per_cell(static_cast<std::size_t>(trials_of_cell)),
        trials(static_cast<std::size_t>(colours) * trials_per_cell),
        accepted(trials.size()),
        occupancy(static_cast<std::size_t>(colours)) {}

  std::size_t trials_per_cell = 0;
  std::vector<std::uint64_t> trials;     ///< [order q of the colour][trial index s], row-major
  std::vector<std::uint64_t> accepted;   ///< the same
  std::vector<std::uint64_t> occupancy;  ///< [q]: particles in the q-th colour at sweep end
  std::uint64_t sweeps = 0;

  std::size_t at(std::size_t q, std::size_t s) const { return q * trials_per_cell + s; }

  StageCounters& operator+=(const StageCounters& other) {
    for (std::size_t k = 0; k < trials.size(); ++k) {
      trials[k] += other.trials[k];
      accepted[k] += other.accepted[k];
    }
    for (std::size_t q = 0; q < occupancy.size(); ++q) occupancy[q] += other.occupancy[q];
    sweeps += other.sweeps;
    return *this;
  }

  SweepStats total() const {
    SweepStats stats;
    for (std::size_t k = 0; k < trials.size(); ++k) stats += {trials[k], accepted[k]};
    return stats;
  }
};

}  // namespace touchstone::disks
