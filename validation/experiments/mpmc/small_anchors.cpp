// validation/experiments/mpmc/small_anchors.cpp
// Purpose   The pressure of 72 and 870 disks, where event-chain results of five digits exist: every
//           scheme against the published value and against this project's own serial oracle.
// Source    validation/data/hard_disk_eos.csv (B. Li et al. 2022), errors widened by 1.5.
// Cost      error^2 = cost / trial moves with the costs below (static rift), measured with the
//           schemes of this suite; near the transition they grow with the autocorrelation time.
//           The smallest error that matters comes first (resolution()), effort follows from it;
//           where the error bar comes out wider, chains are added (validation/two_stage.hpp).
// Not here  The paper's own systems of 256^2 disks and more (large_anchors.cpp).
#include <fmt/format.h>

#include <algorithm>

#include "models/core/errors.hpp"
#include "models/disks/published.hpp"
#include "models/disks/start.hpp"
#include "validation/chain_estimates.hpp"
#include "validation/chain_store.hpp"
#include "validation/data_files.hpp"
#include "validation/experiments/mpmc/disk_runs.hpp"

namespace touchstone::validation::mpmc {
namespace {

struct Anchor {
  StatePoint point;
  double cost_of_error;         ///< P^2 trial moves
  std::uint64_t equilibration;  ///< sweeps of nM = 4
  bool everybody;               ///< all schemes; else only the fastest one
  bool oracle;                  ///< compared with the serial oracle, too
  bool small;                   ///< in class S; else from W on
};

const std::vector<Anchor>& anchors() {
  static const std::vector<Anchor> all = {
      {{72, "(1 : 1)", 0.650, "72-square-0.650"}, 6e3, 2000, true, true, true},
      {{72, "(9 : 8 sqrt3/2)", 0.650, "72-nine-eight-0.650"}, 6e3, 2000, false, true, true},
      {{72, "(1 : sqrt3/2)", 0.650, "72-hexagonal-0.650"}, 6e3, 2000, false, true, true},
      {{72, "(1 : 1)", 0.670, "72-square-0.670"}, 1.7e4, 4000, false, false, true},
      {{72, "(9 : 8 sqrt3/2)", 0.670, "72-nine-eight-0.670"}, 2.5e4, 4000, false, false, true},
      {{72, "(1 : sqrt3/2)", 0.670, "72-hexagonal-0.670"}, 8e3, 4000, false, false, true},
      {{72, "(1 : 1)", 0.698, "72-square-0.698"}, 3e5, 20000, false, false, false},
      {{72, "(9 : 8 sqrt3/2)", 0.698, "72-nine-eight-0.698"}, 3e5, 20000, false, false, false},
      {{72, "(1 : sqrt3/2)", 0.698, "72-hexagonal-0.698"}, 3e5, 20000, false, false, false},
      {{870, "(1 : 1)", 0.670, "870-square-0.670"}, 7e3, 2000, false, true, true},
      {{870, "(1 : 1)", 0.680, "870-square-0.680"}, 3e4, 5000, false, false, true},
      {{870, "(1 : 1)", 0.690, "870-square-0.690"}, 8e4, 10000, false, false, false},
  };
  return all;
}

/// The smallest error of the pressure that matters. Class S: 1 % of it, as much as 0.0014 of the
/// packing fraction make (the slope of hard_disk_eos.csv is 53 at 0.670). W: a fifth of that. From
/// A on, 0.1 %: the paper's biased orders of moves are off by 0.0055 at 0.708 (Table 1).
/// In class S 2 % at 0.650 for all but the fastest scheme: they are up to seven times slower, and
/// most are held to bits, too.
double resolution(ProblemClass size, const disks::DiskScheme& scheme) {
  if (size == ProblemClass::S) return &scheme == &fastest_scheme() ? 0.0765 : 0.138;
  return size == ProblemClass::W ? 0.0153 : 0.0072;
}

/// A test at 1e-6 with 32 chains sees 7.8 standard errors; nine leave room for a wide error bar.
double wanted_error(double resolution) { return resolution / 9; }

DiskChains chains_of(const Plan& plan, const disks::DiskScheme& scheme, const Anchor& anchor) {
  // a trial move of Metropolis never stops at a cell border: measured, it is worth about two
  const bool stops_at_borders = scheme.trials == disks::DiskScheme::Trials::per_cell;
  const Effort effort{.cost_of_error = anchor.cost_of_error * (stops_at_borders ? 1 : 0.6),
                      .error = wanted_error(resolution(plan.problem_class, scheme)),
                      .equilibration = anchor.equilibration,
                      .sample_every = 20};
  DiskChains chains = chain_plan(plan, scheme, anchor.point, effort, "anchor " + anchor.point.name);
  chains.observables = {rift_observable()};
  return chains;
}

double cost(const disks::DiskScheme& scheme, const Anchor& anchor, const DiskChains& chains) {
  const double sweeps = static_cast<double>((chains.sweeps + chains.equilibration) * chains.chains);
  const double trials = sweeps * trials_per_sweep(scheme, anchor.point, chains.run);
  const double samples = static_cast<double>(chains.samples() * chains.chains);
  return trials / nominal_rate(scheme, anchor.point.disks) +
         samples * static_cast<double>(anchor.point.disks) * 2.5e-7;
}

Measurement against_published(const Plan& plan, const disks::DiskScheme& scheme,
                              const Anchor& anchor, const disks::PublishedPressure& known) {
  const DiskChains chains = chains_of(plan, scheme, anchor);
  const double smallest = resolution(plan.problem_class, scheme);
  Measurement m;
  m.name = "mpmc/small-anchors/" + anchor.point.name;
  m.record = chain_record(plan, chains, "pressure");
  m.record.params["estimator"] = kRift;
  m.record.params["resolution"] = smallest;
  m.cost = cost(scheme, anchor, chains);
  m.measure = [chains, known, smallest](ResultRecord& record, Bench& bench) {
    judge_chains_into(record, bench.chains, chains, kRift, known.pressure, known.source, smallest);
  };
  return m;
}

Measurement against_oracle(const Plan& plan, const disks::DiskScheme& scheme,
                           const disks::DiskScheme& oracle, const Anchor& anchor,
                           const disks::PublishedPressure& known) {
  const DiskChains chains = chains_of(plan, scheme, anchor);
  const DiskChains oracle_chains = chains_of(plan, oracle, anchor);
  const double smallest = 1.5 * resolution(plan.problem_class, oracle);
  Measurement m;
  m.name = fmt::format("mpmc/small-anchors/{}-oracle", anchor.point.name);
  m.record = chain_record(plan, chains, "pressure minus serial oracle");
  m.record.params["estimator"] = kRift;
  m.record.params["oracle"] = oracle.info.name;
  m.record.params["scale"] = known.pressure.value;
  m.record.params["resolution"] = smallest;
  m.cost = 0.1;  // both chains were run before, except when this is all that was asked for
  m.measure = [chains, oracle_chains, smallest](ResultRecord& record, Bench& bench) {
    judge_chains_apart_into(record, bench.chains, chains, oracle_chains, kRift,
                            oracle_chains.scheme + ", independent stream", smallest);
  };
  return m;
}

/// The schemes that run an anchor; the oracle comes first.
std::vector<const disks::DiskScheme*> schemes_for(const Anchor& anchor) {
  const disks::DiskScheme* oracle = &serial_oracle(anchor.point.disks);
  const disks::DiskScheme* fastest = &fastest_scheme();
  std::vector<const disks::DiskScheme*> result;
  if (anchor.oracle) result.push_back(oracle);
  for (const disks::DiskScheme* scheme : available_schemes()) {
    const bool all_pairs_too_slow = scheme->all_pairs && anchor.point.disks > kAllPairs;
    const bool wanted = anchor.everybody || scheme == fastest;
    if (wanted && scheme != oracle && !all_pairs_too_slow &&
        can_run(*scheme, anchor.point, disks::RunParameters{}))
      result.push_back(scheme);
  }
  return result;
}

std::vector<Measurement> plan_small_anchors(const Plan& plan) {
  const disks::EquationOfState published(data_file("hard_disk_eos.csv"));
  std::vector<Measurement> all;
  for (const Anchor& anchor : anchors()) {
    if (plan.problem_class == ProblemClass::S && !anchor.small) continue;
    const StatePoint& point = anchor.point;
    const disks::PublishedPressure known = published.best(
        point.disks, point.packing_fraction, disks::parse_aspect(point.aspect), "ECMC");
    const disks::DiskScheme& oracle = serial_oracle(point.disks);
    for (const disks::DiskScheme* scheme : schemes_for(anchor)) {
      all.push_back(against_published(plan, *scheme, anchor, known));
      if (scheme != &oracle && anchor.oracle)
        all.push_back(against_oracle(plan, *scheme, oracle, anchor, known));
    }
  }
  return all;
}

}  // namespace

DiskChains anchor_chains(const Plan& plan, const disks::DiskScheme& scheme,
                         const std::string& point) {
  for (const Anchor& anchor : anchors())
    if (anchor.point.name == point) return chains_of(plan, scheme, anchor);
  throw InputError("small anchors: no point '" + point + "'");
}

namespace {

const bool registered = register_experiment(
    {"mpmc/small-anchors",
     "72 and 870 disks: the pressure equals the published one and the serial oracle's.",
     plan_small_anchors});

}  // namespace
}  // namespace touchstone::validation::mpmc
