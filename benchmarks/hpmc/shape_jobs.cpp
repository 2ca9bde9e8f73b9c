// benchmarks/hpmc/shape_jobs.cpp
// Purpose   The jobs of `bench` with hard shapes, and their records: trial moves per second of each
//           system and size, with the acceptance of translations and rotations; for the largest
//           size the lower bound of a move, and of bodies that are not round the profile of moves
//           and overlap tests; and support functions.
// Cost      Class S about 20 s.
// Not here  What is timed (shape_entries.hpp) and how (timed_shapes.hpp, move_profile.hpp,
//           overlap_split.hpp).
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "benchmarks/family.hpp"
#include "benchmarks/hpmc/move_profile.hpp"
#include "benchmarks/hpmc/move_roofline.hpp"
#include "benchmarks/hpmc/overlap_split.hpp"
#include "benchmarks/hpmc/timed_shapes.hpp"
#include "benchmarks/records.hpp"
#include "models/core/names.hpp"

namespace touchstone::benchmarks::hpmc {
namespace {

constexpr const char* kFamily = "hpmc";

/// Jobs of one system and size, which share its start.
class SizeJobs {
 public:
  SizeJobs(const Request& request, const ShapeSystem& system, int copies, std::vector<Job>& all)
      : request_(request), system_(system), copies_(copies), all_(all) {}

  void add_moves(const std::shared_ptr<LatestShapes>& latest) {
    const std::vector<ShapeEntry> entries = shape_entries(request_, system_, copies_);
    if (entries.empty()) return;
    TimingJob job = titled("");
    job.cost = 2;
    job.add(entries);
    job.run = [=, request = request_, &system = system_, copies = copies_](JobContext& context) {
      return time_each<TimedShapes>(entries, context, latest->shapes(system, copies, request.seed),
                                    request, shape_protocol(request));
    };
    all_.push_back(timing_job(request_, std::move(job)));
  }

  /// Lower bounds of the schemes that count their work.
  void add_counts(const std::shared_ptr<LatestShapes>& latest) {
    TimingJob job = titled("lower bound of a move of ");
    const auto counters = chosen(job, shapes::move_counters());
    job.run = [=, request = request_, &system = system_, copies = copies_](JobContext&) {
      std::vector<ResultRecord> records;
      for (const shapes::MoveCounter& counter : counters)
        records.push_back(count_moves(
            counter, system, latest->shapes(system, copies, request.seed).start().configuration,
            request));
      return records;
    };
    if (!counters.empty()) all_.push_back(timing_job(request_, std::move(job)));
  }

  /// A T, ProfiledMoves or OverlapSplit, for each item of a registry that the filter takes.
  template <class T, class Item>
  void add_parts(const std::string& what, const std::vector<Item>& items,
                 const std::shared_ptr<LatestShapes>& latest) {
    TimingJob job = titled(what);
    const std::vector<Item> taken = chosen(job, items);
    job.run = [=, request = request_, &system = system_, copies = copies_](JobContext& context) {
      return time_each<T>(taken, context, system,
                          latest->shapes(system, copies, request.seed).start().configuration,
                          request);
    };
    if (!taken.empty()) all_.push_back(timing_job(request_, std::move(job)));
  }

 private:
  TimingJob titled(const std::string& what) const {
    return {.family = kFamily,
            .title = fmt::format("{}{} {}", what, system_.bodies(copies_), system_.name)};
  }
  static std::string scheme_of(const shapes::OverlapTracer&) { return kSplitScheme; }
  template <class Item>
  static std::string scheme_of(const Item& item) {
    return item.name;
  }
  /// Items whose scheme the filter takes; they are added to the job.
  template <class Item>
  std::vector<Item> chosen(TimingJob& job, const std::vector<Item>& items) const {
    std::vector<Item> taken;
    for (const Item& item : items) {
      if (!matches(request_.filter, scheme_of(item))) continue;
      taken.push_back(item);
      job.schemes.push_back(scheme_of(item));
      job.entries.push_back(name_of(item, system_));
    }
    return taken;
  }

