#include "benchmarks/hpmc/shape_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <ostream>
#include <set>

#include "models/core/interrupt.hpp"
#include "models/core/names.hpp"

namespace touchstone::benchmarks::hpmc {
namespace {

std::string key(const std::string& scheme, const std::string& size, const std::string& system,
                std::size_t bodies, int ranks, int threads, std::uint64_t seed) {
  return fmt::format("{}|{}|{}|{}|{}|{}|{}", scheme, size, system, bodies, ranks, threads, seed);
}
std::string key(const Request& request, const ShapeEntry& e) {
  return key(e.scheme->info.name, std::string(info(request.problem_class).name), e.system->name,
             e.bodies(), e.ranks, e.threads, request.seed);
}

std::set<std::string> finished(const Request& request) {
  std::set<std::string> result;
  if (!request.resume || !std::filesystem::exists(request.out)) return result;
  for (const nlohmann::json& r : read_results(request.out))
    if (r.at("kind") == "benchmark" && r.at("family") == "hpmc")
      result.insert(key(r.value("scheme", ""), r.value("class", ""),
                        r.at("params").value("system", ""),
                        r.at("params").value("bodies", std::size_t{0}), r.value("ranks", 1),
                        r.value("threads", 0), r.value("seed", std::uint64_t{0})));
  return result;
}

class ShapeSession {
 public:
  ShapeSession(const Request& request, std::ostream& text)
      : request_(request),
        text_(text),
        writer_(request.out, request.resume),
        finished_(finished(request)),
        progress_(number_of_sizes(request)) {}

  ExitCode run() {
    for (const ShapeSystem& system : shape_systems())
      for (const int copies : shape_sizes(request_, system)) run_size(system, copies);
    return code_;
  }

 private:
  static double number_of_sizes(const Request& request) {
    std::size_t sizes = 0;
    for (const ShapeSystem& system : shape_systems()) sizes += shape_sizes(request, system).size();
    return static_cast<double>(sizes);
  }

  void run_size(const ShapeSystem& system, int copies) {
    std::vector<ShapeEntry> todo = shape_entries(request_, system, copies);
    std::erase_if(todo, [&](const auto& e) { return finished_.count(key(request_, e)) > 0; });
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
    for (const auto& one : timed) write(moves_record(request_, *one), one->entry().name());
  }

  void write(const ResultRecord& record, const std::string& name) {
    writer_.write(record);
    code_ = worst(code_, exit_code(record.verdict));
    if (record.verdict == Verdict::fail)
      text_ << fmt::format("{}: no rate: {}\n", name, record.note);
  }

  const Request& request_;
  std::ostream& text_;
  ResultWriter writer_;
  std::set<std::string> finished_;
  Progress progress_;
  ExitCode code_ = ExitCode::pass;
};

/// What the ranks did and sent in a step: of the busiest, or the mean. Seconds are processor time.
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

nlohmann::json parameters(const TimedShapes& timed) {
  const ShapeEntry& e = timed.entry();
  const shapes::MoveStats moves = timed.moves();
  nlohmann::json params = {{"system", e.system->name},
                           {"bodies", e.bodies()},
                           {"packing_fraction", e.system->packing},
                           {"max_displacement", e.system->displacement},
                           {"domains", e.domains},
                           {"active_share", e.active_share()},
                           {"sweeps_per_step", e.parameters(1).sweeps_per_step},
                           {"steps", timed.steps_per_run()},
                           {"runs", timed.runs().size()},
                           {"bytes_per_body", static_cast<double>(timed.memory_bytes()) /
                                                  static_cast<double>(e.bodies())},
                           {"acceptance_translations", acceptance(moves.translations)},
                           {"interval", "quartiles of the runs"}};
  if (moves.rotations.trials > 0) {
    params["max_rotation"] = e.system->rotation;
    params["acceptance_rotations"] = acceptance(moves.rotations);
  }
  if (e.scheme->ranks) add_ranks(params, timed);
  return params;
}

}  // namespace

ResultRecord moves_record(const Request& request, const TimedShapes& timed) {
  const ShapeEntry& e = timed.entry();
  ResultRecord record;
  record.kind = "benchmark";
  record.family = "hpmc";
  record.scheme = e.scheme->info.name;
  record.backend = e.scheme->info.backend;
  record.problem_class = std::string(info(request.problem_class).name);
  record.seed = request.seed;
  record.threads = e.threads;
  record.ranks = e.ranks;
  record.metric = kMovesPerSecond;
  record.replay = fmt::format(
      "./touchstone bench --family hpmc --class {} --filter {} --particles {} {}--threads {} "
      "--seed {}",
      record.problem_class, record.scheme, e.bodies(),
      e.scheme->ranks ? fmt::format("--ranks {} ", e.ranks) : "", request.threads, request.seed);
  std::vector<double> rates;
  for (const Run& run : timed.runs()) {
    rates.push_back(static_cast<double>(run.count) / run.seconds);
    record.seconds += run.seconds;
  }
  record.params = parameters(timed);
  record.note = timed.verify();
  record.verdict = record.note.empty() ? Verdict::pass : Verdict::fail;
  record.value = std::numeric_limits<double>::quiet_NaN();
  if (!record.note.empty()) return record;
  const Quartiles q = quartiles(rates);
  record.value = q.median;
  record.low = q.low;
  record.high = q.high;
  return record;
}

bool is_wanted(const Request& request) {
  const auto all = shape_names();
  return matches(request.family, "hpmc") &&
         std::any_of(all.begin(), all.end(),
                     [&](const std::string& name) { return matches(request.filter, name); });
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

}  // namespace touchstone::benchmarks::hpmc
