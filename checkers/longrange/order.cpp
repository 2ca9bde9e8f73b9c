// checkers/longrange/order.cpp
// Purpose   Errors of coordinates at a given time fall as the claimed power of the time step.
// Source    Yoshida, Phys. Lett. A 150, 262 (1990); Rocha Filho, equation 4. The truth is a
//           Runge-Kutta trajectory in long double (truth.hpp).
// Method    The error is a h^N + b h^(N+1) + ..., so that the slope of its logarithm is N plus a
//           term that falls at least as h: what the slope changed when steps were halved bounds
//           what it still differs from its limit. Steps are refined until rounding, which is
//           measured, makes the slope uncertain. Orders are integers: the claim is right if N is
//           nearest to the slope and no other is within its uncertainty, wrong if another is
//           nearest and N is not within it, and undecided otherwise.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "checkers/longrange/cases.hpp"
#include "checkers/longrange/integrator_kind.hpp"
#include "checkers/longrange/truth.hpp"

namespace touchstone::integrator {
namespace {

using longrange::LongrangeScheme;
using longrange::Model;
using longrange::State;
using longrange::System;

constexpr std::size_t kParticles = 6;
constexpr double kTime = 4;
constexpr double kSoftening = 4;    // close pairs would hide high orders until rounding does
constexpr int kRefinements = 13;    // from 4 steps to 256, by factors of the root of 2
constexpr double kRounding = 0.25;  // uncertainty of a slope by rounding at which refining ends

/// The end of the true trajectory, and the error of its coordinates.
struct Truth {
  Exact q;
  double error = 0;
};

Truth truth_of(const System& system, const State& start, int order) {
  const std::uint64_t steps = order <= 4 ? 1000 : 6000;
  const Exact half = true_coordinates(system, start, kTime, steps / 2);
  Truth truth{true_coordinates(system, start, kTime, steps)};
  Exact correction;
  for (std::size_t i = 0; i < half.size(); ++i) {
    correction.push_back((truth.q[i] - half[i]) / 15);  // Runge and Kutta's method is of order 4
    truth.q[i] += correction.back();
  }
  truth.error = root_mean_square(correction);
  return truth;
}

/// Errors at one number of steps, as root of mean square.
struct Run {
  double steps = 0;
  double error = 0;
  double noise =
      0;  ///< uncertainty of the error: rounding of the program, of forces and of the truth
};

/// Slope of the error against the step, with bounds on what makes it differ from the order.
struct Slope {
  double order = 0;
  double rounding = std::numeric_limits<double>::infinity();
  double trend = std::numeric_limits<double>::infinity();
  double steps = 0;

