// validation/experiments/mpmc/tuning.cpp
// Purpose   The paper's tuning: autocorrelation time of the orientational order parameter against
//           the step radius at nM = 4, and against nM at step radius 0.16.
// Source    Anderson et al. 2013, section 3.3: d in 0.06, 0.08, ..., 0.20; nM in 1..8; optimum
//           d = 0.16, nM = 4 by seconds (1e9 sweeps, N = 512^2, which no class below C can afford:
//           smaller systems at lower density have the same scan within reach).
// Computes  tau of Re and Im Psi_6, averaged over chains, in sweeps (a matter of statistics, the
//           same on every machine); times the median seconds per sweep, measured separately on one
//           thread, in seconds (a matter of this machine).
// Cost      Class S: about 4e8 trial moves.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "models/core/interrupt.hpp"
#include "statistics/autocorrelation.hpp"
#include "statistics/blocking.hpp"
#include "validation/chain_estimates.hpp"
#include "validation/chain_store.hpp"
#include "validation/experiments/mpmc/disk_runs.hpp"

namespace touchstone::validation::mpmc {
namespace {

struct Setting {
  double max_displacement;
  int trials_per_cell;
};

std::vector<Setting> settings() {
  std::vector<Setting> all;
  for (int hundredths = 6; hundredths <= 20; hundredths += 2)
    all.push_back({hundredths / 100.0, 4});
  for (int nm = 1; nm <= 8; ++nm)
    if (nm != 4) all.push_back({0.16, nm});
  return all;
}

struct Size {
  StatePoint point;
  std::uint64_t sweeps;  ///< sweeps of one Markov chain at the paper's optimum; others need more
};

Size size_of(ProblemClass size) {
  switch (size) {
    case ProblemClass::tiny:
    case ProblemClass::S:
      return {{144, "(1 : 1)", 0.640, "144-0.640"}, 8'000};
    case ProblemClass::W:
      return {{1024, "(1 : 1)", 0.680, "1024-0.680"}, 300'000};
    default:
      return {{4096, "(1 : 1)", 0.690, "4096-0.690"}, 2'000'000};
  }
}

DiskChains chains_of(const Plan& plan, const Setting& setting) {
  const Size size = size_of(plan.problem_class);
  DiskChains chains;
  chains.scheme = fastest_scheme().info.name;
  chains.disks = size.point.disks;
  chains.aspect = size.point.aspect;
  chains.packing_fraction = size.point.packing_fraction;
  chains.run.max_displacement = setting.max_displacement;
  chains.run.trials_per_cell = setting.trials_per_cell;
  chains.sample_every = 20;
  // slow settings take longer chains, so that all times are known about equally well
  const double slower = std::max(1.0, 4.0 / setting.trials_per_cell) *
                        std::max(1.0, std::pow(0.16 / setting.max_displacement, 2));
  chains.sweeps = static_cast<std::uint64_t>(static_cast<double>(size.sweeps) * slower / 20) * 20;
  chains.equilibration = chains.sweeps / 5 / 20 * 20;
  chains.segment = 5'000'000;
  chains.chains = 8;
  chains.keep = 0;
  chains.seed = plan.seed;
  chains.stream = fmt::format("tuning {} {:.2f} {}", size.point.name, setting.max_displacement,
                              setting.trials_per_cell);
  chains.observables = psi6_observables();
  return chains;
}

/// tau in samples, its error from the spread between chains and components; `closed` is false when
/// a chain was too short for it.
struct Time {
  Estimate tau;
  bool closed = true;
};
Time autocorrelation_time(const std::vector<ChainState>& chains) {
  std::vector<double> times;
  Time result;
  for (const ChainState& chain : chains)
    for (const char* name : {kPsi6Real, kPsi6Imaginary}) {
      const Autocorrelation one = integrated_autocorrelation(chain.series.at(name));
      times.push_back(one.tau);
      result.closed = result.closed && one.converged;
    }
  result.tau = estimate_independent(times);
  return result;
}

Estimate scaled(Estimate estimate, double factor) {
  estimate.mean *= factor;
  estimate.standard_error *= factor;
  return estimate;
}

/// Median over batches on one thread, from an equilibrated configuration.
double seconds_per_sweep(const DiskChains& plan, const disks::Configuration& start) {
  const auto simulation = disks::scheme(plan.scheme).start(start, plan.run);
  constexpr std::uint64_t kBatch = 100;
  simulation->advance(kBatch);
  std::vector<double> seconds;
  for (int k = 0; k < 21; ++k) {
    check_interrupt();
    const auto before = std::chrono::steady_clock::now();
    simulation->advance(kBatch);
    const auto after = std::chrono::steady_clock::now();
    seconds.push_back(std::chrono::duration<double>(after - before).count() / kBatch);
  }
  std::nth_element(seconds.begin(), seconds.begin() + 10, seconds.end());
  return seconds[10];
}

Measurement measurement(const Plan& plan, const Setting& setting, bool in_seconds) {
  const DiskChains chains = chains_of(plan, setting);
  Measurement m;
  const std::string unit = in_seconds ? "seconds" : "sweeps";
  m.name = fmt::format("mpmc/tuning/d{:.2f}-nm{}-{}", setting.max_displacement,
                       setting.trials_per_cell, unit);
  m.record = chain_record(plan, chains, fmt::format("autocorrelation time of psi6 ({})", unit));
  const double sweeps = static_cast<double>((chains.sweeps + chains.equilibration) * chains.chains);
  const double trials = sweeps * static_cast<double>(chains.disks) * 0.57 * setting.trials_per_cell;
  m.cost = in_seconds ? 0.1 : trials / 6e7;
  m.measure = [chains, in_seconds](ResultRecord& record, Bench& bench) {
    const auto& result = bench.chains.run(chains);
    const Time time = autocorrelation_time(result);
    double factor = static_cast<double>(chains.sample_every);
    if (in_seconds) {
      const double sweep = seconds_per_sweep(chains, disks_of(result.front()));
      factor *= sweep;
      record.facts["seconds_per_sweep"] = sweep;
    }
    report_into(record, scaled(time.tau, factor));
    const SweepStats stats = total_stats(result);
    record.facts["acceptance"] =
        static_cast<double>(stats.accepted) / static_cast<double>(stats.trials);
    record.facts["converged"] = time.closed;
  };
  return m;
}

std::vector<Measurement> plan_tuning(const Plan& plan) {
  std::vector<Measurement> all;
  for (const Setting& setting : settings())
    for (const bool in_seconds : {false, true})
      all.push_back(measurement(plan, setting, in_seconds));
  return all;
}

const bool registered = register_experiment(
    {"mpmc/tuning",
     "Autocorrelation time of the orientational order against step radius and trials per cell.",
     plan_tuning});

}  // namespace
}  // namespace touchstone::validation::mpmc
