// benchmarks/ecmc/chain_jobs.cpp
// Purpose   The timings of event chains: a job for each size, whose runs are interleaved, and one
//           for the roofline.
// Cost      Class S about a minute.
// Not here  What is timed (chain_entries.hpp, preparations.hpp) and how (timed_chains.hpp).
#include <fmt/format.h>

#include "benchmarks/ecmc/preparations.hpp"
#include "benchmarks/ecmc/timed_chains.hpp"
#include "benchmarks/family.hpp"
#include "benchmarks/timing_job.hpp"

namespace touchstone::benchmarks::ecmc {
namespace {

std::vector<Job> jobs(const Request& request) {
  Jobs all(request);
  TimingJob roofline{.family = kFamily, .title = "roofline of event chains"};
  for (const std::size_t disks : chain_sizes(request)) {
    const auto preparations = preparation_entries(request, disks);
    const auto chains = chain_entries(request, disks);
    TimingJob job{.family = kFamily, .title = fmt::format("event chains of {} disks", disks)};
    Jobs::list(job, preparations);
    Jobs::list(job, chains);
    job.run = [=](JobContext& context) {
      ChainStart start(request, disks);
      TimedEntries timed;
      Jobs::make<TimedPreparation>(timed, request, preparations, start);
      Jobs::make<TimedChains>(timed, request, chains, start);
      return time_side_by_side(timed, context);
    };
    all.add(std::move(job));
    roofline.entries.push_back(fmt::format("floor/disks:{}", disks));
  }
  roofline.run = [=](JobContext&) {
    return chain_roofline_records(request, chain_costs(), chain_sizes(request));
  };
  all.add(std::move(roofline));
  return all.all();
}

const bool registered = register_family({kFamily, "event chains", jobs});

}  // namespace
}  // namespace touchstone::benchmarks::ecmc
