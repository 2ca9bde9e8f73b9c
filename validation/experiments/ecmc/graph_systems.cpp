#include "validation/experiments/ecmc/graph_systems.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "models/disks/chains/near_graph.hpp"
#include "validation/experiments/ecmc/equilibrated_start.hpp"

namespace touchstone::validation::ecmc {

std::vector<GraphSystem> graph_systems(ProblemClass problem_class) {
  const std::string square = "(1 : 1)";
  switch (problem_class) {
    case ProblemClass::tiny:
    case ProblemClass::S:
      return {{"870-hexagonal", 870, "(29 : 30 sqrt3/2)"}, {"4096-square", 4096, square}};
    case ProblemClass::C:
      return {{"65536-square", 65536, square}, {"1048576-square", 1048576, square}};
    default:
      return {{"4096-square", 4096, square}, {"65536-square", 65536, square}};
  }
}

const Graphs& graphs_of(const GraphSystem& system, const Plan& plan) {
  static std::map<std::pair<std::string, std::uint64_t>, Graphs> known;
  const std::pair key{system.name, plan.seed};
  if (const auto found = known.find(key); found != known.end()) return found->second;
  const auto start = equilibrated_start(system.disks, kGraphPacking,
                                        disks::parse_aspect(system.aspect), plan.seed);
  const auto lanes = disks::near_graph(start, plan.threads);
  const auto minimal = disks::minimal_graph(start, lanes, plan.threads);
  return known.emplace(key, Graphs{start, lanes, minimal}).first->second;
}

Measurement graph_measurement(const Plan& plan, const GraphSystem& system, const std::string& what,
                              const std::string& metric) {
  Measurement m;
  m.name = "ecmc/graph-" + what;
  m.record = blank_record(plan, "ecmc", metric);
  m.record.scheme = "ecmc/cell-chain";
  m.record.threads = plan.threads;
  m.record.params = {
      {"disks", system.disks}, {"aspect", system.aspect}, {"packing_fraction", kGraphPacking}};
  m.cost = static_cast<double>(system.disks) * 1e-5;
  return m;
}

void judge_count(ResultRecord& record, std::size_t value, std::size_t expected,
                 const std::string& source) {
  record.value = static_cast<double>(value);
  record.expected = Published{static_cast<double>(expected), 0};
  record.expected_source = source;
  record.verdict = value == expected ? Verdict::pass : Verdict::fail;
}

}  // namespace touchstone::validation::ecmc