  double uncertainty() const { return rounding + trend; }
};

/// State of random particles; angles have no full circles, which would only add rounding.
State start_of(const System& system, std::uint64_t seed) {
  State start = random_state(system, kParticles, seed);
  if (system.model != Model::plane)
    for (double& q : start.q) q = std::remainder(q, 2 * std::numbers::pi);
  return start;
}

constexpr double kShift = 0.7;
constexpr double kBoost = 0.5;  // all of the moving particles then move forwards

/// The state as seen from a moving place: its motion is the same, its rounding is not.
State seen_otherwise(State state) {
  for (double& q : state.q) q += kShift;
  for (double& p : state.p) p += kBoost;
  return state;
}

Run run_of(const LongrangeScheme& scheme, const System& system, const State& start,
           std::uint64_t steps, const Truth& truth) {
  const double h = kTime / static_cast<double>(steps);
  const State end = run(scheme, start, system, h, steps);
  const State other = run(scheme, seen_otherwise(start), system, h, steps);
  Exact errors;
  Exact noise;
  for (std::size_t i = 0; i < truth.q.size(); ++i) {
    errors.push_back(difference(system, end.q[i], static_cast<double>(truth.q[i])));
    noise.push_back(difference(system, other.q[i] - kShift - kBoost * kTime, end.q[i]));
  }
  return {
      static_cast<double>(steps), root_mean_square(errors),
      root_mean_square(noise) + truth.error +
          scheme.force_error * root_mean_square(true_forces(system, start)) * kTime * kTime / 2};
}

/// The slope from the run with half the steps, two runs before the last one, to the last.
Slope slope_of(const std::vector<Run>& runs, const std::vector<Slope>& earlier) {
  if (runs.size() < 3) return {};
  const Run& coarse = runs[runs.size() - 3];
  const Run& fine = runs.back();
  const double ratio = std::log(fine.steps / coarse.steps);
  Slope slope{.order = std::log(coarse.error / fine.error) / ratio,
              .rounding = (coarse.noise / coarse.error + fine.noise / fine.error) / ratio,
              .steps = fine.steps};
  if (runs.size() < 5) return slope;
  // The difference falls as h or faster: by the root of 2 from run to run, by 2 over two runs.
  slope.trend = std::max(std::abs(slope.order - earlier.back().order) / (std::numbers::sqrt2 - 1),
                         std::abs(slope.order - earlier[earlier.size() - 2].order));
  return slope;
}

/// The slope at the finest steps where rounding is no matter; the one before where it is at all.
Slope asymptotic_slope(const LongrangeScheme& scheme, const System& system, const State& start) {
  const Truth truth = truth_of(system, start, order_of(scheme.claims));
  std::vector<Run> runs;
  std::vector<Slope> slopes;
  for (int k = 0; k < kRefinements; ++k) {
    const auto steps = static_cast<std::uint64_t>(std::lround(4 * std::pow(2, k / 2.0)));
    runs.push_back(run_of(scheme, system, start, steps, truth));
    if (!std::isfinite(runs.back().error)) return {runs.back().error, 0, 0, runs.back().steps};
    const Slope slope = slope_of(runs, slopes);
    if (runs.size() > 2 && !(slope.rounding <= kRounding)) break;
    slopes.push_back(slope);
  }
  return slopes.empty() ? Slope{} : slopes.back();
}

Verdict verdict_of(const Slope& slope, int claimed) {
  const double off = std::abs(slope.order - claimed);
  if (!std::isfinite(off)) return Verdict::fail;
  const bool nearest = off < 0.5;
  const double next = nearest ? 1 - off : off;  // distance of what is to be told from it
  if (slope.uncertainty() >= std::min(1.0, next)) return Verdict::inconclusive;
  return nearest ? Verdict::pass : Verdict::fail;
}

/// How much a verdict on one model says. A method has one order: a model that decides speaks for
/// those whose errors fall to rounding before they show it, and a failure for all.
int weight(Verdict verdict) {
  if (verdict == Verdict::fail) return 2;
  return verdict == Verdict::pass ? 1 : 0;
}

std::string in_words(const Slope& slope, int claimed) {
  if (slope.steps == 0) return "errors are those of rounding at every step";
  return fmt::format("order {:.3f} +- {:.3f} at {} steps, claimed {}", slope.order,
                     slope.uncertainty(), slope.steps, claimed);
}

CheckResult order(const LongrangeScheme& scheme, const CheckContext& context) {
  const int claimed = order_of(scheme.claims);
  CheckResult result{.verdict = Verdict::pass, .unit = "orders"};
  nlohmann::json slopes = nlohmann::json::object();
  int told = -1;
  for (System system : systems_of(scheme)) {
    if (system.model != Model::hmf) system.softening = kSoftening;
    const Slope slope = asymptotic_slope(scheme, system, start_of(system, part_seed(context, 400)));
    slopes[std::string(name(system.model))] = {{"order", slope.order},
                                               {"rounding", slope.rounding},
                                               {"trend", slope.trend},
                                               {"steps", slope.steps}};
    const Verdict verdict = verdict_of(slope, claimed);
    if (weight(verdict) <= told) continue;
    told = weight(verdict);
    result.verdict = verdict;
    result.value = std::abs(slope.order - claimed);
    result.detail = text(system, kParticles) + ": " + in_words(slope, claimed);
  }
  result.params["claimed"] = claimed;
  result.params["slopes"] = slopes;
  return result;
}

const bool registered = register_check(
    IntegratorCheck{.name = "integrator/order",
                    .shows = "errors at a given time fall as the claimed power of the time step",
                    .needs = longrange::kAnyOrder,
                    .run = order});

}  // namespace
}  // namespace touchstone::integrator
