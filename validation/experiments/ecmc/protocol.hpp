// validation/experiments/ecmc/protocol.hpp
// Purpose   The protocol by which the authors validate event chains with local times: from a random
//           breakpoint on, the liftings of a scheme are those of a single clock before the earliest
//           horizon violation; without one the whole end state is.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           section 4 and the programs PValidate and CValidate. Theirs takes times within 1e-7
//           (from one side), does not see that liftings are missing at the end, and reads past the
//           end of the list when there are too many; here times are integers and both lists
//           count.
// Cost      The reference: O(active disks) per lifting; it is made once for all schemes.
// Not here  The choice of systems (protocol_experiment.cpp).
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "models/disks/chains/chain_registry.hpp"

namespace touchstone::validation::ecmc {

/// A leg that begins at a random breakpoint, and how it ends with a single clock.
struct ProtocolCase {
  disks::Leg leg;
  disks::LegEnd reference;
};

struct ProtocolPlan {
  std::size_t active = 2;
  disks::Ticks duration = 0;  ///< from the first breakpoint; the random one lies before its end
  std::size_t cases = 0;
  std::uint64_t seed = 1;
};

/// Cases from one start and its graph: active disks spread evenly from a random one on, a uniform
/// breakpoint. Breakpoints at which two events coincide are drawn again (InputError after 100).
std::vector<ProtocolCase> protocol_cases(const disks::FixedConfiguration& start,
                                         const disks::ConstraintGraph& graph,
                                         const ProtocolPlan& plan);

struct ProtocolTally {
  std::uint64_t runs = 0;
  std::uint64_t violated = 0;  ///< runs that report a horizon violation
  std::uint64_t wrong = 0;
  std::uint64_t differ_after = 0;  ///< runs that differ at or after the violation: no error
  std::uint64_t liftings = 0;      ///< liftings of the reference
  std::uint64_t compared = 0;      ///< those before the violation
  std::string first_wrong = {};    ///< which lifting, or what else

  ProtocolTally& operator+=(const ProtocolTally& other);
};

/// One run of a case: `end`, and the earliest violation it reports.
ProtocolTally compare(const ProtocolCase& one, const disks::LegEnd& end, disks::Ticks violation);

/// A scheme on all cases; the schedule of case c has seed parameters.seed + c.
ProtocolTally run_protocol(const disks::ChainScheme& scheme, const disks::ConstraintGraph& graph,
                           const std::vector<ProtocolCase>& cases,
                           disks::ChainParameters parameters);

}  // namespace touchstone::validation::ecmc
