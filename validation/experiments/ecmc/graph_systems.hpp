// validation/experiments/ecmc/graph_systems.hpp
// Purpose   Common parts of the experiments on constraint graphs: systems, their graphs, records.
// Not here  The questions asked about them (graph_*.cpp).
#pragma once
#include <string>
#include <vector>

#include "models/disks/chains/constraint_graph.hpp"
#include "models/disks/start.hpp"
#include "validation/experiment.hpp"

namespace touchstone::validation::ecmc {

inline constexpr double kGraphPacking = 0.708;  ///< packing fraction of the paper

struct GraphSystem {
  std::string name;  ///< "4096-square"
  std::size_t disks;
  std::string aspect;
};

/// Those of a class; the last is the largest.
std::vector<GraphSystem> graph_systems(ProblemClass problem_class);

struct Graphs {
  disks::FixedConfiguration start;
  disks::ConstraintGraph lanes;    ///< G3
  disks::ConstraintGraph minimal;  ///< all orders of pruning
};
/// Computed once in a process for each system and seed.
const Graphs& graphs_of(const GraphSystem& system, const Plan& plan);

/// A measurement with name "ecmc/graph-<what>" and the record of the system filled in.
Measurement graph_measurement(const Plan& plan, const GraphSystem& system, const std::string& what,
                              const std::string& metric);

/// The value has to be `expected` exactly.
void judge_count(ResultRecord& record, std::size_t value, std::size_t expected,
                 const std::string& source);

}  // namespace touchstone::validation::ecmc
