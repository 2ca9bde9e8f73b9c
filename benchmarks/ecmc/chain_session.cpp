#include "benchmarks/ecmc/chain_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "benchmarks/journal.hpp"
#include "models/core/interrupt.hpp"
#include "models/core/names.hpp"

namespace touchstone::benchmarks::ecmc {
namespace {

constexpr const char* kFamily = "ecmc";

ResultRecord blank(const Request& request, const SchemeInfo& scheme, std::size_t disks, int threads,
                   const std::string& metric) {
  ResultRecord record = blank_record(request, kFamily, scheme, threads, metric);
  record.params = {{"disks", disks}, {"packing_fraction", kPackingFraction}};
  record.replay = fmt::format(
      "./touchstone bench --family ecmc --class {} --filter {} --disks {} --threads {} --seed {}",
      record.problem_class, scheme.name, disks, threads, request.seed);
  return record;
}

ResultRecord blank(const Request& request, const Preparation& p) {
  const SchemeInfo steps{.name = p.what(), .source = "", .backend = ""};
  return blank(request, steps, p.disks(), p.threads(), kPreparation);
}

ResultRecord blank(const Request& request, const ChainEntry& e) {
  ResultRecord record = blank(request, e.scheme->info, e.disks, e.threads, kLiftingRate);
  record.params["active"] = e.active;
  return record;
}

ResultRecord preparation_record(const Request& request, const Preparation& timed) {
  ResultRecord record = blank(request, timed);
  std::vector<double> seconds;
  for (const Run& run : timed.runs())
    seconds.push_back(run.seconds / static_cast<double>(run.count));
  judge_runs(record, timed.runs(), seconds, timed.verify());
  return record;
}

class ChainSession {
 public:
  ChainSession(const Request& request, std::ostream& text)
      : request_(request),
        text_(text),
        journal_(request, text, kFamily, {"disks", "active"}),
        costs_(measure_chain_roofline_costs()),
        progress_(static_cast<double>(chain_sizes(request).size())) {}

  ExitCode run() {
    for (const std::size_t disks : chain_sizes(request_)) run_size(disks);
    if (request_.filter == "*") write_roofline();
    return journal_.worst_code();
  }

 private:
  void run_size(std::size_t disks) {
    const auto is_done = [&](const auto& one) { return journal_.has(blank(request_, one)); };
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
    for (const Preparation& one : before)
      journal_.write(preparation_record(request_, one), one.name());
    for (const auto& one : timed)
      journal_.write(rate_record(request_, *one, costs_), one->entry().name());
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

  void write_roofline() {
    std::vector<std::size_t> sizes = chain_sizes(request_);
    std::erase_if(sizes,
                  [&](std::size_t n) { return journal_.has(blank_chase_record(request_, n)); });
    check_interrupt();
    if (sizes.empty()) return;
    for (const ResultRecord& record : chain_roofline_records(request_, costs_, sizes))
      journal_.write(record, record.scheme);
    text_ << fmt::format(
        "roofline: {:.3g} liftings per second for one chain, {:.3g} for many with local times and "
        "compare-and-swap, on one core\n",
        1 / chain_roofline(costs_, {.local_times = false}),
        1 / chain_roofline(costs_, {.exchange = true, .active = kPublishedActive}));
  }

  const Request& request_;
  std::ostream& text_;
  Journal journal_;
  ChainRooflineCosts costs_;
  Progress progress_;
};

/// Names that a filter may choose among.
std::vector<std::string> names() {
  std::vector<std::string> all = {"ecmc/leg-test", "ecmc/minimal-graph", "ecmc/near-graph"};
  for (const std::string& name : chain_names()) all.push_back(name);
  return all;
}

ExitCode run(const Request& request, std::ostream& text) {
  return ChainSession(request, text).run();
}

void list(const Request& request, std::ostream& text) {
  for (const std::size_t disks : chain_sizes(request))
    for (const ChainEntry& entry : chain_entries(request, disks)) text << entry.name() << '\n';
}

}  // namespace

Family family() { return {kFamily, &names, &run, &list}; }

namespace {
const bool registered = register_family(family());
}

ResultRecord rate_record(const Request& request, const TimedChains& timed,
                         const ChainRooflineCosts& costs) {
  const ChainEntry& e = timed.entry();
  const disks::ChainScheme& scheme = *e.scheme;
  ResultRecord record = blank(request, e);
  std::vector<double> rates;
  std::uint64_t liftings = 0;
  for (const Run& run : timed.runs()) {
    rates.push_back(static_cast<double>(run.count) / run.seconds);
    liftings += run.count;
  }
  const ChainWork work{scheme.local_times, scheme.info.backend != "serial", e.active, e.threads};
  record.params.update(
      {{"start", fmt::format("shifted lattice melted for {} sweeps", melting_sweeps())},
       {"graph", "minimal"},
       {"piece", "1/4 side"},
       {"pieces", timed.pieces_per_run()},
       {"liftings", liftings},
       {"liftings_per_side", timed.liftings_per_side()},
       {"violated", timed.violated()},
       {"floor_seconds_per_lifting", chain_roofline(costs, work)}});
  judge_runs(record, timed.runs(), rates, timed.verify());
  return record;
}

}  // namespace touchstone::benchmarks::ecmc