  const Request& request_;
  const ShapeSystem& system_;
  int copies_;
  std::vector<Job>& all_;
};

Job support_job(const Request& request) {
  TimingJob job{.family = kFamily, .title = "support functions", .schemes = {kSupportScheme}};
  for (const SupportEntry& entry : support_entries()) job.entries.push_back(entry.name());
  job.run = [=](JobContext& context) {
    return time_each<TimedSupport>(support_entries(), context, request);
  };
  return timing_job(request, std::move(job));
}

std::vector<Job> jobs(const Request& request) {
  const auto latest = std::make_shared<LatestShapes>();
  std::vector<Job> all;
  for (const ShapeSystem& system : shape_systems()) {
    const std::vector<int> sizes = shape_sizes(request, system);
    for (const int copies : sizes) SizeJobs(request, system, copies, all).add_moves(latest);
    SizeJobs largest(request, system, sizes.back(), all);
    largest.add_counts(latest);
    if (system.round) continue;
    largest.add_parts<ProfiledMoves>("parts of a move of ", shapes::move_profilers(), latest);
    largest.add_parts<OverlapSplit>("overlap tests of ", shapes::overlap_tracers(), latest);
  }
  if (matches(request.filter, kSupportScheme)) all.push_back(support_job(request));
  return all;
}

const bool registered = register_family({kFamily, "trial moves of hard shapes", jobs});

}  // namespace

nlohmann::json TimedShapes::rank_parameters() const {
  std::vector<shapes::RankWork> work = simulation_->work();
  for (std::size_t q = 0; q < work.size(); ++q) work[q] -= before_[q];
  const auto steps = static_cast<double>(work.front().steps);
  const auto of = [&](auto part, bool largest) {
    double sum = 0, most = 0;
    for (const shapes::RankWork& own : work) {
      const double here = static_cast<double>(part(own)) / steps;
      sum += here;
      most = std::max(most, here);
    }
    return largest ? most : sum / static_cast<double>(work.size());
  };
  const auto mean = [&](auto part) { return of(part, false); };
  const auto most = [&](auto part) { return of(part, true); };
  using Work = shapes::RankWork;
  return {{"clock", "wall; of ranks their processor time"},
          {"oversubscribed", entry_.oversubscribed()},
          {"side", entry_.system->side(entry_.copies)},
          {"diameter", entry_.system->diameter},
          {"dimensions", entry_.system->dimensions},
          {"rank_step",
           {{"most_sweep_seconds", most([](const Work& w) { return w.sweep_seconds; })},
            {"most_exchange_seconds", most([](const Work& w) { return w.exchange_seconds; })},
            {"sweep_seconds", mean([](const Work& w) { return w.sweep_seconds; })},
            {"exchange_seconds", mean([](const Work& w) { return w.exchange_seconds; })},
            {"trials", mean([](const Work& w) { return w.trials; })},
            {"bodies", mean([](const Work& w) { return w.bodies; })},
            {"ghosts", mean([](const Work& w) { return w.ghosts; })},
            {"most_bytes", most([](const Work& w) { return w.migrant_bytes + w.ghost_bytes; })},
            {"most_messages", most([](const Work& w) { return w.messages; })}}}};
}

nlohmann::json TimedShapes::parameters() const {
  const ShapeEntry& e = entry_;
  const shapes::MoveStats moves = simulation_->stats();
  nlohmann::json params = {{"system", e.system->name},
                           {"bodies", e.bodies()},
                           {"packing_fraction", e.system->packing},
                           {"max_displacement", e.system->displacement},
                           {"domains", e.domains},
                           {"active_share", e.active_share()},
                           {"sweeps_per_step", parameters_.sweeps_per_step},
                           {"steps", steps_},
                           {"bytes_per_body", static_cast<double>(simulation_->memory_bytes()) /
                                                  static_cast<double>(e.bodies())},
                           {"start_steps", start_->steps},
                           {"acceptance_translations", acceptance(moves.translations)}};
  if (moves.rotations.trials > 0) {
    params["max_rotation"] = e.system->rotation;
    params["acceptance_rotations"] = acceptance(moves.rotations);
  }
  if (e.scheme->ranks) params.update(rank_parameters());
  return params;
}

std::vector<ResultRecord> TimedShapes::records() {
  const ShapeEntry& e = entry_;
  ResultRecord record = blank_record(request_, kFamily, e.scheme->info, e.threads, kMovesPerSecond);
  record.ranks = e.ranks;
  record.replay = fmt::format(
      "./touchstone bench --family hpmc --class {} --filter {} --particles {} {}--threads {} "
      "--seed {}",
      record.problem_class, record.scheme, e.bodies(),
      e.scheme->ranks ? fmt::format("--ranks {} ", e.ranks) : "", request_.threads, request_.seed);
  record.params = parameters();
  std::vector<double> rates;
  for (const Run& run : done_) rates.push_back(static_cast<double>(run.count) / run.seconds);
  judge_runs(record, done_, rates, verify());
  require_equilibrium(record, *start_);
  return {record};
}

}  // namespace touchstone::benchmarks::hpmc
