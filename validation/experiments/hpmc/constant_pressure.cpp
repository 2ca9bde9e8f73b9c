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
#include <mutex>

#include "models/shapes/bodies/named.hpp"
#include "models/shapes/observables/volume_perturbation.hpp"
#include "validation/chain_estimates.hpp"
#include "validation/experiments/hpmc/schemes.hpp"
#include "validation/experiments/hpmc/shape_chains.hpp"

namespace touchstone::validation::hpmc {
namespace {

using shapes::Configuration;

struct Fluid {
  std::string name;
  ChainRun run;
  double range;       ///< range of trial changes of the volume
  double resolution;  ///< resolution of beta P / rho, in class S
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
  return {{"disks", run("disk", 8, 0.5, 0.3), 0.003 / (wide * wide), 1.8, {}},
          {"pentagons",
           run("pentagon", 7, 0.45, 0.25),
           0.004 / (wide * wide),
           2.4,
           {.bins = 50, .degree = 3}},
          {"c-polygons",
           run("c-polygon", 6, 0.25, 0.35),
           0.006 / (wide * wide),
           2.0,
           {.range = 0.04, .bins = 20, .degree = 2}}};
}

BeginChain volume_perturbation_of(const Fluid& fluid) {
  return [=] {
    const auto estimator = std::make_shared<shapes::VolumePerturbation>(
        fluid.run.start.types, shapes::PerturbationParameters{.range = fluid.range});
    return ChainObserver{[=](const Configuration& c) { estimator->add(c); },
                         [=] { return estimator->compressibility(); }};
  };
}

/// beta P of each sample, from its own density.
BeginChain pressure_of(const Fluid& fluid) {
  return [=] {
    const auto distribution =
        std::make_shared<shapes::ScaleDistribution>(fluid.run.start.types, fluid.scale);
    const auto sum = std::make_shared<double>(0);
    return ChainObserver{[=](const Configuration& c) {
                           distribution->add(c);
                           *sum += distribution->frame() * static_cast<double>(c.size()) /
                                   c.box.volume();
                         },
                         [=] { return *sum / static_cast<double>(distribution->samples()); }};
  };
}

struct Volumes {
  double sum = 0, sum2 = 0;
  int count = 0;
};

/// Density at the mean volume; volumes of all chains are added to `all`.
BeginChain density_of(double bodies, const std::shared_ptr<std::vector<Volumes>>& all) {
  return [=] {
    const auto own = std::make_shared<Volumes>();
    return ChainObserver{[=](const Configuration& c) {
                           const double v = c.box.volume();
                           own->sum += v;
                           own->sum2 += v * v;
                           ++own->count;
                         },
                         [=] {
                           static std::mutex adding;
                           const std::lock_guard lock(adding);
                           all->push_back(*own);
                           return bodies * own->count / own->sum;
                         }};
  };
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

Measurement estimators(const Plan& plan, const Fluid& fluid, double more) {
  Measurement m = blank(plan, fluid, "estimators",
                        "beta P / rho by trial volumes, less that by the scale distribution", 2);
  const double resolution = fluid.resolution / std::sqrt(more);
  m.record.params["resolution"] = resolution;
  m.measure = [=](ResultRecord& record, Bench& bench) {
    const shapes::ShapeScheme& scheme = serial_scheme();
    const ShapeChains one{scheme, fluid.run, record.seed,
                          bench,  0.5,       volume_perturbation_of(fluid)};
    const ShapeChains other{
        scheme, fluid.run, record.seed + 1,
        bench,  0.5,       scale_distribution_of(fluid.run.start.types, fluid.scale)};
    const auto [volumes, contacts] =
        two_stage_means(values_of(one), values_of(other), kShapeChains, resolution);
    judge_difference_into(record, volumes, contacts, "one pressure", resolution);
    record.note = fmt::format("{:.4f} and {:.4f}", volumes.mean, contacts.mean);
  };
  return m;
}

/// Trial changes of the volume whose work is up to 4 kT, whatever the number of bodies: larger ones
/// are hardly ever accepted.
ChainRun at_pressure(const Fluid& fluid, double pressure) {
  ChainRun run = fluid.run;
  run.parameters.box = {.pressure = pressure, .max_volume = 4 / pressure};
  return run;
}

Measurement density_back(const Plan& plan, const Fluid& fluid, double more) {
  Measurement m = blank(plan, fluid, "density", "density at the pressure of constant volume", 2);
  const double resolution = 0.12 * fluid.density() / std::sqrt(more);
  m.record.params["resolution"] = resolution;
  m.measure = [=](ResultRecord& record, Bench& bench) {
    const shapes::ShapeScheme& scheme = serial_scheme();
    const Estimate z = over_chains({scheme, fluid.run, record.seed, bench, 0.5,
                                    scale_distribution_of(fluid.run.start.types, fluid.scale)});
    const double bodies = static_cast<double>(fluid.run.start.size());
    const auto volumes = std::make_shared<std::vector<Volumes>>();
    const ChainRun run = at_pressure(fluid, z.mean * fluid.density());
    const auto expected = [&]() -> PublishedShapes {
      // Sums in the order of the values, not of the threads: the bits are the same.
      std::sort(volumes->begin(), volumes->end(),
                [](const Volumes& one, const Volumes& other) { return one.sum < other.sum; });
      double mean = 0, square = 0;
      for (const Volumes& v : *volumes) {
        mean += v.sum / v.count / static_cast<double>(volumes->size());
        square += v.sum2 / v.count / static_cast<double>(volumes->size());
      }
      // d rho / d (beta P) = N var V / V^2; ensembles of N bodies differ by 1 / N.
      const double slope = bodies * (square - mean * mean) / (mean * mean);
      const double error = slope * z.standard_error * fluid.density();
      return {.value = {fluid.density(), error},
              .source = "the density of constant volume, with the error of its pressure",
              .further = 0.5 * fluid.density() / bodies,
              .why = "1 / (2 N) between ensembles, as one standard error"};
    };
    judge_halves_into(record,
                      {scheme, run, record.seed + 1, bench, 0.5, density_of(bodies, volumes)}, 1,
                      expected, resolution);
    record.note += fmt::format("; beta P = {:.5g}", z.mean * fluid.density());
  };
  return m;
}

Measurement pressure_back(const Plan& plan, const Fluid& fluid, double more) {
  Measurement m = blank(plan, fluid, "pressure", "pressure measured while one is imposed", 1);
  const double imposed = 3 * fluid.density();
  const double resolution = fluid.resolution * fluid.density() / std::sqrt(more);
  m.record.params["imposed"] = imposed;
  m.record.params["resolution"] = resolution;
  m.measure = [=](ResultRecord& record, Bench& bench) {
    const ChainRun run = at_pressure(fluid, imposed);
    judge_halves_into(
        record, {serial_scheme(), run, record.seed, bench, 1, pressure_of(fluid)}, 1,
        PublishedShapes{.value = {imposed, 0},
                        .source = "the pressure imposed: exact for any number of bodies"},
        resolution);
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
    if (!quick || concave) all.push_back(estimators(plan, fluid, more));
    if (!quick || concave) all.push_back(density_back(plan, fluid, more));
    if (!quick || fluid.name == "disks") all.push_back(pressure_back(plan, fluid, more));
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
