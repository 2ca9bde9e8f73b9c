// benchmarks/cmc/cluster_jobs.cpp
// Purpose   The jobs of `bench` with star clusters, one for each number of stars, and their
//           records.
// Cost      Class S about half a minute.
// Not here  What is timed (cluster_entries.hpp) and how (timed_cluster.hpp).
#include <fmt/format.h>

#include <algorithm>

#include "benchmarks/cmc/timed_cluster.hpp"
#include "benchmarks/family.hpp"
#include "benchmarks/records.hpp"

namespace touchstone::benchmarks::cmc {
namespace {

constexpr const char* kFamily = "cmc";

/// Mean and largest over the ranks, by phase.
void add_phases(nlohmann::json& params, const std::vector<cluster::Work>& work) {
  auto& mean = params["phase_seconds"] = nlohmann::json::object();
  auto& most = params["largest_phase_seconds"] = nlohmann::json::object();
  for (std::size_t k = 0; k < cluster::kPhases; ++k) {
    double sum = 0, largest = 0;
    for (const cluster::Work& own : work) {
      sum += own.seconds[k];
      largest = std::max(largest, own.seconds[k]);
    }
    mean[cluster::kPhaseNames[k]] = sum / static_cast<double>(work.size());
    most[cluster::kPhaseNames[k]] = largest;
  }
}

void add_traffic(nlohmann::json& params, const std::vector<cluster::Work>& work) {
  const auto busiest = std::max_element(work.begin(), work.end(), [](const auto& a, const auto& b) {
    return a.traffic.total_bytes() < b.traffic.total_bytes();
  });
  for (std::size_t k = 0; k < cluster::kOperations; ++k) {
    params["bytes"][cluster::kOperationNames[k]] = busiest->traffic.bytes[k];
    params["calls"][cluster::kOperationNames[k]] = busiest->traffic.calls[k];
  }
}

std::vector<Job> jobs(const Request& request) {
  std::vector<Job> all;
  for (const std::size_t stars : cluster_sizes(request)) {
    const std::vector<ClusterEntry> entries = cluster_entries(request, stars);
    if (entries.empty()) continue;
    TimingJob job{.family = kFamily,
                  .title = fmt::format("clusters of {} stars", stars),
                  .cost = 1e-5 * static_cast<double>(stars * entries.size())};
    job.add(entries);
    job.run = [=](JobContext& context) {
      ClusterStart start(stars, request.seed);
      return time_each<TimedCluster>(entries, context, start, request, cluster_protocol(request));
    };
    all.push_back(timing_job(request, std::move(job)));
  }
  return all;
}

const bool registered = register_family({kFamily, "steps of star clusters", jobs});

}  // namespace

std::vector<ResultRecord> TimedCluster::records() {
  const ClusterEntry& e = entry_;
  ResultRecord record = blank_record(request_, kFamily, e.scheme->info, e.threads, kStepSeconds);
  record.ranks = static_cast<int>(e.ranks);
  record.replay = fmt::format(
      "./touchstone bench --family cmc --class {} --filter {} --stars {} --ranks {} --threads {} "
      "--seed {}",
      record.problem_class, record.scheme, e.stars, e.ranks, e.threads, request_.seed);
  const cluster::StepReport report = cluster_->report();
  record.params = {
      {"stars", e.stars},
      {"steps", steps_},
      {"trials_per_star", static_cast<double>(report.trials) / static_cast<double>(report.stars)},
      {"clock", e.scheme->messages ? "processor time of each rank" : "wall"}};
  if (const auto work = work_per_step(); !work.empty()) {
    add_phases(record.params, work);
    add_traffic(record.params, work);
  }
  std::vector<double> seconds;
  for (const Run& run : done_) seconds.push_back(run.seconds / static_cast<double>(steps_));
  judge_runs(record, done_, seconds, verify());
  return {record};
}

}  // namespace touchstone::benchmarks::cmc
