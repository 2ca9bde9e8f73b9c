// benchmarks/mpmc/disk_session.hpp
// Purpose   Runs the benchmarks of hard disks on the checkerboard and writes one record per number.
//           The runs of all schemes of one size are interleaved in random order, so that ratios are
//           taken under the same conditions.
// Cost      Records of a size are written when the size is finished; an interrupt keeps the sizes
//           before.
// Not here  What is timed (disk_entries.hpp) and how (timed_disks.hpp); comparing two builds
//           (../compare_ab.py).
#pragma once
#include "benchmarks/family.hpp"
#include "benchmarks/mpmc/timed_disks.hpp"
#include "models/core/results.hpp"

namespace touchstone::benchmarks::mpmc {

Family family();

/// The records of a finished entry: seconds per sweep, bytes per disk, rate; of a wrong one the
/// rate alone, failed.
std::vector<ResultRecord> records(const Request& request, TimedDisks& timed,
                                  const CommonStart& start);

}  // namespace touchstone::benchmarks::mpmc
