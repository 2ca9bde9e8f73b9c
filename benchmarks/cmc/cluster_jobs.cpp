// benchmarks/cmc/cluster_jobs.cpp
// Purpose   The jobs of `bench` with star clusters, one for each number of stars.
// Cost      Class S about half a minute.
// Not here  What is timed (cluster_entries.hpp) and how (timed_cluster.hpp).
#include <fmt/format.h>

#include "benchmarks/cmc/timed_cluster.hpp"
#include "benchmarks/family.hpp"
#include "benchmarks/timing_job.hpp"

namespace touchstone::benchmarks::cmc {
namespace {

/// Bytes of what each rank keeps of every star: 1.5 times what was measured on 31 ranks.
constexpr double kCopy = 130;

double bytes_of_copies(const std::vector<ClusterEntry>& entries) {
  double copies = 0;
  for (const ClusterEntry& entry : entries)
    if (entry.scheme->messages) copies += static_cast<double>(entry.stars * entry.ranks);
  return kCopy * copies;
}

std::vector<Job> jobs(const Request& request) {
  Jobs all(request);
  for (const std::size_t stars : cluster_sizes(request)) {
    const std::vector<ClusterEntry> entries = cluster_entries(request, stars);
    all.add<TimedCluster>({.family = kFamily,
                           .title = fmt::format("clusters of {} stars", stars),
                           .cost = 1e-5 * static_cast<double>(stars * entries.size()),
                           .bytes = bytes_of_copies(entries)},
                          entries, [=] {
                            return ClusterStart(stars, request.seed,
                                                {request.start, request.masses}, request.binaries);
                          });
  }
  return all.all();
}

const bool registered = register_family({kFamily, "steps of star clusters", jobs});

}  // namespace
}  // namespace touchstone::benchmarks::cmc
