// validation/experiments/ecmc/efficiency.cpp
// Purpose   Independent samples per second: event chains on threads, on one thread and with cells,
//           and the fastest local Monte Carlo of this machine.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           section 1: the speed of a scheme is that of decorrelation, not of its moves.
// Computes  tau of Re and Im Psi_6 in sweeps (a sweep of event chains is about 2 kLiftingsPerPhase
//           liftings of each disk, one of the checkerboard about 2.2 trial moves); seconds per
//           sweep, medians of batches of all schemes alternately, same disks; 1 / (2 tau
//           seconds) samples.
//           The sampler on threads has one thread for eight active disks at most, so that small
//           systems run on one whatever was asked for; sweeps of larger ones are timed alone.
// Cost      Class S about 30 s of one core.
// Not here  Verdicts: these numbers belong to a machine, and nobody has to agree with them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "models/disks/chains/chain_schedule.hpp"
#include "models/disks/start.hpp"
#include "statistics/autocorrelation.hpp"
#include "statistics/blocking.hpp"
#include "validation/chain_estimates.hpp"
#include "validation/chain_store.hpp"
#include "validation/experiments/ecmc/schemes.hpp"
#include "validation/experiments/ecmc/sweep_timing.hpp"
#include "validation/experiments/mpmc/disk_runs.hpp"

