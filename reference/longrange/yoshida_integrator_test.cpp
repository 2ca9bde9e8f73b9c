#include "reference/longrange/yoshida_integrator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "models/core/errors.hpp"
#include "models/longrange/exact.hpp"
#include "models/longrange/starts.hpp"
#include "reference/longrange/forces.hpp"

namespace touchstone::reference {
namespace {

using longrange::Model;
using longrange::State;
using longrange::System;

/// Largest difference from minus the numerical derivative of the potential.
double distance_from_gradient(const System& system, std::vector<double> q) {
  const std::vector<double> f = forces(system, q);
  constexpr double kH = 1e-4;
  double worst = 0;
  for (std::size_t i = 0; i < q.size(); ++i) {
    const double at = q[i];
    const auto difference = [&](double h) {
      q[i] = at + h;
      const double above = potential(system, q);
      q[i] = at - h;
      const double below = potential(system, q);
      q[i] = at;
      return (above - below) / (2 * h);
    };
    const double slope = (4 * difference(kH) - difference(2 * kH)) / 3;
    worst = std::max(worst, std::abs(f[i] + slope));
  }
  return worst;
}

TEST(Forces, AreMinusTheGradient) {
  EXPECT_LT(distance_from_gradient({Model::hmf, 0}, longrange::cold_circle(20, 1).q), 1e-10);
  EXPECT_LT(distance_from_gradient({Model::ring, 0.1}, longrange::cold_circle(20, 1).q), 1e-10);
  EXPECT_LT(distance_from_gradient({Model::plane, 0.1}, longrange::annulus(20, 1, 1.5, 1).q),
            1e-10);
}

// The paper prints a repulsion here.
TEST(Forces, OfTheRingAttract) {
  const std::vector<double> f = forces({Model::ring, 1e-3}, {0, 0.5});
  EXPECT_GT(f[0], 0);
  EXPECT_EQ(f[0], -f[1]);
}

// phi = acos(Mx / M), which loses the sign of My, is a fault of a public code.
TEST(Forces, OfTheHmfModelKnowTheSignOfTheMagnetisation) {
  const std::vector<double> up = forces({Model::hmf, 0}, {0.5, 1.0, 1.2});
  const std::vector<double> down = forces({Model::hmf, 0}, {-0.5, -1.0, -1.2});
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(up[i], -down[i], 1e-16);
}

State run(const System& system, const State& start, double time_step, std::uint64_t steps) {
  YoshidaIntegrator run(start, {.system = system, .time_step = time_step});
  run.advance(steps);
  return run.state();
}

TEST(YoshidaIntegrator, FollowsThePendulum) {
  const State end = run({Model::hmf, 0}, {{-1, 1}, {0, 0}}, 1e-3, 7000);
  EXPECT_NEAR(end.q[1] - end.q[0], longrange::hmf_pair_separation(2, 7), 1e-12);
}

TEST(YoshidaIntegrator, IsOfFourthOrder) {
  const State start{{-1, 1}, {0, 0}};
  const auto error = [&](double dt, std::uint64_t steps) {
    const State end = run({Model::hmf, 0}, start, dt, steps);
    return std::abs(end.q[1] - end.q[0] - longrange::hmf_pair_separation(2, 3));
  };
  EXPECT_NEAR(std::log2(error(0.1, 30) / error(0.05, 60)), 4, 0.1);
}

TEST(YoshidaIntegrator, FallsAsThePolygonDoes) {
  const State start = longrange::polygon(5, 1.2, 0);
  const double time = longrange::polygon_fall_time(5, 1.2, 0.4);
  const State end = run({Model::plane, 1e-14}, start, time / 1000, 1000);
  EXPECT_NEAR(std::hypot(end.q[0], end.q[5]), 0.4, 1e-10);
}

TEST(YoshidaIntegrator, DoesNotCountAParticleWithItself) {
  YoshidaIntegrator one({{0.3}, {0.5}}, {.system = {Model::ring, 1e-3}});
  EXPECT_EQ(one.energies().potential, 0);
  EXPECT_EQ(one.energies().kinetic, 0.125);
  one.advance(10);
  EXPECT_NEAR(one.state().q[0], 0.35, 1e-15);
}

TEST(YoshidaIntegrator, RefusesBadInput) {
  EXPECT_THROW(YoshidaIntegrator({{0}, {0}}, {.time_step = 0}), InputError);
  EXPECT_THROW(YoshidaIntegrator({{0}, {}}, {}), InputError);
}

TEST(YoshidaIntegrator, IsRegistered) {
  const auto& scheme = longrange::scheme("longrange/yoshida-reference");
  for (const Model model : longrange::kModels) EXPECT_TRUE(scheme.runs(model));
  EXPECT_EQ(names(scheme.claims).size(), 6u);
  EXPECT_THROW(longrange::scheme("longrange/yoshida"), InputError);
}

}  // namespace
}  // namespace touchstone::reference
