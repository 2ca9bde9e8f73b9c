#include "benchmarks/cmc/cluster_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <ostream>
#include <set>

#include "models/core/interrupt.hpp"
#include "models/core/names.hpp"

namespace touchstone::benchmarks::cmc {
namespace {

std::string key(const std::string& scheme, const std::string& size, std::size_t stars,
                std::size_t ranks, int threads, std::uint64_t seed) {
  return fmt::format("{}|{}|{}|{}|{}|{}", scheme, size, stars, ranks, threads, seed);
}
std::string key(const Request& request, const ClusterEntry& e) {
  return key(e.scheme->info.name, std::string(info(request.problem_class).name), e.stars, e.ranks,
             e.threads, request.seed);
}

std::set<std::string> finished(const Request& request) {
  std::set<std::string> result;
  if (!request.resume || !std::filesystem::exists(request.out)) return result;
  for (const nlohmann::json& r : read_results(request.out))
    if (r.at("kind") == "benchmark" && r.at("family") == "cmc")
      result.insert(key(r.value("scheme", ""), r.value("class", ""),
                        r.at("params").value("stars", std::size_t{0}),
                        r.value("ranks", std::size_t{0}), r.value("threads", 0),
                        r.value("seed", std::uint64_t{0})));
  return result;
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
        text_(text),
        writer_(request.out, request.resume),
        finished_(finished(request)),
        progress_(static_cast<double>(cluster_sizes(request).size())) {}

  ExitCode run() {
    for (const std::size_t stars : cluster_sizes(request_)) run_size(stars);
    return code_;
  }

 private:
  void run_size(std::size_t stars) {
    std::vector<ClusterEntry> todo = cluster_entries(request_, stars);
    std::erase_if(todo, [&](const auto& e) { return finished_.count(key(request_, e)) > 0; });
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
    for (const auto& one : timed) write(step_record(request_, *one), one->entry().name());
  }

  void write(const ResultRecord& record, const std::string& name) {
    writer_.write(record);
    code_ = worst(code_, exit_code(record.verdict));
    if (record.verdict == Verdict::fail)
      text_ << fmt::format("{}: no time: {}\n", name, record.note);
  }

  const Request& request_;
  std::ostream& text_;
  ResultWriter writer_;
  std::set<std::string> finished_;
  Progress progress_;
  ExitCode code_ = ExitCode::pass;
};

}  // namespace

ResultRecord step_record(const Request& request, const TimedCluster& timed) {
  const ClusterEntry& e = timed.entry();
  ResultRecord record;
  record.kind = "benchmark";
  record.family = "cmc";
  record.scheme = e.scheme->info.name;
  record.backend = e.scheme->info.backend;
  record.problem_class = std::string(info(request.problem_class).name);
  record.seed = request.seed;
  record.threads = e.threads;
  record.ranks = static_cast<int>(e.ranks);
  record.metric = kStepSeconds;
  record.replay = fmt::format(
      "./touchstone bench --family cmc --class {} --filter {} --stars {} --ranks {} --threads {} "
      "--seed {}",
      record.problem_class, record.scheme, e.stars, e.ranks, e.threads, request.seed);
  std::vector<double> seconds;
  for (const Run& run : timed.runs()) {
    seconds.push_back(run.seconds / static_cast<double>(timed.steps_per_run()));
    record.seconds += run.seconds;
  }
  record.params = {{"stars", e.stars},
                   {"runs", timed.runs().size()},
                   {"steps", timed.steps_per_run()},
                   {"trials_per_star", timed.trials_per_star()},
                   {"clock", e.by_messages() ? "processor time of each rank" : "wall"},
                   {"interval", "quartiles of the runs"}};
  const auto work = timed.work_per_step();
  if (!work.empty()) {
    add_phases(record.params, work);
    add_traffic(record.params, work);
  }
  record.note = timed.verify();
  record.verdict = record.note.empty() ? Verdict::pass : Verdict::fail;
  record.value = std::numeric_limits<double>::quiet_NaN();
  if (!record.note.empty()) return record;
  const Quartiles q = quartiles(seconds);
  record.value = q.median;
  record.low = q.low;
  record.high = q.high;
  return record;
}

bool is_wanted(const Request& request) {
  const auto all = cluster_names();
  return matches(request.family, "cmc") &&
         std::any_of(all.begin(), all.end(),
                     [&](const std::string& name) { return matches(request.filter, name); });
}

ExitCode run(const Request& request, std::ostream& text) {
  return ClusterSession(request, text).run();
}

void list(const Request& request, std::ostream& text) {
  for (const std::size_t stars : cluster_sizes(request))
    for (const ClusterEntry& entry : cluster_entries(request, stars)) text << entry.name() << '\n';
}

}  // namespace touchstone::benchmarks::cmc
