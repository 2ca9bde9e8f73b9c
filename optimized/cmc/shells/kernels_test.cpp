// The parts of the fast step against their definitions: field, searches in lanes, order.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "models/cmc/lfsr113.hpp"
#include "models/cmc/plummer.hpp"
#include "models/cmc/shell_potential.hpp"
#include "optimized/cmc/orbits/apsis_search.hpp"
#include "optimized/cmc/shells/field.hpp"
#include "optimized/cmc/shells/shell_order.hpp"

namespace touchstone::optimized {
namespace {

using cluster::Lfsr113;
using cluster::Stars;

TEST(Field, HasTheBitsOfTheShellPotential) {
  Stars stars = cluster::plummer::sample(3000, 4);
  stars.radius[2999] = 1e7;
  Field field;
  field.update(stars.radius, stars.mass);
  const cluster::ShellPotential shells = cluster::shell_potential(stars);
  for (std::size_t k = 0; k <= 3001; ++k) {
    EXPECT_EQ(field.radius(k), shells.radius[k]);
    EXPECT_EQ(field.u(k), shells.inverse_radius[k]);
    EXPECT_EQ(field.potential(k), shells.potential[k]);
    EXPECT_EQ(field.enclosed(k), shells.enclosed[k]);
  }
  Lfsr113 random(1);
  for (int k = 0; k < 20000; ++k) {
    const double r = 1e-4 * std::pow(1e12, random.uniform());
    ASSERT_EQ(field.interval(r), shells.interval(r)) << r;
  }
  for (const double r : stars.radius) ASSERT_EQ(field.interval(r), shells.interval(r)) << r;
}

/// Interval by interval, as a serial bisection finds them.
TEST(ApsisSearch, EveryVectorUnitFindsTheSameIntervals) {
  for (const std::size_t n : {25u, 1003u, 5000u}) {
    const Stars stars = cluster::plummer::sample(n, 4);
    Field field;
    field.update(stars.radius, stars.mass);
    const std::size_t padded = n + kApsisPadding;
    std::vector<double> mass(padded), energy(padded), momentum(padded);
    for (std::size_t i = 0; i < n; ++i) {
      mass[i] = stars.mass[i];
      energy[i] = 0.5 * stars.speed2(i) + field.potential(i + 1) + mass[i] * field.u(i + 1);
      momentum[i] = stars.radius[i] * stars.tangential_velocity[i];
    }
    const auto q = [&](std::size_t i, std::size_t k) {
      const double turning = momentum[i] * field.u(k);
      return 2 * energy[i] - 2 * field.felt_at_shell(mass[i], i + 1, k) - turning * turning;
    };
    for (const ApsisKernel& kernel : apsis_kernels()) {
      if (!kernel.available) continue;
      std::vector<std::int64_t> inner(padded), outer(padded);
      std::vector<double> q_own(padded), q_last(padded);
      std::vector<double> records(8 * padded), next(2 * padded);
      kernel.search({.records = field.records(),
                     .own = field.records() + Field::kRecord,
                     .tree = &field.tree(),
                     .last = static_cast<std::int64_t>(n) + 1,
                     .stars = static_cast<std::int64_t>(n),
                     .mass = mass.data(),
                     .energy = energy.data(),
                     .angular_momentum = momentum.data(),
                     .inner = inner.data(),
                     .outer = outer.data(),
                     .q_own = q_own.data(),
                     .q_last = q_last.data(),
                     .inner_records = {records.data(), next.data()},
                     .outer_records = {records.data() + 4 * padded, next.data() + padded}});
      for (std::size_t i = 0; i < n; ++i) {
        EXPECT_EQ(q_own[i], q(i, i + 1)) << kernel.backend;
        EXPECT_EQ(q_last[i], q(i, n + 1)) << kernel.backend;
        if (!(energy[i] < 0) || !(q_own[i] > 0)) continue;
        const auto in = static_cast<std::size_t>(inner[i]);
        const auto out = static_cast<std::size_t>(outer[i]);
        EXPECT_TRUE(!(q(i, in) > 0) && q(i, in + 1) > 0) << kernel.backend << ", star " << i;
        EXPECT_TRUE(q(i, out) > 0 && !(q(i, out + 1) > 0)) << kernel.backend << ", star " << i;
        EXPECT_EQ(records[4 * i + 1], field.potential(in));
        EXPECT_EQ(next[i], field.radius(in + 1));
        EXPECT_EQ(records[4 * (padded + i) + 2], field.enclosed(out));
        EXPECT_EQ(next[padded + i], field.radius(out + 1));
      }
    }
  }
}

TEST(ShellOrder, IsByRadiusThenIdWithoutThoseThatLeaveThread) {
  Lfsr113 random(5);
  for (const std::size_t shells : {40u, 3000u, 50000u}) {
    std::vector<double> radius;
    std::vector<std::uint32_t> id, interval;
    std::vector<std::uint8_t> leaves;
    for (std::uint32_t i = 0; i < 50000; ++i) {
      const double place = static_cast<double>(shells) * std::pow(random.uniform(), 3);
      // Many equal radii, behind some shells many stars and behind some none.
      radius.push_back(1e-9 * (1 + std::floor(3 * place) / 3));
      interval.push_back(static_cast<std::uint32_t>(place));
      id.push_back(49999 - i);
      leaves.push_back(random.uniform() < 0.1);
    }
    std::vector<std::uint32_t> expected;
    for (std::uint32_t i = 0; i < 50000; ++i)
      if (!leaves[i]) expected.push_back(i);
    std::sort(expected.begin(), expected.end(), [&](std::uint32_t a, std::uint32_t b) {
      return radius[a] != radius[b] ? radius[a] < radius[b] : id[a] < id[b];
    });
    ShellOrder order;
    for (const int threads : {1, 3}) {
      EXPECT_EQ(order(radius, id, leaves, interval, shells, threads), expected);
      for (std::size_t i = 0; i < expected.size(); ++i)
        ASSERT_EQ(order.radii()[i], radius[expected[i]]);
    }
    leaves.assign(50000, 1);
    EXPECT_TRUE(order(radius, id, leaves, interval, shells, 2).empty());
  }
}

}  // namespace
}  // namespace touchstone::optimized
