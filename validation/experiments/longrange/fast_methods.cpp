// validation/experiments/longrange/fast_methods.cpp
// Purpose   Fast methods against direct sums: the error of their forces on random targets against
//           sums in long double, for several states, softenings and tolerances; and a whole run of
//           the Ring beside direct sums in double.
// Source    Rocha Filho, equations 1 and 3: the direct sum is the paper's algorithm, and the judge
//           here.
// Cost      Class S ten seconds. A direct sum is O(64 N), a fast one O(N).
// Not here  Their speed (benchmarks/longrange), states that they refuse (their unit tests).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "models/core/random/philox.hpp"
#include "models/longrange/force_on.hpp"
#include "models/longrange/starts.hpp"
#include "validation/experiments/longrange/runs.hpp"

namespace touchstone::validation::longrange {
namespace {

namespace lr = touchstone::longrange;
using lr::LongrangeScheme;
using lr::Model;
using lr::RunParameters;
using lr::State;

constexpr std::size_t kTargets = 64;

/// States: homogeneous, dense clusters, and with a thin halo or a few particles very far away.
State state_of(Model model, const std::string& shape, std::size_t n, std::uint64_t seed) {
  if (model == Model::ring)
    return shape == "uniform" ? lr::cold_circle(n, seed) : lr::water_bag(n, 0.01, 0, seed);
  if (shape == "annulus") return lr::annulus(n, 1, 1.5, seed);
  State s = lr::annulus(n, 0, shape == "clustered" ? 0.02 : 1, seed);
  for (std::size_t i = 0; i < n; ++i) {
    if (shape == "clustered") {
      s.q[i] += 0.3 * static_cast<double>(i % 5);
      s.q[n + i] += 0.2 * static_cast<double>(i % 7);
    } else if (i % 10 == 0) {
      const double stretched = shape == "halo" ? 4.5 : 300;
      s.q[i] *= stretched;
      s.q[n + i] *= stretched;
    }
  }
  return s;
}

/// Root of mean square of the errors at random targets, relative to that of the forces.
double force_error(const lr::System& system, const State& s, const std::vector<double>& found,
                   std::uint64_t seed) {
  const std::size_t n = particles(system, s);
  PhiloxStream random = Philox(seed).stream(Purpose::test, 0, 0xFA57u);
  long double wrong = 0;
  long double size = 0;
  for (std::size_t k = 0; k < kTargets; ++k) {
    const std::size_t i = random.below(static_cast<std::uint32_t>(n));
    for (std::size_t c = 0; c < dimensions(system.model); ++c) {
      const long double truth = lr::force_on(system, s.q, i, c);
      const long double error = found[c * n + i] - truth;
      wrong += error * error;
      size += truth * truth;
    }
  }
  return static_cast<double>(std::sqrt(wrong / size));
}

Measurement accuracy(const Plan& plan, const LongrangeScheme& scheme, const lr::System& system,
                     const std::string& shape, double tolerance) {
  const std::size_t n = scaled(1000, plan.problem_class);
  const RunParameters p{
      .system = system, .time_step = 0.005, .threads = plan.threads, .tolerance = tolerance};
  Measurement m =
      run_measurement(plan, fmt::format("fast/{}/{}/{}", shape, system.softening, tolerance),
                      "error of the forces", scheme, p, n, 0);
  m.record.params["shape"] = shape;
  m.record.params["tolerance"] = tolerance;
  m.cost = 2e-8 * kTargets * static_cast<double>(n) + 0.1;
  m.measure = [=, &scheme](ResultRecord& record, Bench&) {
    const State start = state_of(system.model, shape, n, record.seed);
    const auto run = scheme.start(start, p);
    judge_known(record, force_error(system, start, run->forces(), record.seed), 0,
                tolerance + 1e-13, "a bound, not a value", "the tolerance, and rounding");
  };
  return m;
}

/// Fast methods for the model, each with the widest vectors.
std::vector<const LongrangeScheme*> fast_methods(Model model) {
  std::vector<const LongrangeScheme*> all = lr::widest_first(model);
  std::erase_if(all, [](const LongrangeScheme* scheme) { return scheme->smallest_tolerance == 0; });
  return all;
}

const LongrangeScheme& direct_sums(Model model) {
  for (const LongrangeScheme* scheme : lr::widest_first(model))
    if (scheme->roofline == lr::Roofline::pairs_in_double) return *scheme;
  throw std::logic_error("no direct sums in double");
}

/// The kinetic energy of two runs of the Ring until chaos would tell them apart.
Measurement whole_run(const Plan& plan, const LongrangeScheme& scheme) {
  const bool small = plan.problem_class <= ProblemClass::S;
  const std::size_t n = small ? 1024 : 4096;
  const double time = small ? 2 : 4;
  const RunParameters p{.system = {Model::ring, 1e-3}, .time_step = 0.005, .threads = plan.threads};
  Measurement m = run_measurement(plan, "fast/whole-run", "largest difference of kinetic energy",
                                  scheme, p, n, time / p.time_step);
  m.record.params["shape"] = "whole run";
  m.record.params["time"] = time;
  m.measure = [=, &scheme](ResultRecord& record, Bench&) {
    const State start = lr::cold_circle(n, record.seed);
    const auto fast = scheme.start(start, p);
    const auto slow = direct_sums(Model::ring).start(start, p);
    double worst = 0;
    double largest = 0;
    for (int k = 0; k < 40; ++k) {
      const auto steps = static_cast<std::uint64_t>(std::llround(time / p.time_step / 40));
      fast->advance(steps);
      slow->advance(steps);
      const double a = fast->energies().kinetic;
      const double b = slow->energies().kinetic;
      worst = std::max(worst, std::isnan(a) ? HUGE_VAL : std::abs(a - b));
      largest = std::max(largest, b);
    }
    judge_known(record, worst / largest, 0, 1e-10, "direct sums in double",
                "rounding grows by exp(2.7) in a unit of time");
  };
  return m;
}

/// States of a model, with the radii that a method must reach.
struct Shape {
  Model model;
  const char* name;
  double radius;
};
constexpr Shape kShapes[] = {{Model::ring, "uniform", 1},    {Model::ring, "clustered", 1},
                             {Model::plane, "annulus", 1.5}, {Model::plane, "clustered", 1},
                             {Model::plane, "halo", 4.5},    {Model::plane, "far", 300}};

std::vector<Measurement> plan_fast(const Plan& plan) {
  std::vector<Measurement> all;
  for (const Shape& shape : kShapes)
    for (const LongrangeScheme* scheme : fast_methods(shape.model))
      for (const double softening : {1.0, 0.1, 1e-2, 1e-3, 1e-4, 1e-6})
        for (const double tolerance : {1e-3, 1e-6, 1e-9, 1e-12}) {
          if (tolerance < scheme->smallest_tolerance) continue;
          if (shape.radius > scheme->largest_range * std::sqrt(softening)) continue;
          all.push_back(accuracy(plan, *scheme, {shape.model, softening}, shape.name, tolerance));
        }
  for (const LongrangeScheme* scheme : fast_methods(Model::ring))
    all.push_back(whole_run(plan, *scheme));
  return all;
}

const bool registered = register_experiment(
    {"longrange/fast-methods",
     "Fast methods keep the tolerance that was asked for, and a run of the Ring is that of direct "
     "sums.",
     plan_fast});

}  // namespace
}  // namespace touchstone::validation::longrange
