// validation/experiments/longrange/analytic.cpp
// Purpose   The long-range models beside what is known of them: equilibrium and fluctuations of the
//           HMF model, growth and oscillation of small waves, the virial of two-dimensional
//           gravity, a falling polygon.
// Source    models/longrange/exact.hpp; fluctuations above the transition N <M^2> = 1/(1 - beta/2)
//           and water-bag waves omega^2 = Dp^2 - 1/2 by linear response (Antoni and Ruffo,
//           Phys. Rev. E 52, 2361 (1995)).
// Cost      Class S some seconds.
// Not here  The same on a handful of particles, to round-off (checkers/integrator).
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "models/longrange/exact.hpp"
#include "models/longrange/starts.hpp"
#include "validation/experiments/longrange/runs.hpp"
#include "validation/experiments/longrange/water_bag.hpp"

namespace touchstone::validation::longrange {
namespace {

namespace lr = touchstone::longrange;
using lr::LongrangeScheme;
using lr::Model;
using lr::RunParameters;
using lr::State;
using std::numbers::pi;

double mean_square_magnetisation(lr::Simulation& run, double particles, int samples,
                                 std::uint64_t between) {
  double sum = 0;
  for (int k = 0; k < samples; ++k) {
    run.advance(between);
    sum += (1 - 2 * run.energies().potential / particles) / samples;  // equation 5
  }
  return sum;
}

Measurement equilibrium(const Plan& plan, const LongrangeScheme& scheme, double u) {
  const std::size_t n = scaled(4000, plan.problem_class);
  const RunParameters p{.system = {Model::hmf, 0}, .time_step = 0.1, .threads = plan.threads};
  Measurement m = run_measurement(plan, fmt::format("analytic/magnetisation-{:.2f}", u),
                                  "root mean square magnetisation", scheme, p, n, 1000);
  m.measure = [=, &scheme](ResultRecord& record, Bench&) {
    const auto run = scheme.start(lr::hmf_equilibrium_start(n, u, record.seed), p);
    const auto count = static_cast<double>(n);
    const double actual = run->energies().total() / count;
    const double found = std::sqrt(mean_square_magnetisation(*run, count, 200, 5));
    judge_known(record, found, lr::hmf_equilibrium(actual).magnetisation, 2.0 / std::sqrt(count),
                "M = I1(x)/I0(x), x = M/T, at the energy of the sample",
                "fluctuations of 0.4 / sqrt N, remembered for some units of time");
  };
  return m;
}

Measurement fluctuations(const Plan& plan, const LongrangeScheme& scheme, double u) {
  const std::size_t n = scaled(1000, plan.problem_class);
  const RunParameters p{.system = {Model::hmf, 0}, .time_step = 0.1, .threads = plan.threads};
  Measurement m = run_measurement(plan, fmt::format("analytic/fluctuations-{:.0f}", u),
                                  "N times mean square magnetisation", scheme, p, n, 10000);
  m.measure = [=, &scheme](ResultRecord& record, Bench&) {
    const auto run = scheme.start(lr::hmf_equilibrium_start(n, u, record.seed), p);
    const double count = static_cast<double>(n);
    const double beta = 1 / (2 * run->energies().total() / count - 1);
    const double expected = 1 / (1 - beta / 2);
    judge_known(record, count * mean_square_magnetisation(*run, count, 1000, 10), expected,
                0.4 * expected, "1 / (1 - beta/2)",
                "about 300 independent values of an exponential law");
  };
  return m;
}

Measurement oscillation(const Plan& plan, const LongrangeScheme& scheme, double half_momentum) {
  const QuietBag bag{.streams = 200, .per_stream = 32, .half_momentum = half_momentum};
  const RunParameters p{.system = {Model::hmf, 0}, .time_step = 0.05, .threads = plan.threads};
  Measurement m =
      run_measurement(plan, fmt::format("analytic/water-bag-{:.2f}", half_momentum),
                      "frequency of a water-bag wave", scheme, p, bag.particles(), 2000);
  m.measure = [=, &scheme](ResultRecord& record, Bench&) {
    const auto run = scheme.start(quiet_bag(bag, 1e-4), p);
    const double expected = std::sqrt(half_momentum * half_momentum - 0.5);
    judge_known(record, wave_frequency(*run, p.time_step, 100), expected, 0.005 * expected,
                "sqrt(Dp^2 - 1/2)", "ballistic transients and streams of finite width");
  };
  return m;
}

/// Amplitude of a cosine displacement over that at the start.
double growth_of(const LongrangeScheme& scheme, const RunParameters& p, std::size_t n,
                 unsigned mode, double time) {
  constexpr double kAmplitude = 1e-6;
  const auto run = scheme.start(lr::perturbed_lattice(n, mode, kAmplitude), p);
  run->advance(static_cast<std::uint64_t>(std::llround(time / p.time_step)));
  const State end = run->state();
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double angle = 2 * pi * static_cast<double>(i) / static_cast<double>(n);
    sum += std::remainder(end.q[i] - angle, 2 * pi) * std::cos(mode * angle);
  }
  return 2 * sum / (static_cast<double>(n) * kAmplitude);
}

Measurement growth(const Plan& plan, const LongrangeScheme& scheme, Model model, unsigned mode) {
  const bool ring = model == Model::ring;
  const double rate = ring ? lr::ring_cold_growth_rate(1e-3, mode) : lr::hmf_cold_growth_rate();
  const std::size_t n = 1024;
  const double time = 2.5;
  const RunParameters p{
      .system = {model, ring ? 1e-3 : 0}, .time_step = 0.05, .threads = plan.threads};
  Measurement m =
      run_measurement(plan, fmt::format("analytic/growth-{}-mode-{}", lr::name(model), mode),
                      "growth rate of a small wave", scheme, p, n, time / p.time_step);
  m.measure = [=, &scheme](ResultRecord& record, Bench&) {
    const double found = std::acosh(growth_of(scheme, p, n, mode, time)) / time;
    judge_known(record, found, rate, 1e-4 * rate,
                ring ? "k sqrt(-v_k) of equation 1" : "1 / sqrt 2", "time step of 0.05");
  };
  return m;
}

Measurement virial(const Plan& plan, const LongrangeScheme& scheme) {
  const std::size_t n = scaled(256, plan.problem_class);
  const RunParameters p{.system = {Model::plane, 1e-3}, .time_step = 0.02, .threads = plan.threads};
  Measurement m = run_measurement(plan, "analytic/virial", "mean kinetic energy per particle",
                                  scheme, p, n, 2000);
  m.measure = [=, &scheme](ResultRecord& record, Bench&) {
    const auto run = scheme.start(lr::annulus(n, 1, 1.5, record.seed), p);
    run->advance(500);
    const EnergySeries series = follow_energies(*run, n, p.time_step, 5, 300);
    double mean = 0;
    for (const double k : series.kinetic) mean += k / static_cast<double>(series.kinetic.size());
    const auto count = static_cast<double>(n);
    judge_known(record, mean, (count - 1) / (2 * count), 0.03, "virial of the logarithm",
                "softened pairs, and the breathing that is left from t = 10 to 40");
  };
  return m;
}

Measurement fall(const Plan& plan, const LongrangeScheme& scheme) {
  constexpr std::size_t kCorners = 12;
  const double time = lr::polygon_fall_time(kCorners, 1.5, 0.5);
  const RunParameters p{
      .system = {Model::plane, 1e-9}, .time_step = time / 500, .threads = plan.threads};
  Measurement m = run_measurement(plan, "analytic/falling-polygon", "radius of a falling polygon",
                                  scheme, p, kCorners, 500);
  m.measure = [=, &scheme](ResultRecord& record, Bench&) {
    const auto run = scheme.start(lr::polygon(kCorners, 1.5, 0), p);
    run->advance(500);
    const State end = run->state();
    judge_known(record, std::hypot(end.q[1], end.q[kCorners + 1]), 0.5,
                std::max(1e-7, 10 * scheme.force_error), "energy of the fall",
                "rounding of pairs, and softening of 1e-9");
  };
  return m;
}

std::vector<Measurement> plan_analytic(const Plan& plan) {
  std::vector<Measurement> all;
  for (const LongrangeScheme* scheme : schemes_for(Model::hmf)) {
    all.push_back(growth(plan, *scheme, Model::hmf, 1));
    all.push_back(equilibrium(plan, *scheme, 0.5));
    if (scheme->info.baseline) continue;
    for (const double u : {0.3, 0.6, 0.69}) all.push_back(equilibrium(plan, *scheme, u));
    for (const double u : {1.0, 2.0}) all.push_back(fluctuations(plan, *scheme, u));
    for (const double dp : {0.8, 1.0}) all.push_back(oscillation(plan, *scheme, dp));
  }
  for (const LongrangeScheme* scheme : schemes_for(Model::ring)) {
    // The reference would take long. Rounding of pairs in single precision grows beside the wave,
    // by e^22 in the quickest mode.
    if (scheme->info.baseline || scheme->force_error > 1e-9) continue;
    for (const unsigned mode : {1u, 3u}) all.push_back(growth(plan, *scheme, Model::ring, mode));
  }
  for (const LongrangeScheme* scheme : schemes_for(Model::plane)) {
    if (!scheme->info.baseline) all.push_back(virial(plan, *scheme));
    all.push_back(fall(plan, *scheme));
  }
  return all;
}

const bool registered = register_experiment(
    {"longrange/analytic",
     "The HMF, Ring and two-dimensional models do what is known of them without simulation.",
     plan_analytic});

}  // namespace
}  // namespace touchstone::validation::longrange
