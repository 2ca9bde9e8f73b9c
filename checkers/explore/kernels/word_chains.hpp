// checkers/explore/kernels/word_chains.hpp
// Purpose   The production kernel with one word for each disk
//           (optimized/ecmc/words/word_kernel.hpp) on a leg of a few disks.
#pragma once
#include "checkers/explore/kernels/chain_legs.hpp"
#include "checkers/explore/kernels/kernel.hpp"

namespace touchstone::explore {

/// Throws InputError for more disks than kMostDisks, and for a leg whose end is not defined.
KernelCase word_case(const ChainLeg& leg, bool few_events = false);

}  // namespace touchstone::explore
