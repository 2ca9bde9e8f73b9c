#include "benchmarks/cmc/cluster_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "benchmarks/journal.hpp"
#include "models/core/interrupt.hpp"

namespace touchstone::benchmarks::cmc {
namespace {

constexpr const char* kFamily = "cmc";

ResultRecord blank(const Request& request, const ClusterEntry& e) {
  ResultRecord record = blank_record(request, kFamily, e.scheme->info, e.threads, kStepSeconds);
  record.ranks = static_cast<int>(e.ranks);
  record.params = {{"stars", e.stars}};
  record.replay = fmt::format(
      "./touchstone bench --family cmc --class {} --filter {} --stars {} --ranks {} --threads {} "
      "--seed {}",
      record.problem_class, record.scheme, e.stars, e.ranks, e.threads, request.seed);
  return record;
}

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

class ClusterSession {
 public:
  ClusterSession(const Request& request, std::ostream& text)
      : request_(request),
        journal_(request, text, kFamily, {"stars"}),
        progress_(static_cast<double>(cluster_sizes(request).size())) {}

  ExitCode run() {
    for (const std::size_t stars : cluster_sizes(request_)) run_size(stars);
    return journal_.worst_code();
  }

 private:
  void run_size(std::size_t stars) {
    std::vector<ClusterEntry> todo = cluster_entries(request_, stars);
    std::erase_if(todo, [&](const auto& e) { return journal_.has(blank(request_, e)); });
    if (todo.empty()) return progress_.skip(1);
    progress_.begin(fmt::format("clusters of {} stars", stars));
    ClusterStart start(stars, request_.seed);
    std::vector<std::unique_ptr<TimedCluster>> timed;
    for (const ClusterEntry& entry : todo) {
      check_interrupt();
      timed.push_back(std::make_unique<TimedCluster>(entry, start, cluster_protocol(request_)));
    }
    std::vector<Driven> pieces;
    for (const auto& one : timed)
      pieces.push_back({one->entry().name(), one->planned_runs(), "star steps/s",
                        [p = one.get()] { return p->run(); }});
    drive(pieces, progress_, 1.0 / static_cast<double>(pieces.size()));
    for (const auto& one : timed) journal_.write(step_record(request_, *one), one->entry().name());
  }

  const Request& request_;
  Journal journal_;
  Progress progress_;
};

ExitCode run(const Request& request, std::ostream& text) {
  return ClusterSession(request, text).run();
}

void list(const Request& request, std::ostream& text) {
  for (const std::size_t stars : cluster_sizes(request))
    for (const ClusterEntry& entry : cluster_entries(request, stars)) text << entry.name() << '\n';
}

}  // namespace

Family family() { return {kFamily, &cluster_names, &run, &list}; }

namespace {
const bool registered = register_family(family());
}

ResultRecord step_record(const Request& request, const TimedCluster& timed) {
  const ClusterEntry& e = timed.entry();
  ResultRecord record = blank(request, e);
  std::vector<double> seconds;
  for (const Run& run : timed.runs())
    seconds.push_back(run.seconds / static_cast<double>(timed.steps_per_run()));
  record.params.update({{"steps", timed.steps_per_run()},
                        {"trials_per_star", timed.trials_per_star()},
                        {"clock", e.by_messages() ? "processor time of each rank" : "wall"}});
  const auto work = timed.work_per_step();
  if (!work.empty()) {
    add_phases(record.params, work);
    add_traffic(record.params, work);
  }
  judge_runs(record, timed.runs(), seconds, timed.verify());
  return record;
}

}  // namespace touchstone::benchmarks::cmc
