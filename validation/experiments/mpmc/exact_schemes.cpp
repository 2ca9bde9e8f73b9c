// validation/experiments/mpmc/exact_schemes.cpp
// Purpose   Every scheme on tori so small that the pressure is known exactly: two to four disks.
// Source    Closed forms: models/disks/exact_cases.hpp.
// Cost      error^2 = cost / trial moves; the costs were measured with the reference checkerboard.
// Not here  Independent sampling of the same systems (few_disks.cpp).
#include <fmt/format.h>

#include <numbers>

#include "models/disks/exact_cases.hpp"
#include "validation/chain_estimates.hpp"
#include "validation/chain_store.hpp"
#include "validation/experiments/mpmc/disk_runs.hpp"

namespace touchstone::validation::mpmc {
namespace {

struct Torus {
  const char* name;
  std::size_t disks;
  double side;
  double relative_cost;  ///< (error / pressure)^2 trial moves
  bool small;            ///< in class S
};
constexpr Torus kTori[] = {
    {"torus-2-0.3", 2, 1 / 0.3, 200, true}, {"torus-2-0.5", 2, 2, 5000, false},
    {"torus-3-0.2", 3, 5, 200, true},       {"torus-3-0.333", 3, 3, 200, false},
    {"torus-4-0.2", 4, 5, 200, false},      {"torus-4-0.25", 4, 4, 200, true},
};
/// Long steps cross the box quickly; a step beyond the cell is rejected, whichever it is.
constexpr double kStep = 0.5;

Measurement measurement(const Plan& plan, const disks::DiskScheme& scheme, const Torus& torus,
                        const StatePoint& point) {
  // Exact values and few disks: four fifths of what the class sees elsewhere.
  const double effect = 0.8 * effect_of(plan.problem_class);
  const double relative_error = effect / 8.5;
  const double exact = disks::exact_torus(torus.disks, torus.side).pressure;
  const Effort effort{.cost_of_error = torus.relative_cost,
                      .error = relative_error,
                      .equilibration = 200,
                      .sample_every = 10};
  DiskChains chains = chain_plan(plan, scheme, point, effort, "exact " + point.name);
  chains.start = StartKind::random;
  chains.run.max_displacement = kStep;
  chains.observables = {rift_observable()};
  Measurement m;
  m.name = fmt::format("mpmc/exact-schemes/{}", torus.name);
  m.record = chain_record(plan, chains, fmt::format("exact/{} pressure", torus.name));
  m.record.params["estimator"] = kRift;
  const Aim aim = aim_at(m.record, effect, exact);
  m.cost = static_cast<double>(chains.samples() * chains.chains) * 1.5e-5;
  m.measure = [chains, exact, aim](ResultRecord& record, Bench& bench) {
    judge_chains_into(record, bench.chains, chains, kRift, {exact, 0}, "closed form", aim);
  };
  return m;
}

std::vector<Measurement> plan_exact_schemes(const Plan& plan) {
  std::vector<Measurement> all;
  for (const Torus& torus : kTori) {
    if (plan.problem_class == ProblemClass::S && !torus.small) continue;
    // a side of 2 must not come out as 1.9999999999999998
    const double packing = (1 - 1e-12) * static_cast<double>(torus.disks) * std::numbers::pi / 4 /
                           (torus.side * torus.side);
    const StatePoint point{torus.disks, "(1 : 1)", packing, torus.name};
    for (const disks::DiskScheme* scheme : available_schemes()) {
      disks::RunParameters run;
      run.max_displacement = kStep;
      if (can_run(*scheme, point, run, StartKind::random))
        all.push_back(measurement(plan, *scheme, torus, point));
    }
  }
  return all;
}

const bool registered = register_experiment(
    {"mpmc/exact-schemes", "Every scheme gives the exact pressure of two to four disks.",
     plan_exact_schemes});

}  // namespace
}  // namespace touchstone::validation::mpmc
