#include "models/longrange/system.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

#include "models/core/errors.hpp"
#include "models/longrange/exact.hpp"
#include "models/longrange/pair_potential.hpp"
#include "models/longrange/registry.hpp"
#include "models/longrange/starts.hpp"
#include "models/longrange/yoshida.hpp"

namespace touchstone::longrange {
namespace {

std::string message(const std::function<void()>& body) {
  try {
    body();
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Parameters, AreRefusedWithTheReason) {
  const auto refused = [](RunParameters p, const char* words) {
    EXPECT_NE(message([&] { require_valid(p); }).find(words), std::string::npos)
        << message([&] { require_valid(p); });
  };
  refused({.system = {Model::hmf, 1e-3}}, "hmf: softening: expected 0: this model has none");
  refused({.system = {Model::ring, 0}},
          "ring: softening: expected a finite number of at least 1e-200, found 0");
  refused({.system = {Model::plane, 9.9e-201}}, "found 9.9e-201");
  refused({.system = {Model::ring, 10001}}, "ring: softening: expected at most 10000, found 10001");
  refused({.system = {Model::plane, -1}}, "found -1");
  refused({.system = {Model::ring, std::nan("")}}, "found nan");
  refused({.time_step = 0}, "time step: value: expected a positive finite number, found 0");
  refused({.time_step = -0.1}, "found -0.1");
  refused({.time_step = std::numeric_limits<double>::infinity()}, "found inf");
  refused({.threads = 0}, "threads");
  EXPECT_NO_THROW(require_valid({.system = {Model::plane, 1e-3}}));
}

TEST(States, AreRefusedWithTheReason) {
  const auto refused = [](const State& s, RunParameters p, const char* words) {
    const std::string found = message([&] { require_valid(p, s); });
    EXPECT_NE(found.find(words), std::string::npos) << found;
  };
  const RunParameters plane{.system = {Model::plane, 1e-3}};
  refused({}, {}, "a positive multiple of 1, found 0");
  refused({{1, 2, 3}, {1, 2, 3}}, plane, "a positive multiple of 2, found 3");
  refused({{1, 2}, {1}}, {}, "number of momenta: expected 2");
  refused({{1, std::nan("")}, {1, 2}}, {}, "coordinate 1: expected a finite number, found nan");
  refused({{1, 2}, {HUGE_VAL, 2}}, {}, "momentum 0");
  refused(cold_circle(100, 1), {.tile = 64}, "a multiple of 64, found 100");
  EXPECT_NO_THROW(require_valid({.tile = 50}, cold_circle(100, 1)));
  EXPECT_NE(message([] {
              require_startable("x", std::vector{Model::ring}, {}, cold_circle(2, 1));
            }).find("expected ring, found hmf"),
            std::string::npos);
}

TEST(Models, HaveNames) {
  for (const Model model : kModels) EXPECT_EQ(model_named(std::string(name(model))), model);
  EXPECT_NE(message([] { model_named("gravity"); }).find("'gravity-2d'"), std::string::npos);
}

TEST(Yoshida, CoefficientsSolveTheOrderConditions) {
  EXPECT_DOUBLE_EQ(kD0, 1 / (2 - kCubeRootOf2));
  EXPECT_DOUBLE_EQ(kD1, -kCubeRootOf2 / (2 - kCubeRootOf2));
  EXPECT_DOUBLE_EQ(kB0, kD0 / 2);
  EXPECT_NEAR(kB1, (kD0 + kD1) / 2, 1e-16);
  EXPECT_NEAR(2 * kB0 + 2 * kB1, 1, 1e-15);
  EXPECT_NEAR(2 * kD0 + kD1, 1, 1e-15);
  EXPECT_NEAR(2 * kD0 * kD0 * kD0 + kD1 * kD1 * kD1, 0, 1e-14);
}

TEST(PairPotential, IsTheDefinition) {
  const double d = 1.1;
  EXPECT_NEAR(pair_potential({Model::hmf, 0}, d, 0.0), 1 - std::cos(d), 1e-15);
  EXPECT_NEAR(pair_potential({Model::ring, 0.1}, d, 0.0),
              -1 / (std::numbers::sqrt2 * std::sqrt(1 - std::cos(d) + 0.1)), 1e-15);
  EXPECT_NEAR(pair_potential({Model::plane, 0.1}, 3.0, 4.0), std::log(25.1), 1e-15);
}

TEST(PairPotential, OfTheHmfModelIsThatOfItsMagnetisation) {
  const State s = water_bag(500, 1.5, 0, 3);
  const double m = magnetisation(s.q).length();
  EXPECT_NEAR(static_cast<double>(potential_energy({Model::hmf, 0}, s)), 250 * (1 - m * m), 1e-10);
}

TEST(Starts, DoNotDependOnTheNumberOfParticles) {
  const State few = annulus(10, 1, 1.5, 7);
  const State many = annulus(20, 1, 1.5, 7);
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_EQ(few.q[i], many.q[i]);
    EXPECT_EQ(few.q[10 + i], many.q[20 + i]);
  }
  EXPECT_NE(cold_circle(3, 1), cold_circle(3, 2));
}

TEST(Starts, HaveTheEnergiesOfTheirLaws) {
  constexpr std::size_t kN = 4000;
  // Magnetised water bag: M0 = sin(a) / a, U = Dp^2 / 6 + (1 - M0^2) / 2.
  const State bag = water_bag(kN, 1.2, 0.9, 1);
  EXPECT_NEAR(magnetisation(bag.q).length(), std::sin(1.2) / 1.2, 0.02);
  EXPECT_NEAR(kinetic_energy(bag) / kN, 0.81 / 6, 0.01);
  const HmfEquilibrium at = hmf_equilibrium(0.5);
  const State equilibrium = hmf_equilibrium_start(kN, 0.5, 1);
  EXPECT_NEAR(magnetisation(equilibrium.q).x, at.magnetisation, 0.04);
  EXPECT_NEAR(kinetic_energy(equilibrium) / kN, at.temperature / 2, 0.02);
  // Mean logarithm of the larger of two radii; 1.5 % is five deviations.
  const State shell = annulus(1000, 1, 1.5, 1);
  const auto v = potential_energy<double>({Model::plane, 1e-3}, shell);
  EXPECT_NEAR(v / 1000, 0.295967, 0.015);
  for (std::size_t i = 0; i < 1000; ++i) {
    const double r = std::hypot(shell.q[i], shell.q[1000 + i]);
    EXPECT_GE(r, 1 - 1e-12);
    EXPECT_LE(r, 1.5);
  }
}

TEST(Starts, RefuseWhatMakesNoSense) {
  EXPECT_NE(message([] { cold_circle(0, 1); }).find("number of particles"), std::string::npos);
  EXPECT_NE(message([] { annulus(5, 2, 1, 1); }).find("0 <= inner < outer"), std::string::npos);
  EXPECT_NE(message([] { water_bag(5, 4, 1, 1); }).find("(0, pi]"), std::string::npos);
  EXPECT_NE(message([] { water_bag(5, 1, -1, 1); }).find("half momentum"), std::string::npos);
}

}  // namespace
}  // namespace touchstone::longrange
