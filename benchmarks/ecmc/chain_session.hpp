// benchmarks/ecmc/chain_session.hpp
// Purpose   Runs the benchmarks of event chains and writes one record per number. The runs of all
//           schemes of one size are interleaved in random order.
// Cost      Class S about a minute. Records of a size are written when the size is finished.
// Not here  What is timed (chain_entries.hpp) and how (timed_chains.hpp).
#pragma once
#include <iosfwd>

#include "benchmarks/ecmc/chain_floor.hpp"
#include "benchmarks/ecmc/preparations.hpp"
#include "benchmarks/ecmc/timed_chains.hpp"
#include "models/core/results.hpp"

namespace touchstone::benchmarks::ecmc {

inline constexpr const char* kLiftingRate = "liftings per second";

/// Names that a filter may choose among.
std::vector<std::string> names();
/// Family and filter choose any of them.
bool is_wanted(const Request& request);

/// The worst of the verdicts. Throws Interrupted after a signal.
ExitCode run(const Request& request, std::ostream& text);

/// What would be timed.
void list(const Request& request, std::ostream& text);

/// The record of a finished entry: its rate, or a failure with the reason and no rate.
ResultRecord rate_record(const Request& request, const TimedChains& timed,
                         const ChainFloorCosts& costs);

}  // namespace touchstone::benchmarks::ecmc
