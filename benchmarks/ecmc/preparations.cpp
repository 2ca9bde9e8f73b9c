#include "benchmarks/ecmc/preparations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "benchmarks/ecmc/chain_entries.hpp"
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

Subject PreparationEntry::subject() const {
  return chain_subject({.name = what, .source = "", .backend = ""}, kPreparation,
                       fmt::format("{}/set-up/disks:{}/threads:{}", what, disks, threads), disks,
                       threads);
}

std::vector<PreparationEntry> preparation_entries(const Request& request, std::size_t disks) {
  using Start = const ChainStart&;
  std::vector<PreparationEntry> all;
  for (const int threads : doubling(request.threads)) {
    all.push_back({"ecmc/near-graph", disks, threads,
                   [threads](Start start) { return near_graph(start, threads); }});
    all.push_back({"ecmc/minimal-graph", disks, threads,
                   [threads](Start start) { return minimal_graph(start, threads); }});
  }
  const std::size_t active = 8 * kPublishedActive <= disks ? kPublishedActive : 1;
  all.push_back(
      {"ecmc/leg-test", disks, 1, [active](Start start) { return leg_test(start, active); }});
  for (const disks::ChainScheme& scheme : disks::chain_schemes())
    if (is_timed(scheme) && !scheme.variant)
      all.push_back({scheme.info.name, disks, 1,
                     [&scheme, active](Start start) { return set_up(scheme, start, active); }});
  std::erase_if(
      all, [&](const PreparationEntry& entry) { return !matches(request.filter, entry.what); });
  return all;
}

Run TimedPreparation::once() {
  std::size_t arrows = 0;
  const Run run = repeated(0, [&] {
    arrows = work_.once();
    return disks_;
  });
  if (arrows != work_.arrows) wrong_ = fmt::format("{} arrows, expected {}", arrows, work_.arrows);
  return run;
}

}  // namespace touchstone::benchmarks::ecmc
