// The law of trial moves, domains, weights of the fit at 0, and refusals.
#include <gtest/gtest.h>

#include <cmath>

#include "models/core/errors.hpp"
#include "models/hpmc/bodies/named.hpp"
#include "models/hpmc/boxes/domain_grid.hpp"
#include "models/hpmc/observables/scale_distribution.hpp"
#include "models/hpmc/registry.hpp"

namespace touchstone::shapes {
namespace {

TEST(SymmetricNumber, IsOddAboutZero) {
  EXPECT_EQ(symmetric_number(0), 0x1p-32);
  EXPECT_EQ(symmetric_number(0xFFFFFFFFu), -0x1p-32);
  EXPECT_EQ(symmetric_number(0x7FFFFFFFu), -symmetric_number(0x80000000u));
  EXPECT_LT(symmetric_number(0x7FFFFFFFu), 1.0);
}

TEST(MoveLaw, NeverTurnsDisks) {
  const Configuration disks = simple_lattice(named_body("disk"), 2, 0.3);
  EXPECT_EQ(move_law(disks, {}).threshold, std::uint64_t{1} << 32);
  const Configuration squares = simple_lattice(named_body("square"), 2, 0.3);
  EXPECT_EQ(move_law(squares, {.translations = 0.25}).threshold, std::uint64_t{1} << 30);
}

/// Bodies that two domains may move at the same time never come within the diameter.
TEST(DomainGrid, ActivePartsAreApart) {
  Box box = Box::square(7);
  box.xy = 0.3;
  const double diameter = 1.1;
  const DomainGrid grid(box, {3, 2, 1}, diameter);
  const auto images = box.images(2 * diameter);
  std::vector<std::pair<Vec3, std::uint32_t>> active;
  std::size_t points = 0;
  PhiloxStream random = Philox(1).stream(Purpose::test, 0, 0);
  for (; points < 1500; ++points) {
    const Vec3 r = box.wrap(box.from_fractional({random.uniform(), random.uniform(), 0}));
    const std::uint32_t domain = grid.domain(r);
    if (grid.active(r, domain)) active.emplace_back(r, domain);
  }
  EXPECT_NEAR(static_cast<double>(active.size()) / static_cast<double>(points),
              (1 - 3 * diameter / box.plane_distances()[0]) * (1 - 2 * diameter / 7), 0.06);
  for (const auto& [a, da] : active)
    for (const auto& [b, db] : active)
      for (const Vec3& image : images) {
        if (da != db) {
          EXPECT_GT(norm(b + image - a), diameter);
        }
      }
}

TEST(DomainGrid, RefusesWhatIsTooSmall) {
  EXPECT_THROW(DomainGrid(Box::square(4), {4, 1, 1}, 1), InputError);
  EXPECT_NO_THROW(DomainGrid(Box::square(4), {3, 1, 1}, 1));
}

TEST(WeightsAtZero, AreExactForPolynomials) {
  const std::vector<double> weights = weights_at_zero(200, 5);
  for (int power = 0; power <= 5; ++power) {
    double sum = 0;
    for (std::size_t k = 0; k < weights.size(); ++k)
      sum += weights[k] * (2 - std::pow((static_cast<double>(k) + 0.5) / 200, power));
    EXPECT_NEAR(sum, power == 0 ? 1 : 2, 1e-9);
  }
}

TEST(BoxMoves, RefuseVolumesThatAreNotPositive) {
  const BoxMoves moves{.pressure = 1, .max_volume = 100};
  int refused = 0;
  for (std::uint64_t step = 0; step < 100; ++step) {
    const BoxTrial trial = draw_box_trial(Philox(1), step, 0, Box::square(1), 10, moves);
    refused += std::isinf(trial.log_weight) ? 1 : 0;
  }
  EXPECT_GT(refused, 30);
  EXPECT_LT(refused, 70);
}

TEST(BoxMoves, RefuseABoxThatAllButCollapsed) {
  const Configuration c = simple_lattice(named_body("sphere"), 1, 0.1);
  EXPECT_TRUE(box_is_wide_enough(Box::cube(0.5), c, {.max_displacement = 0}));
  EXPECT_FALSE(box_is_wide_enough(Box::cube(1e-4), c, {.max_displacement = 0}));
}

}  // namespace
}  // namespace touchstone::shapes
