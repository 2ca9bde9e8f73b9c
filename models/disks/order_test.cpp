#include "models/disks/order.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "models/core/errors.hpp"
#include "models/core/random/philox.hpp"
#include "models/disks/exact_cases.hpp"
#include "models/disks/start.hpp"

namespace touchstone::disks {
namespace {

TEST(BondOrder, IsOneOnThePerfectLatticeAtAnyDensity) {
  for (const double packing : {0.05, 0.5, 0.7, 0.9}) {
    const BondOrder order = bond_order(hexagonal_start(72, packing, kHexagonal72));
    EXPECT_NEAR(std::abs(order.global), 1, 1e-9);
    EXPECT_NEAR(order.mean_local, 1, 1e-9);
    EXPECT_NEAR(order.neighbours, 6, 1e-12);
  }
}

// Rows along x: neighbours at multiples of 60 degrees, phase 0. Turned by 90 degrees: phase 540.
TEST(BondOrder, PhaseIsSixTimesTheOrientation) {
  const Configuration rows = hexagonal_start(72, 0.7, kHexagonal72);
  EXPECT_NEAR(std::arg(bond_order(rows).global), 0, 1e-6);
  Configuration turned{{rows.box.height, rows.box.width}, {}};
  for (const auto p : rows.centres) turned.centres.push_back(turned.box.wrap({-p.y, p.x}));
  EXPECT_NEAR(std::abs(std::arg(bond_order(turned).global)), std::numbers::pi, 1e-6);
}

// An independent route: every disk's neighbours by all pairs and angles by atan2.
TEST(BondOrder, EqualsTheDefinition) {
  const Configuration c = compressed_start(200, 0.7, kSquare, 4);
  const double range = 1.3660254037844386 * lattice_spacing(c);
  std::complex<double> global = 0;
  for (std::size_t i = 0; i < c.size(); ++i) {
    std::complex<double> sum = 0;
    double n = 0;
    for (std::size_t j = 0; j < c.size(); ++j) {
      if (i == j || c.box.distance2(c.centres[i], c.centres[j]) >= range * range) continue;
      const Vec<double> d = c.box.nearest(c.centres[i], c.centres[j]);
      sum += std::polar(1.0, 6 * std::atan2(d.y, d.x));
      ++n;
    }
    if (n > 0) global += sum / n / static_cast<double>(c.size());
  }
  EXPECT_NEAR(std::abs(bond_order(c).global - global), 0, 1e-10);
}

TEST(BondOrder, IsSmallInADiluteGas) {
  const BondOrder gas = bond_order(random_start(20000, 0.1, kSquare, 2));
  // psi_6 of disks is nearly independent, |psi_6| of order 0.5: |Psi_6| ~ 0.5 / sqrt(N)
  EXPECT_LT(std::abs(gas.global), 0.03);
  EXPECT_GT(gas.mean_local, 0.3);
  EXPECT_LT(bond_order(compressed_start(4096, 0.7, kSquare, 2)).mean_local, 0.9);
}

TEST(BondOrder, DoesNotDependOnPlaceOrNumbering) {
  Configuration c = compressed_start(100, 0.7, kSquare, 3);
  const std::complex<double> before = bond_order(c).global;
  for (auto& p : c.centres) p = c.box.wrap({p.x + 1.7, p.y - 3.1});
  std::reverse(c.centres.begin(), c.centres.end());
  EXPECT_NEAR(std::abs(bond_order(c).global - before), 0, 1e-12);
}

TEST(PairsWithin, CountsEachPairOnce) {
  const Configuration c{{8, 8}, {{1, 1}, {2.01, 1}, {1, 7.9}, {5, 5}}};
  const std::vector<double> n = pairs_within(c, {1.2, 1.02, 2.0});
  EXPECT_EQ(n[0], 2 / 4.0);  // 1.01 and 1.1
  EXPECT_EQ(n[1], 1 / 4.0);
  EXPECT_EQ(n[2], 3 / 4.0);  // and the oblique 1.49
  EXPECT_TRUE(pairs_within(c, {}).empty());
}

// Ideal pairs: the mean number per disk within r is (N - 1) pi r^2 / (2 V).
TEST(PairsWithin, IdealGas) {
  PhiloxStream stream = Philox(9).stream(Purpose::test, 0, 0);
  Configuration c{{10, 7}, std::vector<Vec<double>>(50)};
  double sum = 0;
  constexpr int kStates = 4000;
  for (int k = 0; k < kStates; ++k) {
    for (auto& p : c.centres) p = {10 * stream.uniform(), 7 * stream.uniform()};
    sum += pairs_within(c, {1.2})[0];
  }
  const double expected = 49 * std::numbers::pi * 1.44 / (2 * 70);
  const double error = std::sqrt(expected / 50 / kStates);  // independent pairs, nearly Poisson
  EXPECT_NEAR(sum / kStates, expected, 5 * error);
  EXPECT_GT(std::abs(sum / kStates - 50 / 49.0 * expected), 5 * error);  // twin: N instead of N - 1
}

TEST(Order, RefusesBoxesThatAreTooSmall) {
  EXPECT_THROW(bond_order({{5, 5}, {}}), InputError);
  EXPECT_THROW(bond_order({{4, 4}, {{1, 1}}}), InputError);
  EXPECT_THROW(pairs_within({{2.2, 5}, {{1, 1}}}, {1.2}), InputError);
}

}  // namespace
}  // namespace touchstone::disks
