// validation/experiments/ecmc/graph_planarity.cpp
// Purpose   The minimal graph can be drawn without crossings wherever a leg leads, and it is the
//           same there; G3 cannot. One small graph is drawn for the report.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021), lemma
//           4, remark 14, Figure 6a and b.
// Cost      Class S a second.
#include <fmt/format.h>

#include <map>

#include "models/disks/chains/chain_registry.hpp"
#include "models/disks/chains/crossings.hpp"
#include "models/disks/chains/near_graph.hpp"
#include "models/disks/chains/pruning_orders.hpp"
#include "validation/experiments/ecmc/equilibrated_start.hpp"
#include "validation/experiments/ecmc/graph_systems.hpp"
#include "validation/experiments/ecmc/schemes.hpp"

namespace touchstone::validation::ecmc {
namespace {

constexpr std::size_t kPlaces = 10;  ///< configurations along the leg
constexpr std::uint64_t kSweepsBetween = 3;

/// Sums over configurations of one leg, all drawn with the graphs of its start.
struct Along {
  std::size_t lanes_crossings = 0;
  std::size_t minimal_crossings = 0;
  std::size_t arrows_apart = 0;  ///< in one of the minimal graphs of start and later place only
};

const Along& along(const GraphSystem& system, const Plan& plan) {
  static std::map<std::pair<std::string, std::uint64_t>, Along> known;
  const std::pair key{system.name, plan.seed};
  if (const auto found = known.find(key); found != known.end()) return found->second;
  const Graphs& graphs = graphs_of(system, plan);
  disks::FixedConfiguration c = graphs.start;
  const disks::Ticks part = static_cast<disks::Ticks>(kSweepsBetween * system.disks) *
                            disks::mean_free_path(system.disks);
  const auto chain = cell_chain().start({c, {0}, part}, graphs.lanes, {.record = false});
  Along sums;
  for (std::size_t place = 0; place < kPlaces; ++place) {
    chain->advance(part);
    c.x = chain->end().x;
    sums.lanes_crossings += disks::count_crossings(c, graphs.lanes);
    sums.minimal_crossings += disks::count_crossings(c, graphs.minimal);
    const auto here = disks::minimal_graph(c, disks::near_graph(c, plan.threads), plan.threads);
    sums.arrows_apart += disks::arrows_apart(here, graphs.minimal);
  }
  return known.emplace(key, sums).first->second;
}

Measurement crossings(const Plan& plan, const GraphSystem& system, bool minimal) {
  const std::string name = minimal ? "minimal" : "G3";
  Measurement m = graph_measurement(plan, system, fmt::format("planarity/{}-{}", system.name, name),
                                    "crossings of arrows");
  m.record.params["graph"] = name;
  m.record.params["configurations"] = kPlaces;
  m.measure = [plan, system, minimal](ResultRecord& record, Bench&) {
    const Along& sums = along(system, plan);
    if (minimal) return judge_count(record, sums.minimal_crossings, 0, "lemma 4");
    record.value = static_cast<double>(sums.lanes_crossings);
    record.verdict = sums.lanes_crossings > 0 ? Verdict::pass : Verdict::fail;
    record.note = "some are expected: the count can fail";
  };
  return m;
}

Measurement constancy(const Plan& plan, const GraphSystem& system) {
  Measurement m = graph_measurement(plan, system, fmt::format("planarity/{}-constant", system.name),
                                    "arrows of the minimal graph that change along a leg");
  m.record.params["configurations"] = kPlaces;
  m.measure = [plan, system](ResultRecord& record, Bench&) {
    judge_count(record, along(system, plan).arrows_apart, 0, "remark 14");
  };
  return m;
}

nlohmann::json arrows_of(const disks::ConstraintGraph& graph) {
  nlohmann::json list = nlohmann::json::array();
  for (disks::DiskIndex i = 0; i < graph.size(); ++i)
    for (const disks::Arrow& arrow : graph.from(i)) list.push_back({i, arrow.to});
  return list;
}

/// Disks and arrows of a small system, in its parameters, for the report.
Measurement picture(const Plan& plan) {
  const GraphSystem small{"64-square", 64, "(1 : 1)"};
  const Graphs& graphs = graphs_of(small, plan);
  Measurement m = graph_measurement(plan, small, "planarity/picture", "crossings of drawn arrows");
  nlohmann::json centres = nlohmann::json::array();
  for (const auto& p : disks::in_diameters(graphs.start).centres) centres.push_back({p.x, p.y});
  m.record.params["side"] = graphs.start.box.width;
  m.record.params["centres"] = centres;
  m.record.params["lanes"] = arrows_of(graphs.lanes);
  m.record.params["minimal"] = arrows_of(graphs.minimal);
  m.measure = [&graphs](ResultRecord& record, Bench&) {
    judge_count(record, disks::count_crossings(graphs.start, graphs.minimal), 0, "lemma 4");
    record.note = fmt::format("G3: {}", disks::count_crossings(graphs.start, graphs.lanes));
  };
  return m;
}

std::vector<Measurement> plan_planarity(const Plan& plan) {
  std::vector<Measurement> all;
  for (const GraphSystem& system : graph_systems(plan.problem_class)) {
    for (const bool minimal : {false, true}) all.push_back(crossings(plan, system, minimal));
    all.push_back(constancy(plan, system));
  }
  all.push_back(picture(plan));
  return all;
}

const bool registered = register_experiment(
    {"ecmc/graph-planarity",
     "The minimal graph has no crossings and does not change along a leg; G3 crosses itself.",
     plan_planarity});

}  // namespace
}  // namespace touchstone::validation::ecmc
