// validation/experiments/ecmc/graph_solicited.cpp
// Purpose   Every lifting of a long chain with cells is an arrow of the constraint graphs, and how
//           many arrows of the minimal graph it has not used after a number of sweeps.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           section 3.2 and Figure 6c.
// Cost      Class S 2e6 liftings, half a second; class W 1e8, a minute.
#include <fmt/format.h>

#include <map>

#include "validation/experiments/ecmc/graph_systems.hpp"
#include "validation/experiments/ecmc/solicitation.hpp"

namespace touchstone::validation::ecmc {
namespace {

/// About half an octave apart. The paper's test has about 1480 (ecmc_graphs.csv).
const std::vector<std::uint64_t>& sweeps(ProblemClass problem_class) {
  static const std::vector<std::uint64_t> small{1,  2,  3,  4,  6,   8,   12,  16,  24,
                                                32, 48, 64, 96, 128, 192, 256, 384, 512};
  static const std::vector<std::uint64_t> large = [] {
    std::vector<std::uint64_t> all = small;
    for (const std::uint64_t more : {768u, 1024u, 1536u}) all.push_back(more);
    return all;
  }();
  return problem_class <= ProblemClass::S ? small : large;
}

struct Run {
  std::vector<std::size_t> never;  ///< unused arrows of the minimal graph after each stage
  std::vector<Solicitation> graphs;
};

/// All records come from one chain.
const Run& run_of(const GraphSystem& system, const Plan& plan) {
  static std::map<std::pair<std::string, std::uint64_t>, Run> known;
  const std::pair key{system.name, plan.seed};
  if (const auto found = known.find(key); found != known.end()) return found->second;
  const Graphs& graphs = graphs_of(system, plan);
  Run run{{}, {Solicitation(graphs.lanes), Solicitation(graphs.minimal)}};
  std::vector<std::uint64_t> stops;
  for (const std::uint64_t n : sweeps(plan.problem_class)) stops.push_back(n * system.disks);
  run_chain(graphs.start, run.graphs, stops,
            [&](std::size_t) { run.never.push_back(run.graphs.back().never_solicited()); });
  return known.emplace(key, std::move(run)).first->second;
}

Measurement forbidden(const Plan& plan, const GraphSystem& system, std::size_t graph) {
  const std::string name = graph == 0 ? "G3" : "minimal";
  Measurement m =
      graph_measurement(plan, system, fmt::format("solicited/{}-{}-forbidden", system.name, name),
                        "liftings that are not arrows");
  m.record.params["graph"] = name;
  m.record.params["sweeps"] = sweeps(plan.problem_class).back();
  m.cost = static_cast<double>(sweeps(plan.problem_class).back() * system.disks) * 3e-7;
  m.measure = [plan, system, graph](ResultRecord& record, Bench&) {
    const Solicitation& seen = run_of(system, plan).graphs[graph];
    judge_count(record, seen.forbidden(), 0, "cells know nothing of graphs");
    record.note =
        fmt::format("{} of {} arrows lifted along", seen.graph().arrows() - seen.never_solicited(),
                    seen.graph().arrows());
    if (seen.forbidden() > 0) record.note += "; first other: " + seen.first_forbidden();
  };
  return m;
}

Measurement never(const Plan& plan, const GraphSystem& system, std::size_t stop) {
  const std::uint64_t after = sweeps(plan.problem_class)[stop];
  Measurement m =
      graph_measurement(plan, system, fmt::format("solicited/{}-after-{}", system.name, after),
                        "arrows never solicited, fraction");
  m.record.params["sweeps"] = after;
  m.cost = 1e-3;
  m.measure = [plan, system, stop](ResultRecord& record, Bench&) {
    const std::size_t arrows = graphs_of(system, plan).minimal.arrows();
    const std::size_t left = run_of(system, plan).never[stop];
    record.value = static_cast<double>(left) / static_cast<double>(arrows);
    record.verdict = Verdict::not_claimed;
    record.note = fmt::format("{} of {} arrows", left, arrows);
  };
  return m;
}

std::vector<Measurement> plan_solicited(const Plan& plan) {
  std::vector<Measurement> all;
  // The last system is the largest; a million disks would take hours.
  const auto systems = graph_systems(plan.problem_class);
  const GraphSystem& system = systems.back().disks > 65536 ? systems.front() : systems.back();
  for (const std::size_t graph : {0u, 1u}) all.push_back(forbidden(plan, system, graph));
  for (std::size_t stop = 0; stop < sweeps(plan.problem_class).size(); ++stop)
    all.push_back(never(plan, system, stop));
  return all;
}

const bool registered = register_experiment(
    {"ecmc/graph-solicited",
     "A chain with cells lifts along arrows of the constraint graph only; which it never uses.",
     plan_solicited});

}  // namespace
}  // namespace touchstone::validation::ecmc
