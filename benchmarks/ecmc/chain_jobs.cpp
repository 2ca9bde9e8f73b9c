// benchmarks/ecmc/chain_jobs.cpp
// Purpose   The timings of event chains: a job for each size, whose runs are interleaved, and one
//           for the roofline.
// Cost      Class S about a minute.
// Not here  What is timed (chain_entries.hpp, preparations.hpp) and how (timed_chains.hpp).
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "benchmarks/ecmc/preparations.hpp"
#include "benchmarks/ecmc/timed_chains.hpp"
#include "benchmarks/family.hpp"
#include "models/core/interrupt.hpp"

namespace touchstone::benchmarks::ecmc {
namespace {

/// Costs of this machine, measured once for all jobs of a run.
class Costs {
 public:
  const ChainRooflineCosts& get() {
    if (!known_) known_ = measure_chain_roofline_costs();
    return *known_;
  }

 private:
  std::optional<ChainRooflineCosts> known_;
};

std::vector<ResultRecord> time_size(const Request& request, std::size_t disks, Costs& costs,
                                    JobContext& context) {
  ChainStart start(request, disks);
  TimedEntries timed;
  for (const PreparationEntry& entry : preparation_entries(request, disks))
    timed.push_back(std::make_unique<TimedPreparation>(request, entry, start));
  for (const ChainEntry& entry : chain_entries(request, disks)) {
    check_interrupt();
    timed.push_back(
        std::make_unique<TimedChains>(request, entry, start, chain_protocol(request), costs.get()));
  }
  return time_side_by_side(timed, context);
}

std::vector<Job> jobs(const Request& request) {
  std::vector<Job> result;
  const auto costs = std::make_shared<Costs>();
  for (const std::size_t disks : chain_sizes(request)) {
    TimingJob job;
    job.family = kFamily;
    job.title = fmt::format("event chains of {} disks", disks);
    for (const PreparationEntry& entry : preparation_entries(request, disks)) {
      job.schemes.push_back(entry.what);
      job.entries.push_back(entry.name());
    }
    job.add(chain_entries(request, disks));
    if (job.entries.empty()) continue;
    job.run = [request, disks, costs](JobContext& context) {
      return time_size(request, disks, *costs, context);
    };
    result.push_back(timing_job(request, std::move(job)));
  }
  if (request.filter != "*") return result;
  TimingJob roofline;
  roofline.family = kFamily;
  roofline.title = "roofline of event chains";
  for (const std::size_t disks : chain_sizes(request))
    roofline.entries.push_back(fmt::format("floor/disks:{}", disks));
  roofline.run = [request, costs](JobContext&) {
    return chain_roofline_records(request, costs->get(), chain_sizes(request));
  };
  result.push_back(timing_job(request, std::move(roofline)));
  return result;
}

const bool registered = register_family({kFamily, "event chains", jobs});

}  // namespace
}  // namespace touchstone::benchmarks::ecmc
