// checkers/explore/schedules/ring_steps.hpp
// Purpose   Two threads on a ring of L sites, each moves its own particle by one site: protocols
//           that every concurrency checker passes, and which distributions they keep.
// Computes  Configurations are the ordered pairs of different sites; all are claimed to be equally
//           likely. The observable is whether the particles are neighbours.
#pragma once
#include <vector>

#include "checkers/explore/schedules/step_model.hpp"

namespace touchstone::explore {

enum class RingProtocol : std::uint8_t {
  claim_then_release,  ///< compare-and-swap the target site, then free the old one
  test_then_set,       ///< look at the target site, then take it: two steps
  lock,                ///< claim_then_release under one lock for the whole ring
  in_turn,             ///< the second thread waits for the first
  try_lock_discard,    ///< aborts when the lock is taken; retried with new random numbers
  try_lock_same        ///< the same, retried with the same random numbers
};

StepModel ring_step(std::size_t sites, RingProtocol protocol);

/// All that are shown in the report: the protocols at L = 4, 5, 6, 7.
std::vector<StepModel> ring_steps();

}  // namespace touchstone::explore
