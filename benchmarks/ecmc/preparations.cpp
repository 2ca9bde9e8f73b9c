#include "benchmarks/ecmc/preparations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "benchmarks/ecmc/timed_chains.hpp"
#include "benchmarks/records.hpp"
#include "benchmarks/stopwatch.hpp"
#include "models/core/names.hpp"
#include "models/disks/chains/near_graph.hpp"

namespace touchstone::benchmarks::ecmc {
namespace {

using Work = PreparationEntry::Work;

Work near_graph(const ChainStart& start, int threads) {
  return {[&start, threads] { return disks::near_graph(start.configuration(), threads).arrows(); },
          start.lanes().arrows()};
}

Work minimal_graph(const ChainStart& start, int threads) {
  return {[&start, threads] {
            return disks::minimal_graph(start.configuration(), start.lanes(), threads).arrows();
          },
          start.minimal().arrows()};
}

Work leg_test(const ChainStart& start, std::size_t active) {
  return {[&start, leg = start.leg(active)] {
    disks::require_valid(leg, start.minimal());
    return std::size_t{0};
  }};
}

Work set_up(const disks::ChainScheme& scheme, const ChainStart& start, std::size_t active) {
  return {[&scheme, &start, leg = start.leg(std::min(active, scheme.most_active))] {
    disks::ChainParameters parameters;
    parameters.record = false;
    (void)scheme.start(leg, start.minimal(), parameters);
    return std::size_t{0};
  }};
}

}  // namespace

std::string PreparationEntry::name() const {
  return fmt::format("{}/set-up/disks:{}/threads:{}", what, disks, threads);
}

std::vector<PreparationEntry> preparation_entries(const Request& request, std::size_t disks) {
  using Start = const ChainStart&;
  std::vector<PreparationEntry> all;
  for (const int threads : thread_counts(request)) {
    all.push_back({"ecmc/near-graph", disks, threads,
                   [threads](Start start) { return near_graph(start, threads); }});
    all.push_back({"ecmc/minimal-graph", disks, threads,
                   [threads](Start start) { return minimal_graph(start, threads); }});
  }
  const std::size_t active = 8 * kPublishedActive <= disks ? kPublishedActive : 1;
  all.push_back(
      {"ecmc/leg-test", disks, 1, [active](Start start) { return leg_test(start, active); }});
  for (const disks::ChainScheme* scheme : timed_schemes())
    if (!scheme->variant)
      all.push_back({scheme->info.name, disks, 1,
                     [scheme, active](Start start) { return set_up(*scheme, start, active); }});
  std::erase_if(
      all, [&](const PreparationEntry& entry) { return !matches(request.filter, entry.what); });
  return all;
}

Run TimedPreparation::run() {
  const Stopwatch watch;
  const std::size_t arrows = work_.once();
  const double seconds = watch.seconds();
  if (arrows != work_.arrows) wrong_ = fmt::format("{} arrows, expected {}", arrows, work_.arrows);
  done_.push_back({seconds, entry_.disks});
  return done_.back();
}

std::vector<ResultRecord> TimedPreparation::records() {
  const SchemeInfo step{.name = entry_.what, .source = "", .backend = ""};
  ResultRecord record = blank(request_, step, entry_.disks, entry_.threads, kPreparation);
  std::vector<double> seconds;
  for (const Run& run : done_) seconds.push_back(run.seconds / static_cast<double>(run.count));
  judge_runs(record, done_, seconds, wrong_);
  return {record};
}

}  // namespace touchstone::benchmarks::ecmc