namespace touchstone::validation::ecmc {
namespace {

/// Liftings per disk in a sweep, approximately.
constexpr double kLiftingsPerSweep = 2 * disks::kLiftingsPerPhase;

struct Point {
  mpmc::StatePoint state;
  std::uint64_t sweeps;  ///< event-chain sweeps in each Markov chain: a hundred relaxation times
};
constexpr std::size_t kChains = 4;

std::vector<Point> points_of(ProblemClass problem_class) {
  switch (problem_class) {
    case ProblemClass::tiny:
    case ProblemClass::S:
      return {{{256, "(1 : 1)", 0.65, "256-0.650"}, 8000}};
    case ProblemClass::W:
      return {{{256, "(1 : 1)", 0.65, "256-0.650"}, 40'000},
              {{1024, "(1 : 1)", 0.67, "1024-0.670"}, 100'000}};
    default:
      return {{{256, "(1 : 1)", 0.69, "256-0.690"}, 1'000'000},
              {{1024, "(1 : 1)", 0.67, "1024-0.670"}, 500'000}};
  }
}

/// Sizes whose sweeps are timed alone: relaxation takes too long there.
std::vector<std::size_t> timed_sizes(ProblemClass problem_class) {
  if (problem_class <= ProblemClass::S) return {64 * 64, 256 * 256};
  return {64 * 64, 256 * 256, 1024 * 1024};
}
constexpr double kTimedPacking = 0.69;

/// All simulations that are timed; on threads, too, those that use them.
std::vector<Way> chain_ways(int threads) {
  std::vector<Way> all;
  for (const disks::DiskScheme* scheme : simulations()) {
    if (!scheme->info.timed) continue;
    all.push_back({scheme, 1});
    if (threads > 1 && scheme->info.parallel) all.push_back({scheme, threads});
  }
  return all;
}
/// Local moves on one thread: systems that relax in this time are too small for more.
std::vector<Way> ways(int threads) {
  std::vector<Way> all = chain_ways(threads);
  all.push_back({&mpmc::fastest_scheme(), 1});
  return all;
}

bool has_chains(const disks::DiskScheme& scheme) { return !scheme.trial_moves; }

DiskChains chains_of(const Plan& plan, const Point& point, const disks::DiskScheme& scheme) {
  DiskChains chains;
  chains.scheme = scheme.info.name;
  chains.disks = point.state.disks;
  chains.aspect = point.state.aspect;
  chains.packing_fraction = point.state.packing_fraction;
  chains.start = StartKind::compressed;
  // A sweep of trial moves is shorter: as many samples take more of them.
  chains.sample_every = has_chains(scheme) ? 1 : 20;
  chains.sweeps = point.sweeps * chains.sample_every;
  chains.equilibration = chains.sweeps / 10 / chains.sample_every * chains.sample_every;
  chains.chains = kChains;
  chains.keep = 0;
  chains.seed = plan.seed;
  chains.stream = "efficiency " + point.state.name;  // the same starts for all
  chains.observables = mpmc::psi6_observables();
  return chains;
}

/// Autocorrelation time in sweeps; its error from the spread between chains and components.
struct Relaxation {
  Estimate sweeps;
  bool closed = true;  ///< every chain is long enough for a closed window
};
Relaxation relaxation(const DiskChains& plan, const std::vector<ChainState>& chains) {
  std::vector<double> times;
  Relaxation result;
  for (const ChainState& chain : chains)
    for (const char* name : {mpmc::kPsi6Real, mpmc::kPsi6Imaginary}) {
      const Autocorrelation one = integrated_autocorrelation(chain.series.at(name));
      times.push_back(one.tau * static_cast<double>(plan.sample_every));
      result.closed = result.closed && one.converged;
    }
  result.sweeps = estimate_independent(times);
  return result;
}

/// Seconds per sweep of one way; all ways of a point are timed together, once in a process.
double seconds_of(const Plan& plan, const Point& point, const Way& way, Bench& bench) {
  static std::map<std::string, std::vector<double>> known;
  const std::vector<Way> all = ways(plan.threads);
  const std::string key = fmt::format("{} {} {}", point.state.name, plan.threads, plan.seed);
  if (!known.count(key)) {
    const auto& chains = bench.chains.run(chains_of(plan, point, serial_simulation()));
    known[key] = seconds_per_sweep(all, disks_of(chains.front()), plan.seed);
  }
  for (std::size_t k = 0; k < all.size(); ++k)
    if (all[k].scheme == way.scheme && all[k].threads == way.threads) return known[key][k];
  return std::nan("");
}

Measurement blank(const Plan& plan, const Point& point, const Way& way, const std::string& metric,
                  const std::string& name) {
  const DiskChains chains = chains_of(plan, point, *way.scheme);
  Measurement m;
  m.name = fmt::format("ecmc/efficiency/{}-t{}-{}", point.state.name, way.threads, name);
  m.record = mpmc::chain_record(plan, chains, metric);
  m.record.family = "ecmc";
  m.record.threads = way.threads;
  if (has_chains(*way.scheme)) {
    m.record.params.erase("max_displacement");
    m.record.params.erase("trials_per_cell");
    m.record.params["liftings_per_sweep"] = kLiftingsPerSweep;
  }
  m.cost = 0.2;
  return m;
}

Measurement relaxation_time(const Plan& plan, const Point& point, const Way& way) {
  Measurement m = blank(plan, point, way, "relaxation of psi6, sweeps", "sweeps");
  const DiskChains chains = chains_of(plan, point, *way.scheme);
  const double moves =
      has_chains(*way.scheme) ? kLiftingsPerSweep * 8e-8 : 2.2 * 1.5e-8;  // seconds
  m.cost = static_cast<double>(chains.sweeps * chains.chains * chains.disks) * moves;
  m.measure = [chains](ResultRecord& record, Bench& bench) {
    const Relaxation found = relaxation(chains, bench.chains.run(chains));
    report_into(record, found.sweeps);
    record.facts["converged"] = found.closed;
  };
  return m;
}

Measurement samples(const Plan& plan, const Point& point, const Way& way) {
  Measurement m = blank(plan, point, way, "independent samples of psi6 per second", "samples");
  const DiskChains chains = chains_of(plan, point, *way.scheme);
  m.measure = [chains, plan, point, way](ResultRecord& record, Bench& bench) {
    const Relaxation found = relaxation(chains, bench.chains.run(chains));
    const double sweep = seconds_of(plan, point, way, bench);
    Estimate rate = found.sweeps;
    rate.mean = 1 / (2 * found.sweeps.mean * sweep);
    rate.standard_error = rate.mean * found.sweeps.standard_error / found.sweeps.mean;
    report_into(record, rate);
    record.facts = {{"seconds_per_sweep", sweep}, {"converged", found.closed}};
  };
  return m;
}

/// Seconds per sweep of all ways with event chains, from a lattice that melts meanwhile.
const std::vector<double>& timed_sweeps(const Plan& plan, std::size_t disks) {
  static std::map<std::string, std::vector<double>> known;
  const std::string key = fmt::format("{} {} {}", disks, plan.threads, plan.seed);
  if (const auto found = known.find(key); found != known.end()) return found->second;
  disks::RunParameters run;
  run.seed = plan.seed;
  const auto melting = serial_simulation().start(disks::hexagonal_start(disks, kTimedPacking), run);
  melting->advance(20);
  return known[key] =
             seconds_per_sweep(chain_ways(plan.threads), melting->configuration(), plan.seed);
}

Measurement sweep_time(const Plan& plan, std::size_t disks, std::size_t index) {
  const Way way = chain_ways(plan.threads)[index];
  Measurement m;
  m.name = fmt::format("ecmc/efficiency/sweep-{}-t{}", disks, way.threads);
  m.record = blank_record(plan, "ecmc", "seconds per sweep of event chains");
  m.record.scheme = way.scheme->info.name;
  m.record.backend = way.scheme->info.backend;
  m.record.threads = way.threads;
  m.record.params = {{"disks", disks},
                     {"packing_fraction", kTimedPacking},
                     {"liftings_per_sweep", kLiftingsPerSweep}};
  m.cost = static_cast<double>(disks) * kLiftingsPerSweep * 1e-7 * kTimingBatches;
  m.measure = [plan, disks, index](ResultRecord& record, Bench&) {
    record.value = timed_sweeps(plan, disks)[index];
    record.verdict = Verdict::not_claimed;
  };
  return m;
}

std::vector<Measurement> plan_efficiency(const Plan& plan) {
  std::vector<Measurement> all;
  for (const Point& point : points_of(plan.problem_class))
    for (const Way& way : ways(plan.threads)) {
      if (way.threads == 1) all.push_back(relaxation_time(plan, point, way));
      all.push_back(samples(plan, point, way));
    }
  for (const std::size_t disks : timed_sizes(plan.problem_class))
    for (std::size_t k = 0; k < chain_ways(plan.threads).size(); ++k)
      all.push_back(sweep_time(plan, disks, k));
  return all;
}

const bool registered = register_experiment(
    {"ecmc/efficiency",
     "Independent samples per second: event chains on threads and with cells, and local moves.",
     plan_efficiency});

}  // namespace
}  // namespace touchstone::validation::ecmc
