#include "benchmarks/ecmc/preparations.hpp"

#include <fmt/format.h>

#include <chrono>

#include "models/core/names.hpp"
#include "models/disks/chains/near_graph.hpp"

namespace touchstone::benchmarks::ecmc {

std::string Preparation::name() const {
  return fmt::format("{}/set-up/disks:{}/threads:{}", what_, disks_, threads_);
}

Run Preparation::run() {
  const auto before = std::chrono::steady_clock::now();
  const std::size_t arrows = work_();
  const auto after = std::chrono::steady_clock::now();
  if (arrows != arrows_) wrong_ = fmt::format("{} arrows, expected {}", arrows, arrows_);
  runs_.push_back({std::chrono::duration<double>(after - before).count(), disks_});
  return runs_.back();
}

std::vector<Preparation> preparations(const Request& request, const ChainStart& start) {
  std::vector<Preparation> result;
  const std::size_t disks = start.configuration().size();
  const auto add = [&](const std::string& what, int threads, std::function<std::size_t()> work,
                       std::size_t arrows) {
    if (matches(request.filter, what))
      result.emplace_back(what, disks, threads, std::move(work), arrows);
  };
  for (const int threads : thread_counts(request)) {
    add(
        "ecmc/near-graph", threads,
        [&, threads] { return disks::near_graph(start.configuration(), threads).arrows(); },
        start.lanes().arrows());
    add(
        "ecmc/minimal-graph", threads,
        [&, threads] {
          return disks::minimal_graph(start.configuration(), start.lanes(), threads).arrows();
        },
        start.minimal().arrows());
  }
  const std::size_t active = 8 * kPublishedActive <= disks ? kPublishedActive : 1;
  add(
      "ecmc/leg-test", 1,
      [&, leg = start.leg(active)] {
        disks::require_valid(leg, start.minimal());
        return std::size_t{0};
      },
      0);
  for (const std::string& name : chain_names()) {
    if (is_variant(name)) continue;
    const disks::ChainScheme& scheme = disks::chain_scheme(name);
    add(
        name, 1,
        [&scheme, &start, leg = start.leg(std::min(active, scheme.most_active))] {
          disks::ChainParameters parameters;
          parameters.record = false;
          (void)scheme.start(leg, start.minimal(), parameters);
          return std::size_t{0};
        },
        0);
  }
  return result;
}

}  // namespace touchstone::benchmarks::ecmc
