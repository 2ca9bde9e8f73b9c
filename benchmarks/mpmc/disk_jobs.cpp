// benchmarks/mpmc/disk_jobs.cpp
// Purpose   The timings of hard disks with trial moves: a job for each size, whose runs are
//           interleaved, and one for the roofline.
// Not here  What is timed (disk_entries.hpp) and how (timed_disks.hpp); comparing two builds
//           (../compare_ab.py).
#include <fmt/format.h>

#include "benchmarks/family.hpp"
#include "benchmarks/mpmc/roofline.hpp"
#include "benchmarks/mpmc/timed_disks.hpp"
#include "benchmarks/timing_job.hpp"

namespace touchstone::benchmarks::mpmc {
namespace {

std::vector<Job> jobs(const Request& request) {
  Jobs all(request);
  for (const std::size_t disks : disk_sizes(request))
    all.add<TimedDisks>({.family = kFamily, .title = fmt::format("{} disks", disks)},
                        disk_entries(request, disks), [=] { return common_start(request, disks); });
  all.add({.family = kFamily,
           .title = "roofline of trial moves",
           .entries = {"floor/trial-moves"},
           .run = [=](JobContext&) { return std::vector{roofline_record(request)}; }});
  return all.all();
}

const bool registered = register_family({kFamily, "sweeps", jobs});

}  // namespace
}  // namespace touchstone::benchmarks::mpmc
