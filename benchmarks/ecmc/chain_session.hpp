// benchmarks/ecmc/chain_session.hpp
// Purpose   Runs the benchmarks of event chains and writes one record per number. The runs of all
//           schemes of one size are interleaved in random order.
// Cost      Class S about a minute. Records of a size are written when the size is finished.
// Not here  What is timed (chain_entries.hpp) and how (timed_chains.hpp).
#pragma once
#include "benchmarks/ecmc/chain_roofline.hpp"
#include "benchmarks/ecmc/preparations.hpp"
#include "benchmarks/ecmc/timed_chains.hpp"
#include "benchmarks/family.hpp"
#include "models/core/results.hpp"

namespace touchstone::benchmarks::ecmc {

inline constexpr const char* kLiftingRate = "liftings per second";

Family family();

/// The record of a finished entry: its rate, or a failure with the reason and no rate.
ResultRecord rate_record(const Request& request, const TimedChains& timed,
                         const ChainRooflineCosts& costs);

}  // namespace touchstone::benchmarks::ecmc
