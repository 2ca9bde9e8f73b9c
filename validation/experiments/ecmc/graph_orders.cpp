// validation/experiments/ecmc/graph_orders.cpp
// Purpose   How many arrows each order of the published pruning leaves, and that the minimal graph,
//           which is worked out in another way, is what they end at.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           section 3.1: G3, pruned to fourth order and symmetrised. The number of arrows depends
//           on the configuration, so that the paper's can be compared with but not tested.
// Cost      Class S below a second.
#include <fmt/format.h>

#include "models/disks/chains/near_graph.hpp"
#include "models/disks/chains/pruning_orders.hpp"
#include "validation/experiments/ecmc/graph_systems.hpp"

namespace touchstone::validation::ecmc {
namespace {

constexpr int kHighestOrder = 4;  ///< the paper's
constexpr int kUnlimited = 40;    ///< more disks than are between a disk and its targets

disks::ConstraintGraph pruned(const Graphs& graphs, int order, bool symmetrised) {
  const auto forward = disks::pruned_graph(graphs.start, graphs.lanes, order);
  if (!symmetrised) return forward;
  const auto back = mirrored(graphs.start);
  return disks::symmetrised_graph(forward,
                                  disks::pruned_graph(back, disks::near_graph(back), order));
}

void report_arrows(ResultRecord& record, const disks::ConstraintGraph& graph) {
  record.value = static_cast<double>(graph.arrows());
  record.verdict = Verdict::not_claimed;  // a matter of the configuration
  record.note = fmt::format("mean out-degree {:.5f}", graph.mean_out_degree());
}

Measurement arrows(const Plan& plan, const GraphSystem& system, int order, bool symmetrised) {
  const std::string what =
      fmt::format("orders/{}-order-{}{}", system.name, order, symmetrised ? "-symmetrised" : "");
  Measurement m = graph_measurement(plan, system, what, "arrows of a constraint graph");
  m.record.params["order"] = order;
  m.record.params["symmetrised"] = symmetrised;
  m.measure = [plan, system, order, symmetrised](ResultRecord& record, Bench&) {
    report_arrows(record, pruned(graphs_of(system, plan), order, symmetrised));
  };
  return m;
}

Measurement minimal_arrows(const Plan& plan, const GraphSystem& system) {
  Measurement m = graph_measurement(plan, system, fmt::format("orders/{}-minimal", system.name),
                                    "arrows of a constraint graph");
  m.record.params["order"] = "all";
  m.record.params["symmetrised"] = false;
  m.measure = [plan, system](ResultRecord& record, Bench&) {
    report_arrows(record, graphs_of(system, plan).minimal);
  };
  return m;
}

/// Longest paths in one direction of time, shortest slacks, and what symmetry adds: one graph.
Measurement difference(const Plan& plan, const GraphSystem& system, bool symmetrised) {
  Measurement m = graph_measurement(
      plan, system,
      fmt::format("orders/{}-differ{}", system.name, symmetrised ? "-symmetrised" : ""),
      "arrows in which the minimal graph and unlimited pruning differ");
  m.record.params["symmetrised"] = symmetrised;
  m.measure = [plan, system, symmetrised](ResultRecord& record, Bench&) {
    const Graphs& graphs = graphs_of(system, plan);
    const auto unlimited = pruned(graphs, kUnlimited, symmetrised);
    judge_count(record, disks::arrows_apart(graphs.minimal, unlimited), 0,
                "longest paths against least slacks");
    record.note = fmt::format("{} arrows", graphs.minimal.arrows());
  };
  return m;
}

Measurement degrees(const Plan& plan, const GraphSystem& system, bool minimal, std::size_t degree) {
  Measurement m = graph_measurement(
      plan, system,
      fmt::format("orders/{}-{}-degree-{}", system.name, minimal ? "minimal" : "lanes", degree),
      "disks of an out-degree");
  m.record.params["graph"] = minimal ? "minimal" : "G3";
  m.record.params["degree"] = degree;
  m.measure = [plan, system, minimal, degree](ResultRecord& record, Bench&) {
    const Graphs& graphs = graphs_of(system, plan);
    const auto& graph = minimal ? graphs.minimal : graphs.lanes;
    std::size_t count = 0;
    for (std::size_t i = 0; i < graph.size(); ++i) count += graph.from(i).size() == degree;
    record.value = static_cast<double>(count);
    record.verdict = Verdict::not_claimed;
  };
  return m;
}

std::vector<Measurement> plan_orders(const Plan& plan) {
  std::vector<Measurement> all;
  for (const GraphSystem& system : graph_systems(plan.problem_class)) {
    for (int order = 0; order <= kHighestOrder; ++order)
      for (const bool symmetrised : {false, true})
        all.push_back(arrows(plan, system, order, symmetrised));
    all.push_back(minimal_arrows(plan, system));
    for (const bool symmetrised : {false, true})
      all.push_back(difference(plan, system, symmetrised));
    for (const bool minimal : {false, true})
      for (std::size_t degree = 0; degree <= 3; ++degree)
        all.push_back(degrees(plan, system, minimal, degree));
  }
  return all;
}

const bool registered = register_experiment(
    {"ecmc/graph-orders",
     "Arrows of constraint graphs by order of pruning; the minimal graph found in two ways.",
     plan_orders});

}  // namespace
}  // namespace touchstone::validation::ecmc
