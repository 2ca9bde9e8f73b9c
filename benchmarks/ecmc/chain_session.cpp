#include "benchmarks/ecmc/chain_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <ostream>
#include <set>

#include "models/core/interrupt.hpp"
#include "models/core/names.hpp"

namespace touchstone::benchmarks::ecmc {
namespace {

ResultRecord blank(const Request& request, const std::string& scheme, std::size_t disks,
                   int threads, const std::string& metric) {
  ResultRecord record;
  record.kind = "benchmark";
  record.family = "ecmc";
  record.scheme = scheme;
  record.problem_class = std::string(info(request.problem_class).name);
  record.seed = request.seed;
  record.threads = threads;
  record.metric = metric;
  record.params = {{"disks", disks}, {"packing_fraction", kPackingFraction}};
  record.replay = fmt::format(
      "./touchstone bench --family ecmc --class {} --filter {} --disks {} --threads {} --seed {}",
      record.problem_class, scheme, disks, threads, request.seed);
  return record;
}

/// Median and quartiles of `values`, or the failure that was found.
void fill(ResultRecord& record, const std::vector<Run>& runs, const std::vector<double>& values,
          const std::string& wrong) {
  record.params["runs"] = runs.size();
  record.params["interval"] = "quartiles of the runs";
  for (const Run& run : runs) record.seconds += run.seconds;
  record.note = wrong;
  record.verdict = wrong.empty() ? Verdict::pass : Verdict::fail;
  record.value = std::numeric_limits<double>::quiet_NaN();
  if (!wrong.empty()) return;
  const Quartiles q = quartiles(values);
  record.value = q.median;
  record.low = q.low;
  record.high = q.high;
}

ResultRecord preparation_record(const Request& request, const Preparation& timed) {
  ResultRecord record = blank(request, timed.what(), timed.disks(), timed.threads(), kPreparation);
  std::vector<double> seconds;
  for (const Run& run : timed.runs())
    seconds.push_back(run.seconds / static_cast<double>(run.count));
  fill(record, timed.runs(), seconds, timed.verify());
  return record;
}

/// What identifies a finished piece of work among records.
std::string key(const std::string& metric, const std::string& scheme, const std::string& size,
                std::size_t disks, std::size_t active, int threads, std::uint64_t seed) {
  return fmt::format("{}|{}|{}|{}|{}|{}|{}", metric, scheme, size, disks, active, threads, seed);
}
std::string key(const Request& request, const ChainEntry& e) {
  return key(kLiftingRate, e.scheme->info.name, std::string(info(request.problem_class).name),
             e.disks, e.active, e.threads, request.seed);
}
std::string key(const Request& request, const Preparation& p) {
  return key(kPreparation, p.what(), std::string(info(request.problem_class).name), p.disks(), 0,
             p.threads(), request.seed);
}
std::string floor_key(const Request& request, std::size_t disks) {
  return key("seconds per dependent load", "floor", std::string(info(request.problem_class).name),
             disks, 0, 1, request.seed);
}

std::set<std::string> finished(const Request& request) {
  std::set<std::string> result;
  if (!request.resume || !std::filesystem::exists(request.out)) return result;
  for (const nlohmann::json& r : read_results(request.out))
    if (r.at("kind") == "benchmark" && r.at("family") == "ecmc")
      result.insert(key(r.value("metric", ""), r.value("scheme", ""), r.value("class", ""),
                        r.at("params").value("disks", std::size_t{0}),
                        r.at("params").value("active", std::size_t{0}), r.value("threads", 0),
                        r.value("seed", std::uint64_t{0})));
  return result;
}

class ChainSession {
 public:
  ChainSession(const Request& request, std::ostream& text)
      : request_(request),
        text_(text),
        writer_(request.out, request.resume),
        finished_(finished(request)),
        costs_(measure_chain_floor_costs()),
        progress_(static_cast<double>(chain_sizes(request).size())) {}

  ExitCode run() {
    for (const std::size_t disks : chain_sizes(request_)) run_size(disks);
    if (request_.filter == "*") write_floors();
    return code_;
  }

