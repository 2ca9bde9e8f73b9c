#include "validation/experiments/mpmc/own_rows.hpp"

#include <algorithm>
#include <memory>

#include "models/core/errors.hpp"
#include "models/disks/start.hpp"
#include "validation/experiments/mpmc/disk_effort.hpp"
#include "validation/own_rows.hpp"

namespace touchstone::validation::mpmc {
namespace {

/// The name of no report's rows: a point of the user is beside the experiments, never among them.
constexpr const char* kMetric = "beta P d^2";

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
         static_cast<double>(chains.samples()) * static_cast<double>(point.state.disks) * number *
             2.5e-7;
}

OwnRun run_of(const Plan& plan, const disks::DiskScheme& scheme, const OwnState& point) {
  const DiskChains chains = chains_of(plan, scheme, point);
  Measurement m;
  m.name = "mpmc/own-point/" + point.state.name;
  m.record = chain_record(plan, chains, kMetric);
  m.record.params["estimator"] = kRift;
  m.record.params["error"] = point.relative_error;
  m.cost = cost(scheme, point, chains);
  return {m, std::make_shared<const DiskChains>(chains),
          [chains](std::uint64_t times) -> std::shared_ptr<const MarkovChains> {
            DiskChains longer = chains;
            longer.equilibration *= times;
            longer.sweeps *= times;
            return std::make_shared<const DiskChains>(longer);
          }};
}

OwnQuantity pressure_at(const OwnState& point) {
  OwnQuantity quantity{
      kRift, kOwnSeen * point.relative_error * approximate_pressure(point.state.packing_fraction),
      std::nullopt, point.nearest};
  if (point.known) quantity.known = OwnKnown{point.known->pressure, point.known->source};
  return quantity;
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
    return {row_not_run(run_of(plan, scheme, point), reason)};
  const OwnRun serial = run_of(plan, oracle, point);
  if (&scheme == &oracle) return oracle_rows(serial, pressure_at(point));
  return scheme_rows(run_of(plan, scheme, point), serial, pressure_at(point));
}

}  // namespace touchstone::validation::mpmc
