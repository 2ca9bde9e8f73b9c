#include "models/longrange/exact.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "models/core/errors.hpp"

namespace touchstone::longrange {
namespace {

// Computed independently to 12 digits.
TEST(HmfEquilibrium, EqualsTabulatedValues) {
  const double table[][3] = {{0.1, .947209054094, .097204992158},
                             {0.3, .815506201675, .265050364970},
                             {0.5, .621782480955, .386613453623},
                             {0.6, .485422216714, .435634728480},
                             {0.69, .308795914630, .475354916892}};
  for (const auto& [u, m, t] : table) {
    EXPECT_NEAR(hmf_equilibrium(u).magnetisation, m, 1e-11) << u;
    EXPECT_NEAR(hmf_equilibrium(u).temperature, t, 1e-11) << u;
  }
}

/// I0 or I1, by the power series.
double bessel(int order, double x) {
  double term = order == 0 ? 1 : x / 2, sum = 0;
  for (int k = 1; sum + term != sum; ++k) {
    sum += term;
    term *= x * x / 4 / (static_cast<double>(k) * (k + order));
  }
  return sum;
}

// Energies from near the least that is allowed to near the transition, where M falls to 1e-3.
TEST(HmfEquilibrium, SolvesBothOfItsEquationsAtAnyEnergy) {
  for (double below = 0.735; below > 1e-6; below *= 0.93) {
    const double u = 0.75 - below;
    const auto [m, t] = hmf_equilibrium(u);
    EXPECT_NEAR(m / (bessel(1, m / t) / bessel(0, m / t)), 1, 1e-12) << u;
    EXPECT_NEAR(t / 2 + (1 - m * m) / 2, u, 1e-14) << u;
  }
}

TEST(HmfEquilibrium, VanishesAsASquareRootAtTheTransition) {
  for (const double below : {1e-3, 1e-5}) {
    const double m = hmf_equilibrium(0.75 - below).magnetisation;
    EXPECT_NEAR(m * m / (1.6 * below), 1, 3 * below / 1e-3 * 0.01) << below;
  }
  EXPECT_EQ(hmf_equilibrium(0.75).magnetisation, 0);
  EXPECT_EQ(hmf_equilibrium(2).temperature, 3);
  EXPECT_THROW(hmf_equilibrium(0), InputError);
  EXPECT_THROW(hmf_equilibrium(std::nan("")), InputError);
}

TEST(Pendulum, StartsAtRestAndReturnsAfterItsPeriod) {
  const double d0 = 2.0;
  EXPECT_NEAR(hmf_pair_separation(d0, 0), d0, 1e-14);
  EXPECT_NEAR(hmf_pair_separation(d0, 1e-3), d0 - std::sin(d0) * 0.5e-6, 1e-12);
  const double small = 1e-3;  // harmonic: period 2 pi (1 + d0^2 / 16)
  const double period = 2 * std::numbers::pi * (1 + small * small / 16);
  EXPECT_NEAR(hmf_pair_separation(small, period), small, 1e-14);
  EXPECT_NEAR(hmf_pair_separation(small, period / 2), -small, 1e-14);
}

TEST(RingRates, EqualTabulatedValues) {
  EXPECT_NEAR(ring_cold_growth_rate(1e-3, 1), 1.007448, 1e-6);
  EXPECT_NEAR(ring_cold_growth_rate(1e-3, 3), 2.472537, 1e-6);
  EXPECT_NEAR(ring_cold_growth_rate(1e-3, 35), 8.7536, 1e-4);
  EXPECT_NEAR(ring_fourier_coefficient(1e-3, 0) / 2, -0.825413, 1e-6);
}

// For large eps the Ring is the HMF model on another scale of time: force = K force_hmf.
TEST(RingRates, BecomeThoseOfTheHmfModelForLargeSoftening) {
  for (const double eps : {1e2, 1e4}) {
    const double k = 1 / (2 * std::numbers::sqrt2 * std::pow(1 + eps, 1.5));
    EXPECT_NEAR(ring_cold_growth_rate(eps, 1) / std::sqrt(k), hmf_cold_growth_rate(), 2 / eps);
  }
}

TEST(Polygon, OfTwoIsThePair) {
  EXPECT_NEAR(polygon_rate(2, 0.75), plane_pair_rate(1.5, 0), 1e-15);
}

TEST(Polygon, FallsAsItsEnergySays) {
  // dt/dr = 1 / sqrt(2 a log(r0 / r))
  const double h = 1e-5;
  const double slope =
      (polygon_fall_time(4, 1.5, 0.8 + h) - polygon_fall_time(4, 1.5, 0.8 - h)) / (2 * h);
  EXPECT_NEAR(slope, -1 / std::sqrt(1.5 * std::log(1.5 / 0.8)), 1e-8);
  EXPECT_EQ(polygon_fall_time(4, 1.5, 1.5), 0);
}

}  // namespace
}  // namespace touchstone::longrange
