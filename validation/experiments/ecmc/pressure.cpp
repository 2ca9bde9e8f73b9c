// validation/experiments/ecmc/pressure.cpp
// Purpose   The pressure that simulations with event chains measure from their liftings: against
//           published event-chain values, and against checkerboard Monte Carlo with an estimator
//           that knows no chains.
// Source    models/disks/chains/rift_average.hpp; validation/data/hard_disk_eos.csv (B. Li et al.
//           2022), errors widened by 1.5.
// Cost      error^2 = cost / liftings, with the costs below (measured).
// Not here  The chains of mpmc (validation/experiments/mpmc/small_anchors.cpp).
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "models/core/for_each_index.hpp"
#include "models/core/interrupt.hpp"
#include "models/disks/chains/static_rift.hpp"
#include "models/disks/published.hpp"
#include "models/disks/start.hpp"
#include "validation/chain_estimates.hpp"
#include "validation/chain_store.hpp"
#include "validation/data_files.hpp"
#include "validation/experiments/ecmc/schemes.hpp"
#include "validation/experiments/mpmc/disk_runs.hpp"
#include "validation/seeds.hpp"

namespace touchstone::validation::ecmc {
namespace {

constexpr std::size_t kChains = 32;
constexpr std::uint64_t kSampleEvery = 2;  ///< sweeps, where configurations are sampled

struct Point {
  mpmc::StatePoint point;
  double cost_of_error;  ///< P^2 liftings
  bool small;            ///< in class S
};

const std::vector<Point>& points() {
  static const std::vector<Point> all = {
      {{72, "(1 : 1)", 0.650, "72-square-0.650"}, 6e2, true},
      {{72, "(9 : 8 sqrt3/2)", 0.650, "72-nine-eight-0.650"}, 6e2, true},
      {{72, "(1 : sqrt3/2)", 0.670, "72-hexagonal-0.670"}, 1.5e3, true},
      {{870, "(1 : 1)", 0.670, "870-square-0.670"}, 2e3, true},
      {{870, "(1 : 1)", 0.680, "870-square-0.680"}, 6e3, false},
      {{870, "(1 : 1)", 0.690, "870-square-0.690"}, 1.5e4, false},
  };
  return all;
}

/// The smallest error of the pressure that matters: in class S 1.7 % of it, as much as 0.0025 of
/// the packing fraction make; a seventh of that in W.
double resolution(ProblemClass size) {
  if (size == ProblemClass::S) return 0.132;
  return size == ProblemClass::W ? 0.0187 : 0.0088;
}
double wanted_error(ProblemClass size) { return resolution(size) / 11; }

/// Sweeps of one chain, a fifth of them to equilibrate.
std::uint64_t sweeps(const Plan& plan, const Point& p) {
  const double error = wanted_error(plan.problem_class);
  const double per_sweep = 8 * static_cast<double>(p.point.disks);  // liftings, at least
  const double all = p.cost_of_error / (error * error) / (per_sweep * kChains);
  return static_cast<std::uint64_t>(1.25 * all) + 200;
}

struct Chain {
  double pressure = 0;
  std::uint64_t liftings = 0;
};

Chain run_chain(const disks::DiskScheme& scheme, const Plan& plan, const Point& p,
                std::uint64_t number) {
  const disks::Configuration start = disks::hexagonal_start(p.point.disks, p.point.packing_fraction,
                                                            disks::parse_aspect(p.point.aspect));
  disks::RunParameters run;
  run.seed = derive_seed(plan.seed, "ecmc pressure " + scheme.info.name + p.point.name, number);
  const auto simulation = scheme.start(start, run);
  const std::uint64_t all = sweeps(plan, p);
  const std::uint64_t equilibration = 100 + all / 5;
  const bool measured = scheme.measures_rift;
  disks::RiftAverage before;
  double sampled = 0;
  std::uint64_t samples = 0;
  for (std::uint64_t k = 0; k < all; ++k) {
    if (k % 64 == 0) check_interrupt();
    if (k == equilibration && measured) before = *simulation->rift();
    simulation->advance(1);
    if (measured || k < equilibration || k % kSampleEvery != 0) continue;
    sampled += disks::static_rift_pressure(simulation->configuration()).mean();
    ++samples;
  }
  if (!measured) return {sampled / static_cast<double>(samples), simulation->stats().trials};
  return {simulation->rift()->pressure(start.density(), before).mean(), simulation->stats().trials};
}

/// The first `count` chains of a scheme at a point. Two measurements ask for the same.
const std::vector<Chain>& chains_of(Bench& bench, const disks::DiskScheme& scheme, const Point& p,
                                    std::size_t count) {
  static std::map<std::string, std::vector<Chain>> known;  // one thread measures
  auto& chains = known[fmt::format("{} {} {} {}", scheme.info.name, p.point.name, bench.plan.seed,
                                   static_cast<int>(bench.plan.problem_class))];
  const std::size_t first = chains.size();
  if (first >= count) return chains;
  std::vector<Chain> more(count - first);
  for_each_index(more.size(), bench.plan.threads, [&](std::size_t k) {
    more[k] = run_chain(scheme, bench.plan, p, first + k);
    bench.done(1.0 / kChains);
  });
  chains.insert(chains.end(), more.begin(), more.end());  // all of them, or none after a fault
  return chains;
}

Runs pressures(Bench& bench, const disks::DiskScheme& scheme, const Point& p) {
  return [&](std::size_t first, std::size_t count) {
    const std::vector<Chain>& chains = chains_of(bench, scheme, p, first + count);
    std::vector<double> values;
    for (std::size_t k = first; k < first + count; ++k) values.push_back(chains[k].pressure);
    return values;
  };
}

void note_liftings(ResultRecord& record, Bench& bench, const disks::DiskScheme& scheme,
                   const Point& p) {
  const auto count = static_cast<std::size_t>(std::llround(*record.n_eff));
  const std::vector<Chain>& chains = chains_of(bench, scheme, p, count);
  std::uint64_t liftings = 0;
  for (std::size_t k = 0; k < count; ++k) liftings += chains[k].liftings;
  record.facts["liftings"] = liftings;
  record.note = fmt::format("{:.3g} liftings in {} chains", static_cast<double>(liftings), count);
}

Measurement measurement(const Plan& plan, const disks::DiskScheme& scheme, const Point& p,
                        const std::string& name, const std::string& metric) {
  Measurement m;
  m.name = "ecmc/pressure/" + p.point.name + name;
  m.record = blank_record(plan, "ecmc", metric);
  m.record.scheme = scheme.info.name;
  m.record.backend = scheme.info.backend;
  m.record.params = {{"disks", p.point.disks},
                     {"packing_fraction", p.point.packing_fraction},
                     {"aspect", p.point.aspect},
                     {"chains", kChains},
                     {"sweeps", sweeps(plan, p)},
                     {"estimator", scheme.measures_rift ? "rift average" : "static rift"},
                     {"resolution", resolution(plan.problem_class)}};
  m.cost = static_cast<double>(sweeps(plan, p) * kChains * p.point.disks) * 1.2e-6;
  return m;
}

Measurement against_published(const Plan& plan, const disks::DiskScheme& scheme, const Point& p,
                              const disks::PublishedPressure& known) {
  Measurement m = measurement(plan, scheme, p, "", "pressure from liftings");
  m.measure = [&scheme, &p, known](ResultRecord& record, Bench& bench) {
    const double smallest = resolution(bench.plan.problem_class);
    judge_into(
        record,
        two_stage_mean(pressures(bench, scheme, p), kChains, known.pressure.uncertainty, smallest),
        known.pressure, known.source, smallest);
    note_liftings(record, bench, scheme, p);
  };
  return m;
}

Measurement against_checkerboard(const Plan& plan, const disks::DiskScheme& scheme, const Point& p,
                                 const disks::PublishedPressure& known) {
  const disks::DiskScheme& other = mpmc::fastest_scheme();
  const DiskChains chains = mpmc::anchor_chains(plan, other, p.point.name);
  Measurement m =
      measurement(plan, scheme, p, "-checkerboard", "pressure minus checkerboard Monte Carlo");
  m.record.params["other"] = other.info.name;
  m.record.params["scale"] = known.pressure.value;
  const double smallest = 1.5 * resolution(plan.problem_class);
  m.record.params["resolution"] = smallest;
  m.measure = [&scheme, &p, chains, smallest](ResultRecord& record, Bench& bench) {
    const auto [found, expected] =
        two_stage_means(pressures(bench, scheme, p), chain_means(bench.chains, chains, mpmc::kRift),
                        kChains, smallest);
    judge_difference_into(record, found, expected, chains.scheme + ", static rift", smallest);
    note_liftings(record, bench, scheme, p);
  };
  return m;
}

std::vector<Measurement> plan_pressure(const Plan& plan) {
  const disks::EquationOfState published(data_file("hard_disk_eos.csv"));
  std::vector<Measurement> all;
  for (const Point& p : points()) {
    if (plan.problem_class == ProblemClass::S && !p.small) continue;
    const disks::PublishedPressure known = published.best(
        p.point.disks, p.point.packing_fraction, disks::parse_aspect(p.point.aspect), "ECMC");
    for (const disks::DiskScheme* scheme : simulations()) {
      const bool slow = scheme == &reference_simulation();
      if (slow && &p != &points().front()) continue;
      all.push_back(against_published(plan, *scheme, p, known));
      if (!slow) all.push_back(against_checkerboard(plan, *scheme, p, known));
    }
  }
  return all;
}

const bool registered = register_experiment(
    {"ecmc/pressure",
     "Event chains: the pressure from their liftings is the published one and the checkerboard's.",
     plan_pressure});

}  // namespace
}  // namespace touchstone::validation::ecmc
