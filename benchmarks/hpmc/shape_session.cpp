#include "benchmarks/hpmc/shape_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "benchmarks/hpmc/move_roofline.hpp"
#include "benchmarks/hpmc/overlap_split.hpp"
#include "benchmarks/hpmc/profile_records.hpp"
#include "benchmarks/journal.hpp"
#include "models/core/interrupt.hpp"

namespace touchstone::benchmarks::hpmc {
namespace {

constexpr const char* kFamily = "hpmc";

ResultRecord blank(const Request& request, const ShapeEntry& e) {
  ResultRecord record = blank_record(request, kFamily, e.scheme->info, e.threads, kMovesPerSecond);
  record.ranks = e.ranks;
  record.params = {{"system", e.system->name}, {"bodies", e.bodies()}};
  record.replay = fmt::format(
      "./touchstone bench --family hpmc --class {} --filter {} --particles {} {}--threads {} "
      "--seed {}",
      record.problem_class, record.scheme, e.bodies(),
      e.scheme->ranks ? fmt::format("--ranks {} ", e.ranks) : "", request.threads, request.seed);
  return record;
}

class ShapeSession {
 public:
  ShapeSession(const Request& request, std::ostream& text)
      : request_(request),
        journal_(request, text, kFamily, {"system", "bodies", "part", "vertices", "vectors"}),
        progress_(number_of_sizes(request)) {}

  ExitCode run() {
    for (const ShapeSystem& system : shape_systems())
      for (const int copies : shape_sizes(request_, system)) run_size(system, copies);
    time_support(request_, journal_, progress_);
    return journal_.worst_code();
  }

 private:
  static double number_of_sizes(const Request& request) {
    std::size_t sizes = 0;
    for (const ShapeSystem& system : shape_systems()) sizes += shape_sizes(request, system).size();
    return static_cast<double>(sizes);
  }

  void run_size(const ShapeSystem& system, int copies) {
    std::vector<ShapeEntry> todo = shape_entries(request_, system, copies);
    std::erase_if(todo, [&](const auto& e) { return journal_.has(blank(request_, e)); });
    if (todo.empty()) return progress_.skip(1);
    progress_.begin(fmt::format("{} {}", system.bodies(copies), system.name));
    CommonShapes common(system, copies, request_.seed);
    std::vector<std::unique_ptr<TimedShapes>> timed;
    for (const ShapeEntry& entry : todo) {
      check_interrupt();
      timed.push_back(std::make_unique<TimedShapes>(entry, common, shape_protocol(request_)));
    }
    std::vector<Driven> pieces;
    for (const auto& one : timed)
      pieces.push_back({one->entry().name(), one->planned_runs(), "trials/s",
                        [p = one.get()] { return p->run(); }});
    drive(pieces, progress_, 1.0 / static_cast<double>(pieces.size()));
    for (const auto& one : timed) journal_.write(moves_record(request_, *one), one->entry().name());
    if (copies != shape_sizes(request_, system).back()) return;
    const shapes::Configuration& start = common.start().configuration;
    count_moves(request_, system, start, journal_);
    if (move_law(start, system.parameters()).threshold == 1ull << 32) return;
    profile_moves(request_, system, start, journal_, progress_);
    split_overlaps(request_, system, start, journal_, progress_);
  }

  const Request& request_;
  Journal journal_;
  Progress progress_;
};

/// Adds the work and messages of the ranks per step: busiest or mean. Seconds are processor time.
void add_ranks(nlohmann::json& params, const TimedShapes& timed) {
  const auto work = timed.timed_work();
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
  params["clock"] = "wall; of ranks their processor time";
  params["oversubscribed"] = timed.entry().oversubscribed();
  params["side"] = timed.entry().system->side(timed.entry().copies);
  params["diameter"] = timed.entry().system->diameter;
  params["dimensions"] = timed.entry().system->dimensions;
  params["rank_step"] = {
      {"most_sweep_seconds", most([](const Work& w) { return w.sweep_seconds; })},
      {"most_exchange_seconds", most([](const Work& w) { return w.exchange_seconds; })},
      {"sweep_seconds", mean([](const Work& w) { return w.sweep_seconds; })},
      {"exchange_seconds", mean([](const Work& w) { return w.exchange_seconds; })},
      {"trials", mean([](const Work& w) { return w.trials; })},
      {"bodies", mean([](const Work& w) { return w.bodies; })},
      {"ghosts", mean([](const Work& w) { return w.ghosts; })},
      {"most_bytes", most([](const Work& w) { return w.migrant_bytes + w.ghost_bytes; })},
      {"most_messages", most([](const Work& w) { return w.messages; })}};
}

void add_parameters(nlohmann::json& params, const TimedShapes& timed) {
  const ShapeEntry& e = timed.entry();
  const shapes::MoveStats moves = timed.moves();
  params.update({{"packing_fraction", e.system->packing},
                 {"max_displacement", e.system->displacement},
                 {"domains", e.domains},
                 {"active_share", e.active_share()},
                 {"sweeps_per_step", e.parameters(1).sweeps_per_step},
                 {"steps", timed.steps_per_run()},
                 {"bytes_per_body",
                  static_cast<double>(timed.memory_bytes()) / static_cast<double>(e.bodies())},
                 {"start_steps", timed.start().steps},
                 {"acceptance_translations", acceptance(moves.translations)}});
  if (moves.rotations.trials > 0) {
    params["max_rotation"] = e.system->rotation;
    params["acceptance_rotations"] = acceptance(moves.rotations);
  }
  if (e.scheme->ranks) add_ranks(params, timed);
}

ExitCode run(const Request& request, std::ostream& text) {
  return ShapeSession(request, text).run();
}

void list(const Request& request, std::ostream& text) {
  for (const ShapeSystem& system : shape_systems())
    for (const int copies : shape_sizes(request, system))
      for (const ShapeEntry& entry : shape_entries(request, system, copies))
        text << entry.name() << '\n';
}

}  // namespace

Family family() { return {kFamily, &shape_names, &run, &list}; }

namespace {
const bool registered = register_family(family());
}

ResultRecord moves_record(const Request& request, TimedShapes& timed) {
  const ShapeEntry& e = timed.entry();
  ResultRecord record = blank(request, e);
  std::vector<double> rates;
  for (const Run& run : timed.runs()) rates.push_back(static_cast<double>(run.count) / run.seconds);
  add_parameters(record.params, timed);
  judge_runs(record, timed.runs(), rates, timed.verify());
  if (!timed.start().steady && record.verdict == Verdict::pass)
    leave_open(record,
               fmt::format("the start is not in equilibrium after {} steps", timed.start().steps));
  return record;
}

}  // namespace touchstone::benchmarks::hpmc
