// benchmarks/cmc/cluster_session.hpp
// Purpose   Runs the benchmarks of star clusters and writes one record per entry: seconds of a
//           step, of each phase, bytes sent. The runs of all schemes of one size are interleaved.
// Cost      Class S about half a minute. Records of a size are written when the size is finished.
// Not here  What is timed (cluster_entries.hpp) and how (timed_cluster.hpp).
#pragma once
#include "benchmarks/cmc/timed_cluster.hpp"
#include "benchmarks/family.hpp"
#include "models/core/results.hpp"

namespace touchstone::benchmarks::cmc {

inline constexpr const char* kStepSeconds = "seconds per step";

Family family();

/// The record of a finished entry: its time, or a failure with the reason and no time. Of ranks,
/// `params` has the processor time of each phase (mean and largest over ranks), and the bytes and
/// calls of the rank that sends most.
ResultRecord step_record(const Request& request, const TimedCluster& timed);

}  // namespace touchstone::benchmarks::cmc
