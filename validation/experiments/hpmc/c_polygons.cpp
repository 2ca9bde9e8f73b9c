// validation/experiments/hpmc/c_polygons.cpp
// Purpose   A dense fluid of concave bodies, C-shaped polygons at rho = 0.75, by independent
//           routes: scale distribution in both directions and trial volumes at constant volume, and
//           the density at the published pressure.
// Source    glotzerlab/hoomd-validation, simple_polygon: beta P = 6.205344(1124) from 32 runs of
//           4096 bodies at constant volume. rho is the number density; beta P / rho = 8.2738.
// Start     Even chains from a square lattice of bodies turned alike, whose pressure is nearly
//           twice too high and falls for ten thousand sweeps; odd chains from a dilute fluid that
//           was squeezed. Bodies hook into each other: expansions take 0.25 off beta P / rho.
// Cost      Nothing in class S; W seven minutes, A an hour and a half of one core.
#include <fmt/format.h>

#include <cmath>

#include "models/hpmc/bodies/named.hpp"
#include "validation/chain_estimates.hpp"
#include "validation/experiments/hpmc/compression.hpp"
#include "validation/experiments/hpmc/published.hpp"
#include "validation/experiments/hpmc/schemes.hpp"
#include "validation/experiments/hpmc/shape_chains.hpp"

namespace touchstone::validation::hpmc {
namespace {

using shapes::Configuration;
using shapes::RunParameters;

constexpr double kDensity = 0.75;
constexpr double kPacking = kDensity * 0.625;
constexpr shapes::ScaleParameters kScales{
    .range = 0.04, .bins = 16, .degree = 3, .all_pairs = true};

/// A dilute fluid that was compressed.
Configuration squeezed(int cells, std::uint64_t seed) {
  return compressed(shapes::simple_lattice(shapes::named_body("c-polygon"), cells, 0.25),
                    {.packing = kPacking,
                     .melting_displacement = 0.35,
                     .melting_rotation = 1,
                     .melting_steps = 1000,
                     .displacement = 0.15,
                     .rotation = 0.4},
                    seed);
}

ChainRun run_of(int cells, int samples) {
  ChainRun run{.start = shapes::simple_lattice(shapes::named_body("c-polygon"), cells, kPacking),
               .parameters = {.max_displacement = 0.2, .max_rotation = 0.6},
               .equilibration = 4000,
               .samples = samples,
               .steps_between = 5};
  const Configuration lattice = run.start;
  run.prepare = [=](std::size_t chain, std::uint64_t seed) {
    return chain % 2 == 0 ? lattice : squeezed(cells, seed);
  };
  return run;
}

struct Route {
  std::string name;
  std::string metric;
  ChainRun run;
  double resolution;
  double sample;  ///< seconds for each body, beside a microsecond for each trial move
  Published expected;
  BeginChain begin;
};

Measurement measurement(const Plan& plan, const Route& route, const std::string& source) {
  Measurement m;
  m.name = "hpmc/c-polygons/" + route.name;
  m.record = blank_record(plan, "hpmc", route.metric);
  m.record.scheme = serial_scheme().info.name;
  m.record.backend = serial_scheme().info.backend;
  m.record.threads = plan.threads;
  m.record.params["case"] = "c-polygons/" + route.name;
  m.record.params["system"] = "c-polygon";
  m.record.params["bodies"] = route.run.start.size();
  m.record.params["density"] = kDensity;
  m.record.params["chains"] = kShapeChains;
  m.record.params["samples"] = route.run.samples;
  const Aim aim(route.resolution);
  m.record.params["resolution"] = route.resolution;
  m.cost = route.run.trials() * 1.2e-6 + kShapeChains * static_cast<double>(route.run.samples) *
                                             route.sample *
                                             static_cast<double>(route.run.start.size());
  ChainRun run = route.run;
  run.name = m.name;
  m.measure = [=](ResultRecord& record, Bench& bench) {
    judge_halves_into(record, bench.chains, {serial_scheme(), run, record.seed, route.begin}, 1,
                      PublishedShapes{.value = route.expected, .source = source}, aim);
  };
  return m;
}

Route by_scales(int cells, int samples, double resolution, const Published& z) {
  const ChainRun run = run_of(cells, samples);
  return {fmt::format("scales-{}", cells * cells),        "beta P / rho", run, resolution, 25e-6, z,
          scale_distribution_of(run.start.types, kScales)};
}

/// About half of the configurations overlap within the range of the trial volumes.
Route by_volumes(int cells, int samples, double resolution, const Published& z) {
  const ChainRun run = run_of(cells, samples);
  const shapes::PerturbationParameters parameters{.range = 0.06 / (cells * cells), .steps = 4};
  return {fmt::format("volumes-{}", cells * cells),
          "beta P / rho by trial volumes",
          run,
          resolution,
          15e-6,
          z,
          trial_volumes_of(run.start.types, parameters)};
}

Route at_pressure(int cells, int samples, double resolution, const Published& pressure) {
  ChainRun run = run_of(cells, samples);
  const double bodies = cells * cells;
  run.parameters.box = {.pressure = pressure.value, .max_log_volume = 1.2 / bodies};
  // Allowance for finite size: 1 / (2 N) of the density, since the published system is larger.
  const Published expected{kDensity, 0.5 * kDensity / bodies};
  return {fmt::format("density-{}", cells * cells),
          "density at the published pressure",
          run,
          resolution,
          0,
          expected,
          density_of(run.start.size())};
}

std::vector<Measurement> plan_c_polygons(const Plan& plan) {
  if (plan.problem_class < ProblemClass::W) return {};
  const int more = plan.problem_class == ProblemClass::W ? 1 : 10;
  const double finer = std::sqrt(more);
  const PublishedShapes published =
      published_shapes("hoomd-validation", "c-polygon", "P", "NVT", kPacking);
  const Published pressure = published.value;
  const Published z{pressure.value / kDensity, pressure.uncertainty / kDensity};
  std::vector<Route> routes{by_scales(8, 1500 * more, 0.6 / finer, z),
                            by_scales(16, 500 * more, 0.6 / finer, z),
                            by_volumes(8, 1000 * more, 1.2 / finer, z),
                            at_pressure(8, 2000 * more, 0.03 / finer, pressure)};
  if (more > 1) routes.push_back(by_scales(32, 250 * more, 0.3, z));
  std::vector<Measurement> all;
  for (const Route& route : routes) all.push_back(measurement(plan, route, published.source));
  return all;
}

const bool registered = register_experiment(
    {"hpmc/c-polygons",
     "A dense fluid of concave bodies has the published pressure, by two estimators and by the "
     "density at that pressure.",
     plan_c_polygons});

}  // namespace
}  // namespace touchstone::validation::hpmc
