// validation/experiments/longrange/precision.cpp
// Purpose   Energies along the paper's runs (Figures 3 to 6), phase-space pictures of them, and
//           when pairs in single precision matter: the error of the energy against the time step.
// Source    Rocha Filho, section 4, Figures 3 to 6: particles at rest, homogeneous; dt = 0.1
//           (HMF) and 0.005, eps = 0.001, until t = 100, 20 and 40 as on the figures' axes. The
//           numbers of particles are not given; those of each class are in the records.
// Cost      Class S six seconds, class W about ten minutes, class A some hours.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "models/longrange/starts.hpp"
#include "validation/experiments/longrange/runs.hpp"

namespace touchstone::validation::longrange {
namespace {

namespace lr = touchstone::longrange;
using lr::LongrangeScheme;
using lr::Model;
using lr::RunParameters;
using lr::State;

/// One of the paper's runs.
struct Scene {
  const char* name;  ///< its figure
  Model model;
  double time_step;
  double time;               ///< the paper's, in every class
  std::size_t samples;       ///< number of samples of the energy
  std::size_t particles[3];  ///< class S, class W, beyond
};
constexpr Scene kScenes[] = {{"figure-3", Model::hmf, 0.1, 100, 200, {10'000, 100'000, 1'000'000}},
                             {"figure-4", Model::ring, 0.005, 20, 200, {256, 4096, 16'384}},
                             {"figure-5", Model::plane, 0.005, 40, 400, {256, 4096, 16'384}}};

std::size_t particles_of(const Scene& scene, ProblemClass size) {
  if (size <= ProblemClass::S) return scene.particles[0];
  return scene.particles[size == ProblemClass::W ? 1 : 2];
}

State start_of(const Scene& scene, std::size_t n, std::uint64_t seed) {
  return scene.model == Model::plane ? lr::annulus(n, 1, 1.5, seed) : lr::cold_circle(n, seed);
}

RunParameters parameters_of(const Scene& scene, const Plan& plan) {
  return {.system = {scene.model, scene.model == Model::hmf ? 0 : 1e-3},
          .time_step = scene.time_step,
          .threads = plan.threads};
}

/// Numbers of a figure, with four digits.
nlohmann::json rounded(const std::vector<double>& values) {
  nlohmann::json list = nlohmann::json::array();
  for (const double value : values) list.push_back(std::stod(fmt::format("{:.4g}", value)));
  return list;
}

Measurement energies(const Plan& plan, const LongrangeScheme& scheme, const Scene& scene) {
  const std::size_t n = particles_of(scene, plan.problem_class);
  const RunParameters p = parameters_of(scene, plan);
  const double steps = scene.time / scene.time_step;
  Measurement m = run_measurement(plan, fmt::format("relaxation/{}", scene.name),
                                  "largest relative error of the energy", scheme, p, n, steps);
  m.record.params["time"] = scene.time;
  m.measure = [=, &scheme](ResultRecord& record, Bench&) {
    const auto run = scheme.start(start_of(scene, n, record.seed), p);
    const auto between =
        static_cast<std::uint64_t>(std::llround(steps / static_cast<double>(scene.samples)));
    const EnergySeries series = follow_energies(*run, n, p.time_step, between, scene.samples);
    judge_known(record, series.largest_error(), 0, 1e-4,
                "Rocha Filho, Figures 3, 4 and 6 (of the order of 1e-6)",
                "few particles pass each other closely");
    record.params["series"] = {{"time", rounded(series.time)},
                               {"kinetic", rounded(series.kinetic)},
                               {"potential", rounded(series.potential)},
                               {"error", rounded(series.error)}};
  };
  return m;
}

/// Positions of the particles in phase space (circle) or in the plane, at some times.
Measurement picture(const Plan& plan, const LongrangeScheme& scheme, const Scene& scene,
                    std::vector<double> times) {
  const bool small = plan.problem_class <= ProblemClass::S;
  const std::size_t n = scene.model == Model::plane ? (small ? 1500 : 6000) : 20000;
  const std::size_t shown = small ? 1000 : 3000;
  RunParameters p = parameters_of(scene, plan);
  if (scene.model == Model::plane) p.time_step = 0.01;
  Measurement m =
      run_measurement(plan, fmt::format("picture/{}", scene.name), "relative error of the energy",
                      scheme, p, n, times.back() / p.time_step);
  m.measure = [=, &scheme](ResultRecord& record, Bench&) {
    // A water bag just above rest for the circle: filaments show where particles came from.
    const auto run = scheme.start(scene.model == Model::plane
                                      ? start_of(scene, n, record.seed)
                                      : lr::water_bag(n, 0.6 * std::numbers::pi, 0.1, record.seed),
                                  p);
    const double e0 = run->energies().total();
    nlohmann::json frames = nlohmann::json::array();
    double now = 0;
    for (const double time : times) {
      run->advance(static_cast<std::uint64_t>(std::llround((time - now) / p.time_step)));
      now = time;
      const State s = run->state();
      std::vector<double> x;
      std::vector<double> y;
      for (std::size_t i = 0; i < shown; ++i) {
        const bool plane = scene.model == Model::plane;
        x.push_back(plane ? s.q[i] : std::remainder(s.q[i], 2 * std::numbers::pi));
        y.push_back(plane ? s.q[n + i] : s.p[i]);
      }
      frames.push_back({{"time", time}, {"x", rounded(x)}, {"y", rounded(y)}});
    }
    const lr::Energies e = run->energies();
    judge_known(record, (e.total() - e0) / std::max(e.kinetic, std::abs(e.potential)), 0, 1e-3,
                "conservation of energy", "time step");
    record.params["series"] = frames;
  };
  return m;
}

/// The error of the energy at t = 3, past the first collapse, against the time step.
Measurement against_time_step(const Plan& plan, const LongrangeScheme& scheme, double time_step) {
  const std::size_t n = scaled(128, plan.problem_class);
  const Scene scene{"time-step", Model::plane, time_step, 3, 10, {}};
  RunParameters p = parameters_of(scene, plan);
  p.system.softening = 0.01;  // so that the smallest time step resolves every close pair
  const double steps = scene.time / time_step;
  Measurement m = run_measurement(plan, fmt::format("time-step/{}", time_step),
                                  "error of the energy at the end", scheme, p, n, steps);
  m.measure = [=, &scheme](ResultRecord& record, Bench&) {
    const auto run = scheme.start(start_of(scene, n, record.seed), p);
    const EnergySeries series = follow_energies(
        *run, n, time_step, static_cast<std::uint64_t>(std::llround(steps / 10)), scene.samples);
    judge_known(record, series.largest_error(), 0,
                1e3 * std::pow(time_step, 4) + 0.1 * scheme.force_error + 1e-12,
                "a bound, not a value", "fourth power of the time step, rounding of pairs");
  };
  return m;
}

std::vector<Measurement> plan_precision(const Plan& plan) {
  std::vector<Measurement> all;
  for (const Scene& scene : kScenes)
    for (const LongrangeScheme* scheme : schemes_for(scene.model))
      if (!scheme->info.baseline) all.push_back(energies(plan, *scheme, scene));
  all.push_back(picture(plan, quick_scheme(Model::hmf), kScenes[0], {0, 2, 4, 6, 10, 40}));
  all.push_back(picture(plan, quick_scheme(Model::plane), kScenes[2], {0, 0.8, 1.4, 1.8, 3, 8}));
  for (const LongrangeScheme* scheme : schemes_for(Model::plane))
    if (!scheme->info.baseline)
      for (const double time_step : {0.02, 0.01, 0.005, 0.0025, 0.00125})
        all.push_back(against_time_step(plan, *scheme, time_step));
  return all;
}

const bool registered = register_experiment(
    {"longrange/precision",
     "Energies along the paper's runs stay what they were, and single precision of pairs is seen "
     "only below a small time step.",
     plan_precision});

}  // namespace
}  // namespace touchstone::validation::longrange
