// checkers/longrange/initial_states.cpp
// Purpose   Initial states with long-range forces, and their laws a second time.
// Source    Rocha Filho, section 4; M. Antoni, S. Ruffo, Phys. Rev. E 52, 2361 (1995) (HMF).
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "checkers/starts/start_kind.hpp"
#include "models/longrange/starts.hpp"

namespace touchstone::starts {
namespace {

using longrange::State;
using std::numbers::pi;

constexpr std::size_t kParticles = 999;  // odd: what is drawn in pairs is cut
constexpr int kStarts = 20;

Drawn on_the_circle(const State& state) {
  Drawn drawn{.values = {{"angle", state.q}, {"momentum", state.p}}};
  if (state.q.size() != kParticles || state.p.size() != kParticles)
    drawn.wrong = fmt::format("{} angles, {} momenta", state.q.size(), state.p.size());
  return drawn;
}

Drawn in_the_plane(const State& state) {
  Drawn drawn;
  if (state.q.size() != 2 * kParticles || state.p.size() != 2 * kParticles)
    return {.wrong = fmt::format("{} coordinates, {} momenta", state.q.size(), state.p.size())};
  for (std::size_t i = 0; i < kParticles; ++i) {
    const double x = state.q[i], y = state.q[kParticles + i];
    drawn.values["x"].push_back(x);
    drawn.values["y"].push_back(y);
    drawn.values["radius"].push_back(std::hypot(x, y));
  }
  for (const double p : state.p)
    if (p != 0) drawn.wrong = "a particle that is not at rest";
  return drawn;
}

double within(std::mt19937_64& random, double half) { return half * (2 * uniform(random) - 1); }

Drawn water_bag(std::mt19937_64& random, double half_angle, double half_momentum) {
  State state;
  for (std::size_t i = 0; i < kParticles; ++i) {
    state.q.push_back(within(random, half_angle));
    state.p.push_back(within(random, half_momentum));
  }
  return on_the_circle(state);
}

/// Points of the square around the annulus, without those that are not in it.
Drawn annulus(std::mt19937_64& random, double inner, double outer) {
  State state{std::vector<double>(2 * kParticles), std::vector<double>(2 * kParticles, 0)};
  for (std::size_t i = 0; i < kParticles;) {
    const double x = within(random, outer), y = within(random, outer);
    if (std::hypot(x, y) < inner || std::hypot(x, y) > outer) continue;
    state.q[i] = x;
    state.q[kParticles + i++] = y;
  }
  return in_the_plane(state);
}

/// Mean cosine of angles with the weight exp(x cos), by the trapezoidal rule.
double mean_cosine(double x) {
  constexpr int kPoints = 1000;
  double sum = 0, weights = 0;
  for (int k = 0; k < kPoints; ++k) {
    const double cosine = std::cos(2 * pi * k / kPoints), weight = std::exp(x * (cosine - 1));
    sum += weight * cosine;
    weights += weight;
  }
  return sum / weights;
}

/// x = M / T at an energy per particle below 3/4, by bisection: U falls as x grows.
double field_at(double energy) {
  double low = 1e-3, high = 100;
  for (int k = 0; k < 100; ++k) {
    const double x = (low + high) / 2, m = mean_cosine(x), u = m / x / 2 + (1 - m * m) / 2;
    (u > energy ? low : high) = x;
  }
  return low;
}

Drawn hmf(std::mt19937_64& random, double field) {
  std::normal_distribution<double> normal(0, std::sqrt(mean_cosine(field) / field));
  State state;
  while (state.q.size() < kParticles) {
    const double angle = within(random, pi);
    if (uniform(random) > std::exp(field * (std::cos(angle) - 1))) continue;
    state.q.push_back(angle);
    state.p.push_back(normal(random));
  }
  return on_the_circle(state);
}

constexpr const char* kSource = "Rocha Filho, section 4";

const bool registered =
    register_generator(
        "longrange",
        {.info = {.name = "longrange/cold-circle", .source = kSource},
         .draw =
             [](std::uint64_t seed) {
               return on_the_circle(longrange::cold_circle(kParticles, seed));
             },
         .law = [](std::mt19937_64& random) { return water_bag(random, pi, 0); },
         .starts = kStarts,
         .many = [](std::size_t n,
                    std::uint64_t seed) { return longrange::cold_circle(n, seed).q; }}) &&
    register_generator(
        "longrange",
        {.info = {.name = "longrange/water-bag", .source = kSource},
         .draw =
             [](std::uint64_t seed) {
               return on_the_circle(longrange::water_bag(kParticles, 1.3, 0.7, seed));
             },
         .law = [](std::mt19937_64& random) { return water_bag(random, 1.3, 0.7); },
         .starts = kStarts,
         .many = [](std::size_t n,
                    std::uint64_t seed) { return longrange::water_bag(n, 1.3, 0.7, seed).p; },
         .refused = {[] { longrange::water_bag(0, 1, 1, 1); },
                     [] { longrange::water_bag(9, 0, 1, 1); },
                     [] { longrange::water_bag(9, pi * (1 + 1e-15), 1, 1); },
                     [] { longrange::water_bag(9, 1, -1e-9, 1); },
                     [] { longrange::water_bag(9, 1, HUGE_VAL, 1); },
                     [] { longrange::water_bag(9, std::nan(""), 1, 1); }}}) &&
    register_generator("longrange",
                       {.info = {.name = "longrange/annulus", .source = kSource},
                        .draw =
                            [](std::uint64_t seed) {
                              return in_the_plane(longrange::annulus(kParticles, 1, 1.5, seed));
                            },
                        .law = [](std::mt19937_64& random) { return annulus(random, 1, 1.5); },
                        .starts = kStarts,
                        .many =
                            [](std::size_t n, std::uint64_t seed) {
                              std::vector<double> x = longrange::annulus(n, 1, 1.5, seed).q;
                              x.resize(std::min(n, x.size()));
                              return x;
                            },
                        .refused = {[] { longrange::annulus(0, 1, 2, 1); },
                                    [] { longrange::annulus(9, -1e-9, 1, 1); },
                                    [] { longrange::annulus(9, 1, 1, 1); },
                                    [] { longrange::annulus(9, 0, HUGE_VAL, 1); },
                                    [] { longrange::annulus(9, std::nan(""), 1, 1); }}}) &&
    register_generator(
        "longrange",
        {.info = {.name = "longrange/hmf-equilibrium", .source = "Antoni, Ruffo 1995"},
         .draw =
             [](std::uint64_t seed) {
               return on_the_circle(longrange::hmf_equilibrium_start(kParticles, 0.5, seed));
             },
         .law = [field = field_at(0.5)](std::mt19937_64& random) { return hmf(random, field); },
         .starts = kStarts,
         .many =
             [](std::size_t n, std::uint64_t seed) {
               return longrange::hmf_equilibrium_start(n, 0.5, seed).q;
             }}) &&
    // Above the transition angles are uniform, whatever the momenta.
    register_generator(
        "longrange",
        {.info = {.name = "longrange/hmf-without-field", .source = "Antoni, Ruffo 1995"},
         .draw =
             [](std::uint64_t seed) {
               return on_the_circle(longrange::hmf_equilibrium_start(kParticles, 0.8, seed));
             },
         .law =
             [](std::mt19937_64& random) {
               std::normal_distribution<double> normal(0, std::sqrt(2 * 0.8 - 1));
               State state;
               for (std::size_t i = 0; i < kParticles; ++i) {
                 state.q.push_back(within(random, pi));
                 state.p.push_back(normal(random));
               }
               return on_the_circle(state);
             },
         .starts = kStarts});

}  // namespace
}  // namespace touchstone::starts
