#include "validation/experiments/longrange/own_particles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "models/core/errors.hpp"
#include "models/core/interrupt.hpp"
#include "models/core/registry.hpp"
#include "models/longrange/exact.hpp"
#include "models/longrange/registry.hpp"
#include "models/longrange/starts.hpp"
#include "suite/external/program.hpp"
#include "validation/chain_store.hpp"
#include "validation/experiments/longrange/runs.hpp"
#include "validation/own_rows.hpp"
#include "validation/own_runs.hpp"
#include "validation/own_schemes.hpp"
#include "validation/seeds.hpp"

namespace touchstone::validation::longrange {
namespace {

namespace lr = touchstone::longrange;
using lr::LongrangeScheme;
using lr::Model;
using lr::RunParameters;
using lr::State;

constexpr std::int64_t kMostParticles = 10'000'000, kMostSteps = 100'000'000;
constexpr double kHomogeneous = 0.5;  ///< potential energy of homogeneous HMF particles, each

/// Series of the runs.
constexpr const char* kKinetic = "kinetic energy for each particle";
constexpr const char* kOrder = "root mean square magnetisation";
constexpr const char* kEnergyChange = "relative change of the energy";

struct OwnState {
  OwnParticles wanted;
  RunParameters parameters;
  std::string name;

  Model model() const { return parameters.system.model; }
  std::size_t particles() const { return static_cast<std::size_t>(wanted.particles); }
  std::uint64_t steps() const { return static_cast<std::uint64_t>(wanted.steps); }
};

Model model_of(const std::string& name) {
  try {
    return lr::model_named(name);
  } catch (const InputError& unknown) {
    throw InputError(std::string("--model: ") + unknown.what());
  }
}

void require_start(const OwnParticles& wanted, Model model) {
  if (model != Model::hmf) {
    const std::string none = "none for " + wanted.model + ", whose particles begin at rest";
    if (wanted.energy != 0)
      throw input_error("--energy", "energy per particle", none, fmt::format("{}", wanted.energy));
    if (!wanted.start.empty())
      throw input_error("--start", "start", none, "'" + wanted.start + "'");
    return;
  }
  if (!wanted.start.empty() && wanted.start != "equilibrium" && wanted.start != "water-bag")
    throw input_error("--start", "start", "equilibrium or water-bag", "'" + wanted.start + "'");
  const double least = wanted.start == "water-bag" ? kHomogeneous : 0.01;
  if (!(wanted.energy > least && std::isfinite(wanted.energy)))
    throw input_error("--energy", "energy per particle",
                      fmt::format("a number above {} for this start", least),
                      wanted.energy == 0 ? "none" : fmt::format("{}", wanted.energy));
  if (wanted.softening != 0)
    throw input_error("--softening", "softening", "none for the model hmf",
                      fmt::format("{}", wanted.softening));
}

OwnState state_of(const OwnParticles& wanted) {
  const Model model = model_of(wanted.model);
  require_within("--particles", "number of particles", wanted.particles, 2, kMostParticles);
  require_within("--steps", "number of steps", wanted.steps, 1, kMostSteps);
  require_positive("--error", "standard error, as a part of the value", wanted.error,
                   kOwnLargestError);
  require_start(wanted, model);
  const bool hmf = model == Model::hmf;
  OwnState point{wanted, {}, {}};
  // the paper's
  point.parameters.system = {model, wanted.softening != 0 || hmf ? wanted.softening : 1e-3};
  point.parameters.time_step = wanted.time_step != 0 ? wanted.time_step : hmf ? 0.1 : 0.005;
  lr::require_valid(point.parameters);
  point.name = fmt::format("{}-{}", wanted.particles, wanted.model);
  if (hmf) point.name += fmt::format("-{}", wanted.energy);
  if (wanted.start == "water-bag") point.name += "-water-bag";
  return point;
}

State start_of(const OwnState& point, std::uint64_t seed) {
  const std::size_t n = point.particles();
  if (point.model() == Model::plane) return lr::annulus(n, 1, 1.5, seed);
  if (point.model() == Model::ring) return lr::cold_circle(n, seed);
  if (point.wanted.start != "water-bag")
    return lr::hmf_equilibrium_start(n, point.wanted.energy, seed);
  // uniform momenta up to p have the kinetic energy p^2 / 6
  return lr::water_bag(n, std::numbers::pi, std::sqrt(6 * (point.wanted.energy - kHomogeneous)),
                       seed);
}

std::string refusal(const LongrangeScheme& scheme, const OwnState& point) {
  try {
    (void)scheme.start(start_of(point, 1), point.parameters);
    return "";
  } catch (const external::ProgramFault&) {
    return "";  // a program that breaks down should run: its measurement will say so
  } catch (const InputError& reason) {
    return reason.what();
  }
}

/// Energies of a state by the reference's sums: what a scheme says of itself decides nothing.
lr::Energies true_energies(const OwnState& point, const State& state) {
  return baseline_of(lr::schemes()).start(state, point.parameters)->energies();
}

/// The same of a scheme's own end: numbers that the reference refuses are its fault, no bad input.
lr::Energies energies_at_end(const OwnState& point, const State& end) {
  try {
    return true_energies(point, end);
  } catch (const InputError& refusal) {
    throw IllegalState(fmt::format("after {} steps: {}", point.steps(), refusal.what()));
  }
}

/// One run: at most 200 samples of positions and momenta.
SingleRuns::Values follow(const LongrangeScheme& scheme, const OwnState& point, std::uint64_t seed,
                          const std::function<void(std::uint64_t)>& report) {
  constexpr std::uint64_t kSamples = 200;
  const State start = start_of(point, seed);
  const auto run = scheme.start(start, point.parameters);
  const double n = static_cast<double>(point.particles());
  const std::uint64_t between = std::max<std::uint64_t>(1, point.steps() / kSamples);
  double kinetic = 0, order = 0, samples = 0;
  for (std::uint64_t done = 0; done < point.steps();) {
    check_interrupt();
    const std::uint64_t steps = std::min(between, point.steps() - done);
    run->advance(steps);
    done += steps;
    report(steps);
    const State now = run->state();
    kinetic += lr::kinetic_energy(now) / n;
    if (point.model() == Model::hmf) order += std::pow(lr::magnetisation(now.q).length(), 2);
    ++samples;
  }
  const lr::Energies before = true_energies(point, start);
  const lr::Energies after = energies_at_end(point, run->state());
  const double scale = std::max(after.kinetic, std::abs(before.potential));
  SingleRuns::Values values{{kKinetic, kinetic / samples},
                            {kEnergyChange, (after.total() - before.total()) / scale}};
  if (point.model() == Model::hmf) values[kOrder] = std::sqrt(order / samples);
  return values;
}

std::shared_ptr<const SingleRuns> runs_of(const Plan& plan, const LongrangeScheme& scheme,
                                          const OwnState& point) {
  // Scatter of independent particles; those that move together scatter more, which adds runs.
  const double scatter = 2 / std::sqrt(static_cast<double>(point.particles()));
  const std::uint64_t seed = derive_seed(plan.seed, "own point|" + scheme.info.name, 0);
  const RunParameters& p = point.parameters;
  return std::make_shared<const SingleRuns>(
      fmt::format("{} {} of {} steps of {}, softening {}, seed {}", scheme.info.name, point.name,
                  point.steps(), p.time_step, p.system.softening, plan.seed),
      runs_for(scatter, point.wanted.error), point.steps(),
      [&scheme, point, seed](std::size_t index, const auto& report) {
        return follow(scheme, point, derive_seed(seed, "start", index), report);
      });
}

OwnRun run_of(const Plan& plan, const LongrangeScheme& scheme, const OwnState& point,
              const std::string& quantity, const std::string& ending,
              const std::shared_ptr<const SingleRuns>& runs) {
  const double steps = static_cast<double>(point.steps());
  Measurement m = run_measurement(plan, "own-point/" + point.name + ending, quantity, scheme,
                                  point.parameters, point.particles(), steps);
  m.record.threads = 1;  // runs share the threads
  m.record.params["steps"] = point.steps();
  m.record.params["energy"] = point.wanted.energy;
  m.record.params["start"] = point.wanted.start;
  m.record.params["runs"] = runs->chains;
  m.record.params["error"] = point.wanted.error;
  m.cost *= static_cast<double>(runs->chains);
  return {m, runs};
}

/// A quantity that schemes are held to the reference in.
struct Observed {
  std::string series;
  std::string ending;
  double scale;         ///< about its value
  std::string nearest;  ///< exact result for infinitely many particles
};

std::vector<Observed> observed(const OwnState& point) {
  constexpr double kVirial = 0.5, kOfRing = 0.2;  // in the plane; at the usual softening
  if (point.model() == Model::plane) return {{kKinetic, "-kinetic", kVirial, ""}};
  if (point.model() == Model::ring) return {{kKinetic, "-kinetic", kOfRing, ""}};
  const auto limit = lr::hmf_equilibrium(point.wanted.energy);
  const auto known = [](double value, const char* law) {
    return fmt::format("infinitely many in equilibrium: {:.6g} ({})", value, law);
  };
  return {{kKinetic, "-kinetic", limit.temperature / 2,
           known(limit.temperature / 2, "Antoni and Ruffo 1995, T / 2")},
          {kOrder, "-magnetisation", 1,
           known(limit.magnetisation, "Antoni and Ruffo 1995, I1(x) / I0(x), x = M / T")}};
}

/// No run may lose more energy than the error that was asked for.
Measurement energy_row(const Plan& plan, const LongrangeScheme& scheme, const OwnState& point,
                       const std::shared_ptr<const SingleRuns>& runs) {
  Measurement m = run_of(plan, scheme, point, kEnergyChange, "-energy", runs).blank;
  m.cost = 0.01;  // run before
  m.measure = [runs, allowed = point.wanted.error](ResultRecord& record, Bench& bench) {
    double worst = 0;
    for (const ChainState& run : bench.chains.run(*runs)) {
      const double change = run.series.at(kEnergyChange).at(0);
      if (!std::isnan(worst) && !(std::abs(change) <= std::abs(worst))) worst = change;
    }
    judge_known(record, worst, 0, allowed, "conservation of energy, the worst run",
                "the error that was asked for");
  };
  return m;
}

std::vector<Measurement> rows_of(const Plan& plan, const LongrangeScheme& scheme,
                                 const LongrangeScheme& oracle, const OwnState& point) {
  const auto runs = runs_of(plan, scheme, point);
  const std::string reason = refusal(scheme, point);
  if (!reason.empty())
    return {row_not_run(run_of(plan, scheme, point, kKinetic, "", runs), reason)};
  const auto serial = runs_of(plan, oracle, point);
  std::vector<Measurement> rows;
  for (const Observed& one : observed(point)) {
    const OwnQuantity quantity{one.series, kOwnSeen * point.wanted.error * one.scale, std::nullopt,
                               one.nearest};
    OwnRun reference = run_of(plan, oracle, point, one.series, one.ending, serial);
    OwnRun own = run_of(plan, scheme, point, one.series, one.ending, runs);
    if (!rows.empty()) own.blank.cost = reference.blank.cost = 0.01;  // run before
    for (Measurement& m : &scheme == &oracle ? oracle_rows(reference, quantity)
                                             : scheme_rows(own, reference, quantity))
      rows.push_back(std::move(m));
  }
  rows.push_back(energy_row(plan, scheme, point, runs));
  return rows;
}

std::vector<Measurement> plan_rows(const Plan& plan, const OwnState& point) {
  std::vector<const LongrangeScheme*> able = lr::widest_first(point.model(), true);
  std::sort(able.begin(), able.end(),
            [](const auto* a, const auto* b) { return a->info.name < b->info.name; });
  const OwnCandidates<LongrangeScheme> all{
      able, "integrator of the model " + point.wanted.model,
      [&](const LongrangeScheme& scheme) { return refusal(scheme, point); }};
  const LongrangeScheme& oracle = baseline_of(lr::schemes());
  std::vector<const LongrangeScheme*> schemes{&quick_scheme(point.model())};
  if (!point.wanted.schemes.empty()) schemes = all.chosen(point.wanted.schemes);
  std::vector<Measurement> rows;
  for (const LongrangeScheme* scheme : all.after_oracle(oracle, schemes))
    for (Measurement& m : rows_of(plan, *scheme, oracle, point)) rows.push_back(std::move(m));
  return rows;
}

}  // namespace

OwnPoint own_point(const OwnParticles& wanted) {
  const OwnState point = state_of(wanted);
  std::string options = fmt::format("--particles {} --model {}", wanted.particles, wanted.model);
  if (wanted.energy != 0) options += fmt::format(" --energy {}", wanted.energy);
  if (!wanted.start.empty()) options += " --start " + wanted.start;
  options += fmt::format(" --steps {}", wanted.steps);
  if (wanted.time_step != 0) options += fmt::format(" --time-step {}", wanted.time_step);
  if (wanted.softening != 0) options += fmt::format(" --softening {}", wanted.softening);
  options += fmt::format(" --error {}", wanted.error);
  return {options,
          {"longrange/own-point",
           "A run of your own: temperature and order are the serial reference's, and energy stays.",
           [point](const Plan& plan) { return plan_rows(plan, point); }}};
}

namespace {

OwnPoint typed_point(const OwnArguments& typed, const std::string& schemes) {
  const OwnParticles standard;
  return own_point({.particles = typed.integer("--particles"),
                    .model = typed.text("--model"),
                    .energy = typed.number("--energy"),
                    .start = typed.text("--start"),
                    .steps = typed.integer("--steps", standard.steps),
                    .time_step = typed.number("--time-step"),
                    .softening = typed.number("--softening"),
                    .error = typed.number("--error", standard.error),
                    .schemes = schemes});
}

const bool registered = register_own_kind(
    {.name = "particles",
     .options = {{"--particles", "INT", "number of particles with long-range interaction"},
                 {"--model", "TEXT", "hmf, ring or gravity-2d", true},
                 {"--energy", "FLOAT", "energy per particle, of hmf"},
                 {"--start", "TEXT", "equilibrium or water-bag, of hmf (equilibrium)"},
                 {"--steps", "INT", "number of steps of a run (1000)"},
                 {"--time-step", "FLOAT", "time step (0.1 for hmf, else 0.005)"},
                 {"--softening", "FLOAT", "softening of ring and gravity-2d (0.001)"},
                 {"--error", "FLOAT",
                  "wanted standard error, as a part of the value (0.005), and bound on changes of "
                  "the energy"}},
     .point = typed_point});

}  // namespace
}  // namespace touchstone::validation::longrange
