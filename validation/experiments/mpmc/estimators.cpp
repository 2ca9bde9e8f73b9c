// validation/experiments/mpmc/estimators.cpp
// Purpose   The paper's pressure (pair correlation extrapolated to contact) and the suite's (static
//           rift) on identical configurations: they agree, and how many configurations each needs.
// Source    Anderson et al. 2013, section 4, equations 4-6; models/disks/chains/static_rift.hpp.
// Cost      Seconds in class S.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/core/errors.hpp"
#include "validation/chain_estimates.hpp"
#include "validation/chain_store.hpp"
#include "validation/experiments/mpmc/disk_runs.hpp"

namespace touchstone::validation::mpmc {
namespace {

struct Case {
  StatePoint point;
  std::uint64_t sample_every;  ///< sweeps
  double pressure;             ///< pressure, about
  std::uint64_t samples;       ///< number for each of 64 chains, in class S
  bool reachable;              ///< class S sees its effect
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {{256, "(1 : 1)", 0.40, "256-square-0.400"}, 5, 1.4, 400, true},
      {{72, "(1 : 1)", 0.650, "72-square-0.650"}, 5, 6.9, 400, false},
      {{870, "(1 : 1)", 0.670, "870-square-0.670"}, 10, 8.0, 150, true},
  };
  return all;
}

DiskChains chains_of(const Plan& plan, const Case& c) {
  DiskChains chains;
  chains.scheme = fastest_scheme().info.name;
  chains.disks = c.point.disks;
  chains.aspect = c.point.aspect;
  chains.packing_fraction = c.point.packing_fraction;
  chains.sample_every = c.sample_every;
  chains.chains = 64;
  chains.sweeps = c.sample_every * c.samples * (plan.problem_class == ProblemClass::S ? 1 : 10);
  chains.equilibration = 2000 / c.sample_every * c.sample_every;
  chains.seed = plan.seed;
  chains.stream = "estimators " + c.point.name;
  chains.observables = {rift_observable(), contact_observable()};
  return chains;
}

Measurement blank(const Plan& plan, const Case& c, const std::string& what,
                  const std::string& metric) {
  const DiskChains chains = chains_of(plan, c);
  Measurement m;
  m.name = fmt::format("mpmc/estimators/{}-{}", c.point.name, what);
  m.record = chain_record(plan, chains, metric);
  m.record.params["estimator"] = "contact fit and static rift";
  const double sweeps = static_cast<double>((chains.sweeps + chains.equilibration) * chains.chains);
  m.cost = sweeps * static_cast<double>(c.point.disks) * 2.3 / 8e7;
  return m;
}

/// Mean over the samples of each chain of (contact fit - static rift): paired, so that what both
/// see of the configuration cancels.
Runs paired_differences(ChainStore& store, const DiskChains& plan) {
  return [contact = chain_means(store, plan, kContact), rift = chain_means(store, plan, kRift)](
             std::size_t first, std::size_t count) {
    std::vector<double> differences = contact(first, count);
    const std::vector<double> by_rift = rift(first, count);
    for (std::size_t k = 0; k < count; ++k) differences[k] -= by_rift[k];
    return differences;
  };
}

Measurement agreement(const Plan& plan, const Case& c) {
  const DiskChains chains = chains_of(plan, c);
  Measurement m = blank(plan, c, "agree", "pressure contact fit minus static rift");
  const Aim aim = aim_at(m.record, effect_of(plan.problem_class), c.pressure, c.reachable);
  m.measure = [chains, aim](ResultRecord& record, Bench& bench) {
    judge_into(
        record,
        two_stage_mean(paired_differences(bench.chains, chains), chains.chains, 0, aim.of_stages()),
        {0, 0}, "the same configurations", aim);
  };
  return m;
}

Measurement efficiency(const Plan& plan, const Case& c) {
  const DiskChains chains = chains_of(plan, c);
  Measurement m = blank(plan, c, "error-ratio", "error ratio contact fit / static rift");
  m.cost = 0.1;
  m.measure = [chains](ResultRecord& record, Bench& bench) {
    const auto& result = bench.chains.run(chains);
    const double contact = chain_estimate(result, kContact).standard_error;
    const double rift = chain_estimate(result, kRift).standard_error;
    // each error of n chain means is known to 1 / sqrt(2 (n - 1))
    const double spread = 1.96 / std::sqrt(static_cast<double>(result.size() - 1));
    record.value = contact / rift;
    record.low = record.value * std::exp(-spread);
    record.high = record.value * std::exp(spread);
    record.n_eff = static_cast<double>(result.size());
    record.verdict = Verdict::not_claimed;
    record.note =
        fmt::format("standard errors {:.4g} and {:.4g}: {:.0f} times fewer configurations", contact,
                    rift, record.value * record.value);
  };
  return m;
}

std::vector<Measurement> plan_estimators(const Plan& plan) {
  std::vector<Measurement> all;
  for (const Case& c : cases()) {
    all.push_back(agreement(plan, c));
    all.push_back(efficiency(plan, c));
  }
  return all;
}

const bool registered = register_experiment(
    {"mpmc/estimators",
     "The paper's contact extrapolation and the static rift agree; the rift needs fewer samples.",
     plan_estimators});

}  // namespace
}  // namespace touchstone::validation::mpmc
