#include "models/disks/chains/static_rift.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "models/core/errors.hpp"
#include "models/disks/direct_sampling.hpp"
#include "models/disks/exact_cases.hpp"
#include "models/disks/start.hpp"

namespace touchstone::disks {
namespace {

constexpr double kPi = std::numbers::pi;

/// Mean and standard error of independent values.
struct Mean {
  double sum = 0;
  double squares = 0;
  double n = 0;
  void add(double value) {
    sum += value;
    squares += value * value;
    ++n;
  }
  double value() const { return sum / n; }
  double error() const { return std::sqrt((squares / n - value() * value()) / (n - 1)); }
  double z(double expected) const { return (value() - expected) / error(); }
};

struct Axes {
  Mean x;
  Mean y;
};

/// Means over independent equilibrium states.
Axes sampled(std::size_t disks, Box box, int states, double chain) {
  PhiloxStream stream = Philox(disks * 1000 + 7).stream(Purpose::test, 0, 0);
  const DirectSampler sampler(disks, box);
  Configuration c;
  Axes axes;
  for (int k = 0; k < states; ++k) {
    sampler.sample(stream, c);
    const RiftPressure p = static_rift_pressure(c, chain);
    axes.x.add(p.x);
    axes.y.add(p.y);
  }
  return axes;
}

void expect_exact(std::size_t disks, double side, double chain, int states) {
  const double exact = exact_torus(disks, side).pressure;
  const Axes axes = sampled(disks, {side, side}, states, chain);
  EXPECT_LT(std::abs(axes.x.z(exact)), 4) << axes.x.value() << " for " << exact;
  EXPECT_LT(std::abs(axes.y.z(exact)), 4) << axes.y.value() << " for " << exact;
  EXPECT_LT(axes.x.error(), 2e-3 * exact);  // the test sees an error of 1 %
  EXPECT_LT(axes.y.error(), 2e-3 * exact);
}

TEST(StaticRift, IsExactOnSmallTori) {
  expect_exact(2, 1 / 0.3, 0.1, 800000);
  expect_exact(3, 3, 0.1, 1600000);
  expect_exact(3, 5, 0.1, 400000);
  expect_exact(4, 4, 0.1, 800000);
  expect_exact(4, 5, 0.1, 400000);
}

// Near side 2 a chain winds around the box and meets the disks that it has moved itself. (At 2
// exactly, rows without gaps give the estimate an infinite variance.)
TEST(StaticRift, FollowsChainsAroundTheBox) {
  expect_exact(2, 2.1, 0.1, 1600000);
  expect_exact(2, 2.1, 0.5, 800000);
}

TEST(StaticRift, DoesNotDependOnTheChainLength) {
  for (const double chain : {0.05, 0.3, 0.5}) expect_exact(4, 5, chain, 600000);
}

// Two disks in a box of unequal sides: Z = V (V - pi) whatever the sides, P_x = P_y.
TEST(StaticRift, IsExactAlongEachAxisOfAnOblongBox) {
  const double area = 2.0 * 3.2;
  const double exact = 1 / area + 1 / (area - kPi);
  const Axes axes = sampled(2, {2, 3.2}, 400000, 0.1);
  EXPECT_LT(std::abs(axes.x.z(exact)), 4);
  EXPECT_LT(std::abs(axes.y.z(exact)), 4);
}

// The twin of the tests above: slips of an estimator, which the same comparison must reject.
TEST(StaticRift, PlantedFaultsAreSeen) {
  const double ideal = 4 / 16.0;
  const auto z = [ideal](double ideal_factor, double collision_factor) {
    PhiloxStream stream = Philox(21).stream(Purpose::test, 0, 0);
    const DirectSampler sampler(4, {4, 4});
    Configuration c;
    Mean mean;
    for (int k = 0; k < 400000; ++k) {
      sampler.sample(stream, c);
      const double collisions = static_rift_pressure(c).mean() - ideal;
      mean.add(ideal_factor * ideal + collision_factor * collisions);
    }
    return std::abs(mean.z(exact_torus(4, 4).pressure));
  };
  EXPECT_LT(z(1, 1), 4);
  EXPECT_GT(z(0.75, 1), 4);  // (N - 1) / N in the ideal term
  EXPECT_GT(z(1, 0.95), 4);  // every twentieth collision lost
  EXPECT_GT(z(1, 2), 4);     // ordered pairs for unordered
}

// Contacts known by hand: two disks on a line, the gap of one shorter than the chain.
TEST(StaticRift, CountsTheContactsOfASimpleRow) {
  Configuration c{{6, 6}, {{1, 1}, {2.05, 1}}};
  const double density = 2 / 36.0;
  RiftPressure p = static_rift_pressure(c, 0.1);
  EXPECT_NEAR(p.x, density * (1 + 1.0 / (2 * 0.1)), 1e-12);
  EXPECT_NEAR(p.y, density, 1e-12);
  c.centres[1] = {1.6, 1.84};  // oblique: contact along y at 0.8, along x at 0.54
  p = static_rift_pressure(c, 0.1);
  EXPECT_NEAR(p.y, density * (1 + 0.8 / (2 * 0.1)), 1e-12);
  const double along = std::sqrt(1 - 0.84 * 0.84);
  EXPECT_NEAR(p.x, density * (1 + along / (2 * 0.1)), 1e-12);
}

// All chains of a dense state against chains by all pairs on a copy that really moves.
double chain_by_all_pairs(Configuration c, std::size_t active, double rest) {
  double sum = 0;
  for (;;) {
    double free = rest;
    double contact = 0;
    std::size_t next = c.size();
    for (std::size_t j = 0; j < c.size(); ++j) {
      if (j == active) continue;
      for (int image_x = -1; image_x <= 1; ++image_x)
        for (int image_y = -1; image_y <= 1; ++image_y) {
          const double x = c.centres[j].x + image_x * c.box.width - c.centres[active].x;
          const double y = c.centres[j].y + image_y * c.box.height - c.centres[active].y;
          if (x <= 0 || y * y >= 1) continue;
          const double reach = std::sqrt(1 - y * y);
          if (x - reach >= free) continue;
          free = std::max(0.0, x - reach);
          contact = reach;
          next = j;
        }
    }
    c.centres[active] = c.box.wrap({c.centres[active].x + free, c.centres[active].y});
    if (next == c.size()) return sum;
    rest -= free;
    sum += contact;
    active = next;
  }
}

TEST(StaticRift, EqualsChainsThatReallyMove) {
  const auto by_all_pairs = [](const Configuration& c, double chain) {
    double sum = 0;
    for (std::size_t i = 0; i < c.size(); ++i) sum += chain_by_all_pairs(c, i, chain);
    return c.density() * (1 + sum / (static_cast<double>(c.size()) * chain));
  };
  for (const double chain : {0.1, 0.5})
    for (const auto& [disks, packing] : {std::pair<std::size_t, double>{4, 0.55},
                                         {6, 0.6},
                                         {9, 0.7},
                                         {20, 0.7},
                                         {72, 0.72},
                                         {200, 0.3}})
      for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const Configuration c = compressed_start(disks, packing, kSquare, seed);
        EXPECT_NEAR(static_rift_pressure(c, chain).x, by_all_pairs(c, chain), 1e-9)
            << disks << " disks, seed " << seed;
      }
}

TEST(StaticRift, IsInfiniteWhenRowsAreJammed) {
  // binary fractions: the contacts are exact
  const Configuration c{{4, 4}, {{0, 1}, {1, 1}, {2, 1}, {3, 1}}};
  EXPECT_TRUE(std::isinf(static_rift_pressure(c).x));
  EXPECT_NEAR(static_rift_pressure(c).y, 4 / 16.0, 1e-12);
}

// A grid of cells a diameter wide would need more cells than memory, or an integer, holds.
TEST(StaticRift, JudgesDiluteSystemsOfAnySize) {
  for (const double side : {1e6, 0x1p32, 1e20}) {
    const Configuration c{{side, side}, {{1, 1}, {2.05, 1}}};
    const double density = 2 / (side * side);
    EXPECT_NEAR(static_rift_pressure(c, 0.1).x / density, 1 + 1.0 / (2 * 0.1), 1e-12) << side;
    EXPECT_NEAR(static_rift_pressure(c, 0.1).y / density, 1, 1e-12) << side;
  }
  EXPECT_NO_THROW(static_rift_pressure({{1e15, 2}, {{1, 1}, {5e14, 1}}}));
}

// Each lap of a chain around the box moves each disk by the gap.
TEST(StaticRift, ChainsNearAJamTakeManyLaps) {
  const double gap = 0.1 / 50000.25;
  const Configuration c{{2 + gap, 2}, {{0, 1}, {1 + gap / 2, 1}}};
  const double collisions = 50000;  // the first after gap / 2, the others after gap
  EXPECT_NEAR(static_rift_pressure(c, 0.1).x / c.density(), 1 + collisions / 0.1, 1e-5);
  const Configuration jam{{2 + 1e-9, 2}, {{0, 1}, {1 + 0.5e-9, 1}}};
  EXPECT_THROW(static_rift_pressure(jam, 0.1), InputError);
}

TEST(StaticRift, RefusesWhatItCannotJudge) {
  EXPECT_THROW(static_rift_pressure({{5, 5}, {}}), InputError);
  EXPECT_THROW(static_rift_pressure({{1.9, 5}, {{0, 0}}}), InputError);
  EXPECT_THROW(static_rift_pressure({{5, 5}, {{0, 0}}}, 0.0), InputError);
  EXPECT_THROW(static_rift_pressure({{5, 5}, {{0, 0}}}, 0.6), InputError);
}

}  // namespace
}  // namespace touchstone::disks
