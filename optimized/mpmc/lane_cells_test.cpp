#include "optimized/mpmc/lane_cells.hpp"

#include <gtest/gtest.h>

#include <set>

#include "models/disks/start.hpp"

namespace touchstone::optimized {
namespace {

/// Algorithm 3 as printed, for a grid of m x m cells without padding.
constexpr std::size_t algorithm3_index(std::size_t x, std::size_t y, std::size_t i, std::size_t m) {
  const std::size_t q = x % 2 != 0 ? (x + m) / 2 : x / 2;
  return (i * m + y) * m + q;
}

TEST(Algorithm3, IsABijectionWithEvenColumnsFirst) {
  constexpr std::size_t m = 8;
  std::set<std::size_t> seen;
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t y = 0; y < m; ++y)
      for (std::size_t x = 0; x < m; ++x) seen.insert(algorithm3_index(x, y, i, m));
  EXPECT_EQ(seen.size(), 4 * m * m);
  EXPECT_EQ(*seen.rbegin(), 4 * m * m - 1);
  EXPECT_EQ(algorithm3_index(2, 0, 0, m), algorithm3_index(0, 0, 0, m) + 1);
  EXPECT_EQ(algorithm3_index(1, 0, 0, m), m / 2);
  EXPECT_EQ(algorithm3_index(0, 1, 0, m), m);
  EXPECT_EQ(algorithm3_index(0, 0, 1, m), m * m);
}

class Lanes100 : public testing::Test {
 protected:
  disks::PlaneCells<float> cells_ =
      disks::PlaneCells<float>::from(disks::hexagonal_start(100, 0.5, disks::kSquare), 0.1f);
  LaneCells lanes_{cells_.system.shape(), cells_.system.space().cell_width()};
};

TEST_F(Lanes100, FollowsAlgorithm3UpToPadding) {
  const std::size_t m = lanes_.columns();
  float* const origin = lanes_.x(0, 0, 0);
  const auto stride = static_cast<std::size_t>(lanes_.x(0, 0, 1) - origin);
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t y = 0; y < lanes_.rows(); ++y)
      for (std::size_t x = 0; x < m; ++x) {  // every half row of m / 2 cells becomes `stride` long
        const std::size_t plain = algorithm3_index(x, y, i, m);
        EXPECT_EQ(lanes_.x(i, y, x % 2) + x / 2,
                  origin + plain / (m / 2) * stride + plain % (m / 2));
      }
}

TEST_F(Lanes100, LoadsAndStoresEveryList) {
  lanes_.load(cells_.system);
  disks::CellSystem<disks::PlaneSpace<float>> copy(cells_.system.space(), cells_.system.shape());
  EXPECT_FALSE(copy == cells_.system);
  lanes_.store(copy);
  EXPECT_TRUE(copy == cells_.system);
}

TEST_F(Lanes100, PaddingCopiesTheCellsAcrossTheBoundary) {
  lanes_.load(cells_.system);
  for (std::size_t row = 0; row < lanes_.rows(); ++row)
    for (std::size_t parity = 0; parity < 2; ++parity) {
      const std::size_t half = lanes_.half();
      for (std::size_t slot = 0; slot < 4; ++slot) {
        const float* const x = lanes_.x(slot, row, parity);
        EXPECT_EQ(x[-1], x[half - 1]);
        EXPECT_EQ(x[half], x[0]);
      }
      EXPECT_EQ(lanes_.count(row, parity)[-1], lanes_.count(row, parity)[half - 1]);
    }
}

TEST_F(Lanes100, TurningRenumbersTheRows) {
  lanes_.load(cells_.system);
  const float low = lanes_.x(0, 0, 0)[0];
  EXPECT_EQ(lanes_.grid_row(0), 0u);
  lanes_.turn();
  EXPECT_EQ(lanes_.grid_row(0), 1u);
  EXPECT_EQ(lanes_.grid_row(lanes_.rows() - 1), 0u);
  disks::CellSystem<disks::PlaneSpace<float>> copy(cells_.system.space(), cells_.system.shape());
  lanes_.store(copy);
  EXPECT_EQ(copy.list(copy.shape().cell(0, 1))[0].x, low);
  for (std::size_t k = 1; k < lanes_.rows(); ++k) lanes_.turn();
  EXPECT_EQ(lanes_.grid_row(0), 0u);
}

TEST_F(Lanes100, KeepsARow) {
  LaneCells lanes(cells_.system.shape(), cells_.system.space().cell_width(), 2);
  lanes.load(cells_.system);
  lanes.keep(1, 3);
  const std::size_t copy = lanes.rows() + 1;
  for (const std::size_t parity : {0u, 1u})
    for (std::ptrdiff_t q = -1; q <= static_cast<std::ptrdiff_t>(lanes.half()); ++q) {
      EXPECT_EQ(lanes.count(copy, parity)[q], lanes.count(3, parity)[q]);
      for (std::size_t slot = 0; slot < 4; ++slot) {
        EXPECT_EQ(lanes.x(slot, copy, parity)[q], lanes.x(slot, 3, parity)[q]);
        EXPECT_EQ(lanes.y(slot, copy, parity)[q], lanes.y(slot, 3, parity)[q]);
      }
    }
}

TEST(LaneCells, RefusesCellsForFiveDisks) {
  EXPECT_THROW(LaneCells({.columns = 2, .rows = 2, .capacity = 6}, {1.5f, 1.5f}), InputError);
}

}  // namespace
}  // namespace touchstone::optimized
