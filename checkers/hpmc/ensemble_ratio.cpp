// checkers/hpmc/ensemble_ratio.cpp
// Purpose   Four disks in boxes at two pressures: the logarithm of the ratio of the distributions
//           p1 and p2 of V is linear in V, with slope beta (P2 - P1). Nothing needs to be known of
//           the distributions themselves.
// Source    M. R. Shirts, J. Chem. Theory Comput. 9, 909 (2013).
// Method    The slope by maximum likelihood from all volumes, without bins, with an error from
//           their autocorrelation (statistics/ensemble_ratio.hpp). The low pressure has
//           moves of V, the high one moves of ln V: a factor of V that only one of them has too
//           much, as N + 1 for N, does not cancel. That one changes the slope by 13 per cent.
// Power     About 0.13 of P2 - P1 with a chance of one half, at worst kResolution; a third of it
//           with --nightly.
// Sees not  A number added to both pressures, and a factor g(V) that both kinds of moves have in
//           common: bodies of a wrong size, images that are forgotten.
#include "statistics/ensemble_ratio.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "checkers/hpmc/shape_kind.hpp"
#include "checkers/hpmc/simulation_cases.hpp"
#include "statistics/judge.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::BoxMoves;
using shapes::ShapeScheme;

constexpr int kSteps = 16000;              ///< volumes of each series
constexpr double kLeastEffort = 0.5;       ///< shorter series say too little of their errors
constexpr int kEquilibration = 200;        ///< steps left out
constexpr int kCells = 2;                  ///< disks along each edge
constexpr int kTrials = 4;                 ///< trial moves of the box in a step
constexpr double kLow = 0.3, kHigh = 0.8;  ///< beta P in inverse squares of the diameter
constexpr double kResolution = 0.2;        ///< share of P2 - P1
constexpr double kLeastWorth = 600;        ///< independent volumes below which nothing is decided

std::vector<double> volumes(const ShapeScheme& scheme, const BoxMoves& moves, int steps,
                            std::uint64_t seed) {
  shapes::RunParameters p{.max_displacement = 0.5, .sweeps_per_step = 1, .seed = seed};
  p.box = moves;
  const auto run = scheme.start(test_lattice("disk", kCells, 0.3), p);
  run->advance(kEquilibration);
  std::vector<double> series;
  for (int step = 0; step < steps; ++step) {
    run->advance(1);
    series.push_back(run->configuration().box.volume());
  }
  return series;
}

CheckResult ensemble_ratio(const ShapeScheme& scheme, const CheckContext& context) {
  constexpr double kExpected = kHigh - kLow;
  const double effort = std::max(kLeastEffort, context.effort);
  const double part = std::min(1.0, effort);
  const int steps = static_cast<int>(kSteps * effort);
  const auto low = volumes(scheme, {.pressure = kLow, .max_volume = 12, .per_step = kTrials}, steps,
                           part_seed(context, 70));
  const auto high = volumes(scheme, {.pressure = kHigh, .max_log_volume = 1.2, .per_step = kTrials},
                            steps, part_seed(context, 71));
  const Estimate slope = ensemble_slope(low, high);
  const Judgement found =
      judge(slope, {kExpected, 0}, kResolution / std::sqrt(part) * kExpected, context.false_alarm);
  const bool few = !(slope.effective_samples >= kLeastWorth * part);
  const auto trials = 2ull * static_cast<unsigned>(steps + kEquilibration);
  return {.verdict = few ? Verdict::inconclusive : found.verdict,
          .value = found.z,
          .unit = "z",
          .trials = trials * (kCells * kCells + kTrials),
          .false_alarm = context.false_alarm,
          .smallest_effect = found.smallest_effect / kExpected,
          .p = found.p,
          .detail = few ? fmt::format("{:.0f} independent volumes, decided from {:.0f} on",
                                      slope.effective_samples, kLeastWorth * part)
                        : fmt::format("slope of ln(p1 / p2) {:.4g} +- {:.2g}, expected {:.4g}",
                                      slope.mean, slope.standard_error, kExpected),
          .params = {{"slope", slope.mean},
                     {"slope_error", slope.standard_error},
                     {"independent_volumes", slope.effective_samples}}};
}

const bool registered = register_check(
    ShapeCheck{.name = "shapes/ensemble ratio",
               .shows = "distributions of V at two pressures differ by exp(beta (P2 - P1) V) alone",
               .needs = Claims::global_balance,
               .run = ensemble_ratio,
               .only = {.of_box_moves = true},
               .many_steps = true});

}  // namespace
}  // namespace touchstone::hpmc
