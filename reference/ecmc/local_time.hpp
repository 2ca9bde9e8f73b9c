// reference/ecmc/local_time.hpp
// Purpose   Event chains with local times on one thread: active disks advance one after another, in
//           any order, each with its own clock.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           Algorithm 4; equation 2 (horizon condition); remark 7 (partial validation).
// Computes  The same as global_time.hpp, unless there is a horizon violation; then the liftings
//           before the earliest one are the same.
// Cost      O(1) per event.
// Not here  Threads (optimized/ecmc), restarts after a violation.
#pragma once
#include <cstddef>
#include <functional>

#include "models/disks/chains/chain_leg.hpp"

namespace touchstone::reference {

/// Choice of the active disk that advances next: a number below n. Any choice is legal that comes
/// back to every disk: one in contact with another active disk waits for that one.
using ChooseChain = std::function<std::size_t(std::size_t n)>;

struct LocalTimeLeg {
  disks::LegEnd end;
  /// v: the earliest local time that took part in one.
  disks::Ticks violation = disks::kNoViolation;
};

/// The leg must be valid (disks::require_valid). Algorithm 4 repairs nothing.
LocalTimeLeg local_time_leg(const disks::Leg& leg, const disks::ConstraintGraph& graph,
                            const ChooseChain& choose, disks::OnViolation on_violation);

}  // namespace touchstone::reference