 private:
  void run_size(std::size_t disks) {
    const auto is_done = [&](const auto& one) { return finished_.count(key(request_, one)) > 0; };
    std::vector<ChainEntry> todo = chain_entries(request_, disks);
    std::erase_if(todo, is_done);
    progress_.begin(fmt::format("event chains of {} disks", disks));
    ChainStart start(request_, disks);
    std::vector<Preparation> before = preparations(request_, start);
    std::erase_if(before, is_done);
    std::vector<std::unique_ptr<TimedChains>> timed;
    for (const ChainEntry& entry : todo) {
      check_interrupt();
      timed.push_back(
          std::make_unique<TimedChains>(entry, start, chain_protocol(request_), request_.seed));
    }
    time_all(before, timed);
    for (const Preparation& one : before) write(preparation_record(request_, one), one.name());
    for (const auto& one : timed) write(rate_record(request_, *one, costs_), one->entry().name());
  }

  void time_all(std::vector<Preparation>& before,
                const std::vector<std::unique_ptr<TimedChains>>& timed) {
    const int runs = chain_protocol(request_).runs;
    std::vector<Driven> pieces;
    for (Preparation& one : before)
      pieces.push_back({one.name(), runs, "per second", [&one] { return one.run(); }});
    for (const auto& one : timed)
      pieces.push_back(
          {one->entry().name(), runs, "per second", [p = one.get()] { return p->run(); }});
    if (pieces.empty()) return progress_.skip(1);
    drive(pieces, progress_, 1.0 / static_cast<double>(pieces.size()));
  }

  void write(const ResultRecord& record, const std::string& name) {
    writer_.write(record);
    code_ = worst(code_, exit_code(record.verdict));
    if (record.verdict == Verdict::fail)
      text_ << fmt::format("{}: no rate: {}\n", name, record.note);
  }

  void write_floors() {
    std::vector<std::size_t> sizes = chain_sizes(request_);
    std::erase_if(sizes,
                  [&](std::size_t n) { return finished_.count(floor_key(request_, n)) > 0; });
    check_interrupt();
    if (sizes.empty()) return;
    for (const ResultRecord& record : chain_floor_records(request_, costs_, sizes))
      writer_.write(record);
    text_ << fmt::format(
        "floor: {:.3g} liftings per second for one chain, {:.3g} for many with local times and "
        "compare-and-swap, on one core\n",
        1 / chain_floor(costs_, {.local_times = false}),
        1 / chain_floor(costs_, {.exchange = true, .active = kPublishedActive}));
  }

  const Request& request_;
  std::ostream& text_;
  ResultWriter writer_;
  std::set<std::string> finished_;
  ChainFloorCosts costs_;
  Progress progress_;
  ExitCode code_ = ExitCode::pass;
};

}  // namespace

ResultRecord rate_record(const Request& request, const TimedChains& timed,
                         const ChainFloorCosts& costs) {
  const ChainEntry& e = timed.entry();
  const disks::ChainScheme& scheme = *e.scheme;
  ResultRecord record = blank(request, scheme.info.name, e.disks, e.threads, kLiftingRate);
  record.backend = scheme.info.backend;
  std::vector<double> rates;
  std::uint64_t liftings = 0;
  for (const Run& run : timed.runs()) {
    rates.push_back(static_cast<double>(run.count) / run.seconds);
    liftings += run.count;
  }
  const ChainWork work{scheme.local_times, scheme.info.backend != "serial", e.active, e.threads};
  record.params.update(
      {{"active", e.active},
       {"start", fmt::format("shifted lattice melted for {} sweeps", melting_sweeps())},
       {"graph", "minimal"},
       {"piece", "1/4 side"},
       {"pieces", timed.pieces_per_run()},
       {"liftings", liftings},
       {"liftings_per_side", timed.liftings_per_side()},
       {"violated", timed.violated()},
       {"floor_seconds_per_lifting", chain_floor(costs, work)}});
  fill(record, timed.runs(), rates, timed.verify());
  return record;
}

std::vector<std::string> names() {
  std::vector<std::string> all = {"ecmc/leg-test", "ecmc/minimal-graph", "ecmc/near-graph"};
  for (const std::string& name : chain_names()) all.push_back(name);
  return all;
}

bool is_wanted(const Request& request) {
  const auto all = names();
  return matches(request.family, "ecmc") &&
         std::any_of(all.begin(), all.end(),
                     [&](const std::string& name) { return matches(request.filter, name); });
}

ExitCode run(const Request& request, std::ostream& text) {
  return ChainSession(request, text).run();
}

void list(const Request& request, std::ostream& text) {
  for (const std::size_t disks : chain_sizes(request))
    for (const ChainEntry& entry : chain_entries(request, disks)) text << entry.name() << '\n';
}

}  // namespace touchstone::benchmarks::ecmc
