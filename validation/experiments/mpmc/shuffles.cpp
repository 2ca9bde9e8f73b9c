// validation/experiments/mpmc/shuffles.cpp
// Purpose   The twelve rows of the paper's Table 1 on three to five disks, where a missing particle
//           shuffle shifts the pressure by half a percent and more: one trial per cell and sweep is
//           always that of the first disk in the list. With 256^2 disks and four trials the shift
//           is 6e-4, which takes 9e12 trial moves.
// Source    Anderson et al. 2013, section 2.4, item 2, Table 1. Three disks: closed form
//           (models/disks/exact_cases.hpp); five: Metropolis sampling that knows no cells.
// Cost      Class W and up: about a minute per row, which is one scheme at one density.
// Not here  The distributions that the variants sample, exactly (checkers/balance); the paper's own
//           size (large_anchors.cpp).
#include <fmt/format.h>

#include <numbers>

#include "models/disks/exact_cases.hpp"
#include "validation/chain_estimates.hpp"
#include "validation/chain_store.hpp"
#include "validation/experiments/mpmc/disk_effort.hpp"
#include "validation/experiments/mpmc/disk_runs.hpp"

namespace touchstone::validation::mpmc {
namespace {

struct Variant {
  const char* scheme;
  bool particles, colours;  ///< whether they are shuffled
};
constexpr Variant kVariants[] = {
    {"mpmc/checkerboard-reference", true, true},
    {"mpmc/checkerboard-reference-fixed-colours", true, false},
    {"mpmc/checkerboard-reference-fixed-lists", false, true},
    {"mpmc/checkerboard-reference-fixed-lists-and-colours", false, false},
};

struct System {
  std::size_t disks;
  double side;  ///< in diameters
  std::size_t chains;

  bool exact() const { return disks <= 4; }
  double packing() const {  // a side of 3 must not come out as 2.9999999999999996
    return (1 - 1e-12) * static_cast<double>(disks) * std::numbers::pi / 4 / (side * side);
  }
};
constexpr System kSystems[] = {{3, 3, 64}, {5, 3.6, 32}, {5, 3.35, 32}};

constexpr double kStep = 0.5;
constexpr std::uint64_t kSweeps = 500'000;
/// Smallest part of the pressure that matters: the wrong rows are off by 0.5 to 0.9 percent.
constexpr double kEffect = 0.004;

DiskChains chains_of(const Plan& plan, const System& system, const std::string& scheme) {
  DiskChains chains;
  chains.scheme = scheme;
  chains.disks = system.disks;
  chains.packing_fraction = system.packing();
  chains.start = StartKind::random;
  chains.run.max_displacement = kStep;
  chains.run.trials_per_cell = 1;
  chains.equilibration = 1000;
  chains.sweeps = kSweeps;
  chains.sample_every = 5;
  chains.chains = system.chains;
  chains.seed = plan.seed;
  chains.stream = fmt::format("shuffles {} {}", system.disks, scheme);
  chains.observables = {rift_observable()};
  return chains;
}

struct Truth {
  Published pressure;
  std::string source;
};

/// The right pressure: a closed form, or that of the serial oracle.
Truth truth(const System& system, const Plan& plan, Bench& bench) {
  if (system.exact())
    return {{disks::exact_torus(system.disks, system.side).pressure, 0}, "closed form"};
  const DiskChains chains = chains_of(plan, system, serial_oracle(system.disks).info.name);
  const Estimate mean = two_stage_mean(chain_means(bench.chains, chains, kRift), chains.chains, 0,
                                       kEffect * approximate_pressure(system.packing()));
  return {{mean.mean, mean.standard_error}, chains.scheme + ", independent stream"};
}

/// A variant that must be wrong passes when it is seen to be.
void expect_bias(ResultRecord& record) {
  if (record.verdict == Verdict::fail)
    record.verdict = Verdict::pass;
  else if (record.verdict == Verdict::pass)
    record.verdict = Verdict::fail;
  record.p.reset();  // what is wrong on purpose is no improbable pass
  record.note += "; wrong on purpose: passes where the shift is seen";
}

Measurement measurement(const Plan& plan, const System& system, const Variant& variant) {
  const DiskChains chains = chains_of(plan, system, variant.scheme);
  const double resolution = kEffect * approximate_pressure(system.packing());
  Measurement m;
  m.name = fmt::format("mpmc/shuffles/{}-{:.3f}", system.disks, system.packing());
  m.record = chain_record(plan, chains, "pressure with shuffles on and off");
  m.record.params["estimator"] = kRift;
  m.record.params["resolution"] = resolution;
  m.record.params["particle_shuffle"] = variant.particles ? "Yes" : "No";
  m.record.params["colour_shuffle"] = variant.colours ? "Yes" : "No";
  m.cost = 2e-6 * static_cast<double>(kSweeps * chains.chains);
  m.measure = [plan, system, variant, chains, resolution](ResultRecord& record, Bench& bench) {
    const Truth right = truth(system, plan, bench);
    judge_chains_into(record, bench.chains, chains, kRift, right.pressure, right.source,
                      resolution);
    if (!variant.particles) expect_bias(record);
  };
  return m;
}

std::vector<Measurement> plan_shuffles(const Plan& plan) {
  std::vector<Measurement> all;
  if (plan.problem_class == ProblemClass::S) return all;
  for (const System& system : kSystems)
    for (const Variant& variant : kVariants) all.push_back(measurement(plan, system, variant));
  return all;
}

const bool registered = register_experiment(
    {"mpmc/shuffles",
     "Table 1 on few disks: without the particle shuffle the pressure is wrong (class W and up).",
     plan_shuffles});

}  // namespace
}  // namespace touchstone::validation::mpmc
