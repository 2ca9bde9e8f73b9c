#include "validation/experiments/mpmc/own_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/core/errors.hpp"
#include "models/disks/start.hpp"
#include "statistics/tails.hpp"
#include "validation/chain_estimates.hpp"
#include "validation/chain_store.hpp"
#include "validation/experiments/mpmc/disk_effort.hpp"

namespace touchstone::validation::mpmc {
namespace {

/// Standard errors that a test at 1e-6 with 32 chains sees, with room for a wide error bar.
constexpr double kSeen = 9;
/// The name of no report's rows: a point of the user is beside the experiments, never among them.
constexpr const char* kMetric = "beta P d^2";

/// The oracle is in equilibrium unless its halves differ beyond this chance. It is no scheme under
/// test, so that more than a false alarm of 1e-6 may be spent on it.
constexpr double kOracleDrift = 1e-3;

double resolution(const OwnState& point) {
  return kSeen * point.relative_error * approximate_pressure(point.state.packing_fraction);
}

DiskChains chains_of(const Plan& plan, const disks::DiskScheme& scheme, const OwnState& point) {
  const StatePoint& state = point.state;
  // a trial move of Metropolis never stops at a cell border, and is worth about two
  const bool stops_at_borders = scheme.trials == disks::DiskScheme::Trials::per_cell;
  const Effort effort{
      .cost_of_error = relative_cost(state.packing_fraction) * (stops_at_borders ? 1 : 0.6),
      .error = point.relative_error,
      .equilibration = equilibration(state.packing_fraction, state.disks),
      .sample_every = 20};
  DiskChains chains = chain_plan(plan, scheme, state, effort, "own point " + state.name);
  // a drift shows only in chains that are as long as it is
  chains.sweeps = std::max(chains.sweeps, chains.equilibration);
  chains.observables = {rift_observable()};
  return chains;
}

double cost(const disks::DiskScheme& scheme, const OwnState& point, const DiskChains& chains) {
  const auto number = static_cast<double>(chains.chains);
  const double trials = static_cast<double>(chains.length()) * number *
                        trials_per_sweep(scheme, point.state, chains.run);
  return trials / nominal_rate(scheme, point.state.disks) +
         static_cast<double>(chains.samples() * point.state.disks) * number * 2.5e-7;
}

/// A row of this scheme at the point, by its chains; `against` ends its name.
Measurement row(const Plan& plan, const DiskChains& chains, const OwnState& point,
                const std::string& against) {
  Measurement m;
  m.name = "mpmc/own-point/" + point.state.name + (against.empty() ? "" : "-" + against);
  m.record = chain_record(plan, chains, kMetric);
  m.record.params["estimator"] = kRift;
  m.record.params["against"] = against.empty() ? "nothing" : against;
  m.record.params["error"] = point.relative_error;
  return m;
}

/// Withholds the verdict beside an oracle that is not in equilibrium: two right schemes may differ.
void heed_oracle(ResultRecord& record, ChainStore& store, const DiskChains& oracle) {
  const Estimate drift = chain_drift(store.run(oracle), kRift);
  if (!(drift.standard_error > 0) ||
      student_two_sided(drift.mean / drift.standard_error, degrees_of(drift)) >= kOracleDrift)
    return;
  if (record.verdict == Verdict::fail || record.verdict == Verdict::pass)
    record.verdict = Verdict::inconclusive;
  record.note += "; the oracle itself is not in equilibrium";
}

/// Says what the row would have seen: there is no report that shows it.
void note_power(ResultRecord& record, double resolution) {
  if (record.facts.contains("smallest_effect"))
    record.note += fmt::format("; sees deviations from {:.2g}, wanted {:.2g}",
                               record.facts["smallest_effect"].get<double>(), resolution);
}

Measurement oracle_row(const Plan& plan, const disks::DiskScheme& oracle, const OwnState& point) {
  const DiskChains chains = chains_of(plan, oracle, point);
  Measurement m = row(plan, chains, point, "");
  m.cost = cost(oracle, point, chains);
  m.measure = [chains, nearest = point.nearest](ResultRecord& record, Bench& bench) {
    const std::vector<ChainState>& all = bench.chains.run(chains);
    report_into(record, chain_estimate(all, kRift));
    record.note = "serial oracle";
    if (!nearest.empty()) record.note += "; no published value here, the nearest is of " + nearest;
    heed_oracle(record, bench.chains, chains);
  };
  return m;
}

Measurement against_oracle(const Plan& plan, const disks::DiskScheme& scheme,
                           const disks::DiskScheme& oracle, const OwnState& point) {
  const DiskChains chains = chains_of(plan, scheme, point);
  const DiskChains oracle_chains = chains_of(plan, oracle, point);
  const double smallest = std::sqrt(2.0) * resolution(point);
  Measurement m = row(plan, chains, point, "oracle");
  m.record.params["oracle"] = oracle.info.name;
  m.record.params["resolution"] = smallest;
  m.cost = cost(scheme, point, chains);
  m.measure = [chains, oracle_chains, smallest](ResultRecord& record, Bench& bench) {
    const auto [found, expected] =
        judge_chains_apart_into(record, bench.chains, chains, oracle_chains, kRift,
                                oracle_chains.scheme + ", independent stream", smallest);
    const Interval interval = confidence_interval(found);  // of the pressure, not the difference
    record.value = found.mean;
    record.low = interval.low;
    record.high = interval.high;
    record.expected = Published{expected.mean, expected.standard_error};
    note_power(record, smallest);
    heed_oracle(record, bench.chains, oracle_chains);
  };
  return m;
}

Measurement against_published(const Plan& plan, const disks::DiskScheme& scheme,
                              const disks::DiskScheme& oracle, const OwnState& point) {
  const DiskChains chains = chains_of(plan, scheme, point);
  const DiskChains oracle_chains = chains_of(plan, oracle, point);
  const disks::PublishedPressure known = *point.known;
  // an uncertainty of the source that hides the effect is no fault of the run
  const Aim aim(resolution(point), kSeen * known.pressure.uncertainty < resolution(point));
  Measurement m = row(plan, chains, point, "published");
  m.record.params["resolution"] = aim.effect;
  m.cost = 0.1;  // run before
  m.measure = [chains, oracle_chains, known, aim](ResultRecord& record, Bench& bench) {
    judge_chains_into(record, bench.chains, chains, kRift, known.pressure, known.source, aim);
    note_power(record, aim.effect);
    heed_oracle(record, bench.chains, oracle_chains);
  };
  return m;
}

Measurement not_run(const Plan& plan, const disks::DiskScheme& scheme, const OwnState& point,
                    const std::string& reason) {
  Measurement m = row(plan, chains_of(plan, scheme, point), point, "oracle");
  m.cost = 0;
  m.measure = [reason](ResultRecord& record, Bench&) {
    record.value = std::numeric_limits<double>::quiet_NaN();
    record.verdict = Verdict::not_run;
    record.note = reason;
  };
  return m;
}

}  // namespace

disks::Configuration start_of(const OwnState& point) {
  const StatePoint& state = point.state;
  return disks::hexagonal_start(state.disks, state.packing_fraction,
                                disks::parse_aspect(state.aspect));
}

std::string refusal(const disks::DiskScheme& scheme, const OwnState& point) {
  if (can_run(scheme, point.state, {})) return "";
  try {
    (void)scheme.start(start_of(point), {});
  } catch (const InputError& reason) {
    return reason.what();
  }
  return "";
}

std::vector<Measurement> rows_of(const Plan& plan, const disks::DiskScheme& scheme,
                                 const disks::DiskScheme& oracle, const OwnState& point) {
  if (const std::string reason = refusal(scheme, point); !reason.empty())
    return {not_run(plan, scheme, point, reason)};
  std::vector<Measurement> rows{&scheme == &oracle ? oracle_row(plan, oracle, point)
                                                   : against_oracle(plan, scheme, oracle, point)};
  if (point.known) rows.push_back(against_published(plan, scheme, oracle, point));
  return rows;
}

}  // namespace touchstone::validation::mpmc
