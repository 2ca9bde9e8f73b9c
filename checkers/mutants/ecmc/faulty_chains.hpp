// checkers/mutants/ecmc/faulty_chains.hpp
// Purpose   Event chains with local times in which one thing goes wrong. Without a fault they are
//           right; the next chain is chosen at random, and scan and commit are separate steps, so
//           that other chains act in between as other threads do.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           Algorithms 4 and 6.
// Not here  Faults in the setup of a leg (faulty_runs.cpp).
#pragma once
#include "models/core/random/philox.hpp"
#include "models/disks/chains/chain_registry.hpp"

namespace touchstone::mutants {

enum class ChainFault {
  none,
  no_horizon_test,        ///< violations are not looked for
  equality_allowed,       ///< t + tau < t_j for t + tau <= t_j
  only_target_tested,     ///< checks the target's arrow alone (remark 4)
  reported_late,          ///< the time of the contact, not the earliest time that took part
  reported_early,         ///< the start of the leg, whenever it happens
  always_reported,        ///< a violation at once, in every leg
  last_of_equal_targets,  ///< <= for < in the choice of the target
  no_wrap_ahead,          ///< a target beyond the edge of the box is not seen
  contact_is_a_turn,      ///< a time of flight of 0 is taken for a full box length
  no_recheck,             ///< the target may have moved since it was scanned (pc 13)
  target_time_not_set,    ///< t_j := t_i + tau is left out (pc 14)
  own_time_not_set,       ///< t_i := t_i + tau is left out (pc 15)
  last_tick_lost,         ///< tau + 1 < d for tau < d
  lifts_at_breakpoint,    ///< tau <= d for tau < d
  lost_on_stalled,        ///< an active disk that meets a stalled one is dropped
  lifts_to_active,        ///< an active target is lifted to like any other
  remainder_not_moved     ///< k mod threads active disks belong to no thread
};

/// One leg, without any check of the input.
disks::JudgedEnd faulty_leg(ChainFault fault, const disks::Leg& leg,
                            const disks::ConstraintGraph& graph,
                            const disks::ChainParameters& parameters, PhiloxStream& random);

/// Legs one after another. Throws InputError for OnViolation::repair.
std::unique_ptr<disks::ChainRun> faulty_chains(ChainFault fault, const disks::Leg& leg,
                                               const disks::ConstraintGraph& graph,
                                               const disks::ChainParameters& parameters);

}  // namespace touchstone::mutants
