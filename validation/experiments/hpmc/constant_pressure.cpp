// validation/experiments/hpmc/constant_pressure.cpp
// Purpose   Constant pressure and constant volume agree: the pressure measured while a pressure is
//           imposed is the imposed one; at the pressure of a density that density comes back; the
//           two estimators of the pressure agree, for concave bodies in both directions.
// Source    Anderson, Irrgang, Glotzer 2016, sections 2.1 and 4; Eppenga, Frenkel 1984.
// Exact     The density of V is Q(V) exp(-beta P V), which vanishes at both ends: <d ln Q / dV> is
//           beta P for any number of bodies.
// Cost      Class S about 8 s of one core, W ten minutes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "models/hpmc/bodies/named.hpp"
#include "validation/chain_estimates.hpp"
#include "validation/experiments/hpmc/schemes.hpp"
#include "validation/experiments/hpmc/shape_chains.hpp"

namespace touchstone::validation::hpmc {
namespace {

using shapes::Configuration;

struct Fluid {
  std::string name;
  ChainRun run;
  double range;            ///< range of trial changes of the volume
  double compressibility;  ///< beta P / rho, about
  shapes::ScaleParameters scale = {};

  double density() const { return static_cast<double>(run.start.size()) / run.start.box.volume(); }
};

/// Larger classes have four times the bodies: the two ensembles differ by 1 / N.
std::vector<Fluid> fluids(int more) {
  const int wide = more > 1 ? 2 : 1;
  const auto run = [&](const std::string& body, int cells, double packing, double step) {
    return ChainRun{
        .start = shapes::simple_lattice(shapes::named_body(body), wide * cells, packing),
        .parameters = {.max_displacement = step, .max_rotation = 0.6},
        .equilibration = 300 * wide * wide,
        .samples = 200 * more};
  };
  return {{"disks", run("disk", 8, 0.5, 0.3), 0.003 / (wide * wide), 3.4, {}},
          {"pentagons",
           run("pentagon", 7, 0.45, 0.25),
           0.004 / (wide * wide),
           3.4,
           {.bins = 50, .degree = 3}},
          {"c-polygons",
           run("c-polygon", 6, 0.25, 0.35),
           0.006 / (wide * wide),
           3.0,
           {.range = 0.04, .bins = 20, .degree = 2}}};
}

/// beta P of each sample, from its own density.
BeginChain pressure_of(const Fluid& fluid) {
  struct Observer final : ChainObserver {
    explicit Observer(const Fluid& f) : distribution(f.run.start.types, f.scale) {}
    void add(const Configuration& c) override {
      distribution.add(c);
      all[0] += distribution.frame() * static_cast<double>(c.size()) / c.box.volume();
      ++all[1];
    }
    double value() const override { return all[0] / all[1]; }
    std::vector<double>& sums() override { return all; }
    shapes::ScaleDistribution distribution;
    std::vector<double> all{0, 0};  ///< sum of beta P, number of samples
  };
  return [=] { return std::make_unique<Observer>(fluid); };
}

Measurement blank(const Plan& plan, const Fluid& fluid, const std::string& name,
                  const std::string& metric, double runs) {
  const shapes::ShapeScheme& scheme = serial_scheme();
  Measurement m;
  m.name = fmt::format("hpmc/constant-pressure/{}-{}", fluid.name, name);
  m.record = blank_record(plan, "hpmc", metric);
  m.record.scheme = scheme.info.name;
  m.record.backend = scheme.info.backend;
  m.record.threads = plan.threads;
  m.record.params["case"] = "constant-pressure/" + fluid.name;
  m.record.params["system"] = fluid.name;
  m.record.params["bodies"] = fluid.run.start.size();
  m.record.params["density"] = fluid.density();
  m.record.params["chains"] = kShapeChains;
  m.record.params["samples"] = fluid.run.samples;
  m.cost = runs * fluid.run.trials() / 1e6;
  return m;
}

ChainRun named(ChainRun run, const Measurement& m) {
  run.name = m.name;
  return run;
}

Measurement estimators(const Plan& plan, const Fluid& fluid) {
  Measurement m = blank(plan, fluid, "estimators",
                        "beta P / rho by trial volumes, less that by the scale distribution", 2);
  const Aim aim = aim_at(m.record, effect_of(plan.problem_class), fluid.compressibility, false);
  const ChainRun run = named(fluid.run, m);
  m.measure = [=](ResultRecord& record, Bench& bench) {
    const ShapeChains one(serial_scheme(), run, record.seed,
                          trial_volumes_of(run.start.types, {.range = fluid.range}), 0.5, 1);
    const ShapeChains other(serial_scheme(), run, record.seed + 1,
                            scale_distribution_of(run.start.types, fluid.scale), 0.5, 1);
    const auto [volumes, contacts] = two_stage_means(chain_means(bench.chains, one, kShapeValue),
                                                     chain_means(bench.chains, other, kShapeValue),
                                                     kShapeChains, aim.of_stages());
    judge_difference_into(record, volumes, contacts, "one pressure", aim);
    record.note = fmt::format("{:.4f} and {:.4f}", volumes.mean, contacts.mean);
  };
  return m;
}

/// Trial changes of the volume whose work is up to 4 kT, whatever the number of bodies: larger ones
/// are hardly ever accepted.
ChainRun at_pressure(ChainRun run, double pressure) {
  run.parameters.box = {.pressure = pressure, .max_volume = 4 / pressure};
  return run;
}

/// The density that the pressure of constant volume, with its error, belongs to.
PublishedShapes density_expected(const Fluid& fluid, const Estimate& z,
                                 const std::vector<ChainState>& chains) {
  std::vector<std::vector<double>> volumes;  // sums of density_of()
  for (const ChainState& chain : chains)
    for (const unsigned part : {0u, 1u}) volumes.push_back(chain.series.at(sums_name(part)));
  std::sort(volumes.begin(), volumes.end());  // the order in which recorded values were added
  double mean = 0, square = 0;
  for (const std::vector<double>& v : volumes) {
    mean += v[0] / v[2] / static_cast<double>(volumes.size());
    square += v[1] / v[2] / static_cast<double>(volumes.size());
  }
  // d rho / d (beta P) = N var V / V^2; ensembles of N bodies differ by 1 / N.
  const double bodies = static_cast<double>(fluid.run.start.size());
  const double slope = bodies * (square - mean * mean) / (mean * mean);
  const double error = slope * z.standard_error * fluid.density();
  return {.value = {fluid.density(), error},
          .source = "the density of constant volume, with the error of its pressure",
          .further = 0.5 * fluid.density() / bodies,
          .why = "1 / (2 N) between ensembles, as one standard error"};
}

Measurement density_back(const Plan& plan, const Fluid& fluid) {
  Measurement m = blank(plan, fluid, "density", "density at the pressure of constant volume", 2);
  const Aim aim = aim_at(m.record, effect_of(plan.problem_class), fluid.density(), false);
  const ChainRun run = named(fluid.run, m);
  m.measure = [=](ResultRecord& record, Bench& bench) {
    const ShapeChains at_volume(serial_scheme(), run, record.seed,
                                scale_distribution_of(run.start.types, fluid.scale), 0.5, 1);
    const Estimate z = chain_estimate(bench.chains.run(at_volume), kShapeValue);
    const double pressure = z.mean * fluid.density();
    judge_halves_into(
        record, bench.chains,
        {serial_scheme(), at_pressure(run, pressure), record.seed + 1, density_of(run.start.size()),
         0.5},
        1, [&](const auto& chains) { return density_expected(fluid, z, chains); }, aim);
    record.note += fmt::format("; beta P = {:.5g}", pressure);
  };
  return m;
}

Measurement pressure_back(const Plan& plan, const Fluid& fluid) {
  Measurement m = blank(plan, fluid, "pressure", "pressure measured while one is imposed", 1);
  const double imposed = 3 * fluid.density();
  m.record.params["imposed"] = imposed;
  const bool disks = fluid.name == "disks";
  // Volumes forget so slowly that ten times the effort would not do.
  const Aim aim = aim_at(m.record, effect_of(plan.problem_class), imposed, false);
  const ChainRun run = named(at_pressure(fluid.run, imposed), m);
  m.measure = [=](ResultRecord& record, Bench& bench) {
    judge_halves_into(
        record, bench.chains,
        {serial_scheme(), run, record.seed, disks ? static_rift_pressures() : pressure_of(fluid)},
        1,
        PublishedShapes{.value = {imposed, 0},
                        .source = "the pressure imposed: exact for any number of bodies"},
        aim);
  };
  return m;
}

std::vector<Measurement> plan_constant_pressure(const Plan& plan) {
  const bool quick =
      plan.problem_class == ProblemClass::tiny || plan.problem_class == ProblemClass::S;
  const int more = quick ? 1 : plan.problem_class == ProblemClass::W ? 10 : 100;
  std::vector<Measurement> all;
  for (const Fluid& fluid : fluids(more)) {
    // Concave bodies need most: class S looks at them, and at one pressure of disks.
    const bool concave = fluid.name == "c-polygons";
    if (!quick || concave) all.push_back(estimators(plan, fluid));
    if (!quick || concave) all.push_back(density_back(plan, fluid));
    if (!quick || fluid.name == "disks") all.push_back(pressure_back(plan, fluid));
  }
  return all;
}

const bool registered = register_experiment(
    {"hpmc/constant-pressure",
     "Constant pressure and constant volume agree, and two estimators of the pressure, for convex "
     "and concave bodies.",
     plan_constant_pressure});

}  // namespace
}  // namespace touchstone::validation::hpmc
