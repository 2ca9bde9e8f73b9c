// checkers/explore/kernels/chain_cases.hpp
// Purpose   Configurations of event chains (checkers/explore/event_chain) as cases of the kernel in
//           chain_handover.hpp.
#pragma once
#include "checkers/explore/event_chain/configuration.hpp"
#include "checkers/explore/kernels/kernel.hpp"

namespace touchstone::explore {

/// 3 to 5 spheres. Throws InputError for others, and for a configuration that is none.
KernelCase chain_case(const Configuration& configuration);

}  // namespace touchstone::explore
