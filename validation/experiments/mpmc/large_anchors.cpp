// validation/experiments/mpmc/large_anchors.cpp
// Purpose   The paper's own systems: the pressures of Table 2 and of the correct rows of Table 1,
//           with the paper's estimator and with the static rift.
// Source    Anderson et al. 2013, section 4, Tables 1 and 2: random start at low density,
//           compressed; 3e8 sweeps of equilibration, 1e9 sweeps, a sample every 200, 8 runs.
// Cost      Class A: 256^2 disks at packing fraction 0.698, minutes per chain, equilibrated for
//           3e5 sweeps only (in the liquid; said in the record). B: all densities of 256^2, hours.
//           C: the paper's protocol, all three sizes, days on one machine.
//           S and W run nothing of this: the report marks those rows as not run here.
// Not here  Small systems (small_anchors.cpp); the biased rows of Table 1 (checkers/mutants).
#include <fmt/format.h>

#include "models/disks/published.hpp"
#include "validation/chain_estimates.hpp"
#include "validation/chain_store.hpp"
#include "validation/data_files.hpp"
#include "validation/experiments/mpmc/disk_runs.hpp"

namespace touchstone::validation::mpmc {
namespace {

struct Effort256 {
  std::uint64_t equilibration;
  std::uint64_t sweeps;
  std::size_t chains;
  double resolution;
};

Effort256 effort(ProblemClass size) {
  switch (size) {
    case ProblemClass::A:
      return {300'000, 600'000, 2, 0.02};
    case ProblemClass::B:
      return {3'000'000, 6'000'000, 8, 0.006};
    default:
      return {300'000'000, 700'000'000, 8, 0.002};
  }
}

const std::vector<double>& table_2() {
  static const std::vector<double> all = {0.698, 0.702, 0.706, 0.710, 0.714, 0.718};
  return all;
}

struct State {
  std::size_t side;
  double packing_fraction;
};

std::vector<State> states(ProblemClass size) {
  if (size < ProblemClass::A) return {};
  if (size == ProblemClass::A) return {{256, 0.698}};
  std::vector<State> all;
  for (const double packing : table_2()) all.push_back({256, packing});
  for (const double packing : {0.708, 0.716}) all.push_back({256, packing});  // Table 1
  if (size == ProblemClass::C)
    for (const std::size_t side : {std::size_t{512}, std::size_t{1024}})
      for (const double packing : table_2()) all.push_back({side, packing});
  return all;
}

DiskChains chains_of(const Plan& plan, const disks::DiskScheme& scheme, const State& state) {
  const Effort256 e = effort(plan.problem_class);
  DiskChains chains;
  chains.scheme = scheme.info.name;
  chains.disks = state.side * state.side;
  chains.packing_fraction = state.packing_fraction;
  chains.start = StartKind::compressed;
  chains.equilibration = e.equilibration;
  chains.sweeps = e.sweeps;
  chains.sample_every = 200;
  chains.segment = 20'000;
  chains.chains = e.chains;
  chains.keep = 1u << 14;
  chains.seed = plan.seed;
  chains.stream = fmt::format("large {} {:.3f}", chains.disks, state.packing_fraction);
  chains.observables = {rift_observable(), contact_observable()};
  return chains;
}

Measurement measurement(const Plan& plan, const disks::DiskScheme& scheme, const State& state,
                        const char* estimator, const disks::PublishedPressure& known) {
  const DiskChains chains = chains_of(plan, scheme, state);
  const double resolution = effort(plan.problem_class).resolution;
  const bool rift = std::string(estimator) == kRift;
  Measurement m;
  m.name = fmt::format("mpmc/large-anchors/{}-{:.3f}-{}", chains.disks, state.packing_fraction,
                       rift ? "rift" : "contact");
  m.record = chain_record(plan, chains, "pressure");
  m.record.params["estimator"] = estimator;
  m.record.params["resolution"] = resolution;
  const double sweeps = static_cast<double>((chains.sweeps + chains.equilibration) * chains.chains);
  m.cost = rift ? sweeps * static_cast<double>(chains.disks) * 2.25 / 1e8 : 1;
  m.measure = [chains, known, resolution, estimator](ResultRecord& record, Bench& bench) {
    judge_chains_into(record, bench.chains, chains, estimator, known.pressure, known.source,
                      resolution);
    record.note += fmt::format("; equilibrated for {:.2g} sweeps (published: 3e8)",
                               static_cast<double>(chains.equilibration));
  };
  return m;
}

std::vector<Measurement> plan_large_anchors(const Plan& plan) {
  std::vector<Measurement> all;
  const std::vector<State> wanted = states(plan.problem_class);
  if (wanted.empty()) return all;
  const disks::EquationOfState published(data_file("hard_disk_eos.csv"));
  for (const State& state : wanted) {
    const disks::PublishedPressure known =
        published.best(state.side * state.side, state.packing_fraction, disks::kSquare, "MPMC*");
    for (const char* estimator : {kRift, kContact})
      all.push_back(measurement(plan, fastest_scheme(), state, estimator, known));
  }
  return all;
}

const bool registered = register_experiment(
    {"mpmc/large-anchors", "The paper's Tables 1 and 2: 256^2 to 1024^2 disks (class A and up).",
     plan_large_anchors});

}  // namespace
}  // namespace touchstone::validation::mpmc
