#include "validation/experiments/mpmc/disk_runs.hpp"

#include <algorithm>
#include <cmath>

#include "models/core/errors.hpp"
#include "models/disks/chains/contact_fit.hpp"
#include "models/disks/chains/static_rift.hpp"
#include "models/disks/order.hpp"
#include "models/disks/start.hpp"
#include "suite/external/program.hpp"
#include "validation/own_point.hpp"

namespace touchstone::validation::mpmc {
namespace {

constexpr double kTrialsPerSegment = 5e8;  // seconds to a minute between checkpoints

std::uint64_t round_up(double sweeps, std::uint64_t multiple) {
  return static_cast<std::uint64_t>(
             counted_effort(std::max(1.0, sweeps) / static_cast<double>(multiple))) *
         multiple;
}

std::size_t box_cells(const StatePoint& point) {
  const disks::Box box =
      disks::box_for(point.disks, point.packing_fraction, disks::parse_aspect(point.aspect));
  return static_cast<std::size_t>(
      std::max(4.0, box.area() / 1.9));  // cells a little narrower than sqrt 2
}

}  // namespace

Observable rift_observable() {
  return {kRift,
          [](const disks::Configuration& c) { return disks::static_rift_pressure(c).mean(); }};
}

Observable contact_observable() {
  static const disks::ContactFit fit;  // the paper's parameters; weights are computed once
  return {kContact, [](const disks::Configuration& c) { return fit.pressure(c); }};
}

std::vector<Observable> psi6_observables() {
  return {
      {kPsi6Real, [](const disks::Configuration& c) { return disks::bond_order(c).global.real(); }},
      {kPsi6Imaginary,
       [](const disks::Configuration& c) { return disks::bond_order(c).global.imag(); }}};
}

std::vector<const disks::DiskScheme*> available_schemes() {
  std::vector<const disks::DiskScheme*> result;
  for (const disks::DiskScheme& scheme : disks::schemes())
    if (scheme.available && !scheme.mutant && !scheme.emulated && scheme.trial_moves)
      result.push_back(&scheme);
  return result;
}

const disks::DiskScheme& fastest_scheme() {
  const auto all = available_schemes();
  const auto best = std::max_element(all.begin(), all.end(), [](const auto* a, const auto* b) {
    return a->info.lanes < b->info.lanes;
  });
  if (best == all.end()) throw InputError("mpmc: no scheme is available on this machine");
  return **best;
}

const disks::DiskScheme& serial_oracle(std::size_t disks) {
  const std::string wanted =
      disks <= kAllPairs ? "mpmc/metropolis-reference" : "mpmc/metropolis-cell-list";
  for (const disks::DiskScheme* scheme : available_schemes())
    if (scheme->info.name == wanted) return *scheme;
  return disks::scheme("mpmc/checkerboard-reference-double");
}

bool can_run(const disks::DiskScheme& scheme, const StatePoint& point,
             const disks::RunParameters& run, StartKind start) {
  DiskChains plan;
  plan.scheme = scheme.info.name;
  plan.disks = point.disks;
  plan.aspect = point.aspect;
  plan.packing_fraction = point.packing_fraction;
  plan.start = start;
  plan.sweeps = 1;
  try {
    (void)scheme.start(disks_of(plan.begin(0)), run);
    return true;
  } catch (const external::ProgramFault&) {
    return true;  // it should: the run will say so
  } catch (const InputError&) {
    return false;
  }
}

double trials_per_sweep(const disks::DiskScheme& scheme, const StatePoint& point,
                        const disks::RunParameters& run) {
  if (scheme.trials == disks::DiskScheme::Trials::per_disk) return static_cast<double>(point.disks);
  return static_cast<double>(box_cells(point)) * run.trials_per_cell;
}

double nominal_rate(const disks::DiskScheme& scheme, std::size_t disks) {
  if (scheme.all_pairs) return 7e8 / static_cast<double>(disks + 30);
  return scheme.info.lanes > 1 ? 8e7 : 1e7;
}

ResultRecord chain_record(const Plan& plan, const DiskChains& chains, const std::string& metric) {
  ResultRecord record = blank_record(plan, "mpmc", metric);
  const disks::DiskScheme& scheme = disks::scheme(chains.scheme);
  record.scheme = scheme.info.name;
  record.backend = scheme.info.backend;
  record.threads = chains.run.threads;
  record.params = {{"disks", chains.disks},
                   {"aspect", chains.aspect},
                   {"packing_fraction", chains.packing_fraction},
                   {"max_displacement", chains.run.max_displacement},
                   {"trials_per_cell", chains.run.trials_per_cell},
                   {"equilibration", chains.equilibration},
                   {"sweeps", chains.sweeps},
                   {"sample_every", chains.sample_every},
                   {"chains", chains.chains}};
  return record;
}

DiskChains chain_plan(const Plan& plan, const disks::DiskScheme& scheme, const StatePoint& point,
                      const Effort& effort, const std::string& stream) {
  DiskChains chains;
  chains.scheme = scheme.info.name;
  chains.disks = point.disks;
  chains.aspect = point.aspect;
  chains.packing_fraction = point.packing_fraction;
  chains.sample_every = effort.sample_every;
  chains.chains = effort.chains;
  chains.seed = plan.seed;
  chains.stream = stream;
  const double per_sweep = trials_per_sweep(scheme, point, chains.run);
  const double trials = effort.cost_of_error / (effort.error * effort.error);
  chains.sweeps =
      round_up(trials / per_sweep / static_cast<double>(effort.chains), effort.sample_every);
  // a Metropolis sweep makes fewer trial moves
  const double longer = static_cast<double>(box_cells(point)) * 4 / per_sweep;
  chains.equilibration =
      round_up(static_cast<double>(effort.equilibration) * longer, effort.sample_every);
  chains.segment = round_up(kTrialsPerSegment / per_sweep, effort.sample_every);
  return chains;
}

}  // namespace touchstone::validation::mpmc
