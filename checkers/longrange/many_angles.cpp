// checkers/longrange/many_angles.cpp
// Purpose   A step of the HMF model among so many particles that sums are made of many parts: by
//           threads, chunks, lanes and devices. Forces that a scheme tells of itself may be summed
//           elsewhere; here they show in how particles move.
// Source    Rocha Filho, equations 6 and 7; truth by a step of Runge and Kutta's in long double.
// Cost      70001 particles, a few steps; at night 1.2 million.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>
#include <vector>

#include "checkers/longrange/cases.hpp"
#include "checkers/longrange/integrator_kind.hpp"
#include "models/core/larger_or_nan.hpp"
#include "models/core/random/philox.hpp"

namespace touchstone::integrator {
namespace {

using longrange::IntegratorClaims;
using longrange::LongrangeScheme;
using longrange::Model;
using longrange::State;
using longrange::System;
using Numbers = std::vector<long double>;

/// More than 32 chunks of 256, and more than 256 of them, with none that is full at the end.
constexpr std::size_t kMany[] = {9001, 70001};
/// Chunks become longer when there would be more than 4096. Minutes on the grid emulator.
constexpr std::size_t kVeryMany = 1'200'001;
constexpr std::size_t kFew = 301;  ///< for programs that may sum all pairs
constexpr double kStep = 0.01;

std::vector<std::size_t> sizes(const LongrangeScheme& scheme, const CheckContext& context) {
  if (scheme.screened_starts) return {kFew};
  std::vector<std::size_t> all(std::begin(kMany), std::end(kMany));
  if (context.effort > 1) all.push_back(kVeryMany);
  return all;
}

/// Equation 6 for all particles.
Numbers hmf_forces(const Numbers& q) {
  long double cosine = 0, sine = 0;
  for (const long double angle : q) {
    cosine += std::cos(angle);
    sine += std::sin(angle);
  }
  const auto n = static_cast<long double>(q.size());
  Numbers f;
  for (const long double angle : q)
    f.push_back((std::cos(angle) * sine - std::sin(angle) * cosine) / n);
  return f;
}

Numbers sum(const Numbers& a, long double factor, const Numbers& b) {
  Numbers c;
  for (std::size_t i = 0; i < a.size(); ++i) c.push_back(a[i] + factor * b[i]);
  return c;
}

/// The classical step of fourth order.
State moved(const State& start) {
  const long double h = kStep;
  const Numbers q(start.q.begin(), start.q.end()), p(start.p.begin(), start.p.end());
  const Numbers f1 = hmf_forces(q), p2 = sum(p, h / 2, f1);
  const Numbers f2 = hmf_forces(sum(q, h / 2, p)), p3 = sum(p, h / 2, f2);
  const Numbers f3 = hmf_forces(sum(q, h / 2, p2)), p4 = sum(p, h, f3);
  const Numbers f4 = hmf_forces(sum(q, h, p3));
  const auto end = [h](const Numbers& x, const Numbers& a, const Numbers& b, const Numbers& c,
                       const Numbers& d) {
    const Numbers all = sum(sum(sum(sum(x, h / 6, a), h / 3, b), h / 3, c), h / 6, d);
    return std::vector<double>(all.begin(), all.end());
  };
  return {end(q, p, p2, p3, p4), end(p, f1, f2, f3, f4)};
}

/// The state with two thirds of its angles up to 3e9 turns away, where integers of 32 bits are too
/// small for the quarters of a turn.
State far_away(State state, std::uint64_t seed) {
  PhiloxStream random = Philox(seed).stream(Purpose::test, 0, 0xFA3u);
  for (double& q : state.q)
    if (random.below(3) != 0)
      q += 2 * std::numbers::pi * std::floor(3e9 * (2 * random.uniform() - 1));
  return state;
}

/// Error of the largest angle by its rounding in a step.
double rounding(const State& state) {
  double largest = 0;
  for (const double q : state.q) largest = std::max(largest, std::abs(q));
  return 8 * std::numeric_limits<double>::epsilon() * largest;
}

void hold_many(Bounds& bounds, const LongrangeScheme& scheme, const System& system,
               const State& start) {
  const std::size_t many = start.q.size();
  // Both have errors of the fifth power of a step; momenta and forces are about 1.
  bounds.hold(distance(system, fourth_order_run(scheme, start, system, kStep, 1), moved(start)),
              std::pow(kStep, 4) + rounding(start), text(system, many) + " step");
  const Numbers truth = hmf_forces({start.q.begin(), start.q.end()});
  const std::vector<double> found = begin(scheme, start, system, kStep)->forces();
  double largest = 0;
  for (std::size_t i = 0; i < many; ++i)
    largest = larger_or_nan(largest, static_cast<double>(std::abs(found.at(i) - truth[i])));
  bounds.hold(largest, std::max(1e-11, 100 * scheme.force_error), text(system, many) + " forces");
}

CheckResult many_angles(const LongrangeScheme& scheme, const CheckContext& context) {
  const auto& models = scheme.models;
  if (std::find(models.begin(), models.end(), Model::hmf) == models.end())
    return {.verdict = Verdict::not_run, .detail = "does not run the HMF model"};
  Bounds bounds;
  for (const System& system : systems_of(scheme)) {
    if (system.model != Model::hmf) continue;
    const auto start = [&](std::size_t n) {
      return random_state(system, n, part_seed(context, 190));
    };
    for (const std::size_t many : sizes(scheme, context))
      hold_many(bounds, scheme, system, start(many));
    hold_many(bounds, scheme, system, far_away(start(kFew), part_seed(context, 191)));
  }
  return bounds.result();
}

const bool registered = register_check(IntegratorCheck{
    .name = "integrator/many angles",
    .shows = "thousands of particles of the HMF model move by the field of all of them",
    .needs = IntegratorClaims::model,
    .run = many_angles});

}  // namespace
}  // namespace touchstone::integrator
