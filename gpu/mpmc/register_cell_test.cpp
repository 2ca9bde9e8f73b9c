// The screen of the disks around a cell decides as a comparison with each of them does, in three
// precisions, for disks that nearly touch; and its margin is needed.
#include "gpu/mpmc/register_cell.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <random>

#include "models/core/rounded.hpp"

namespace touchstone::gpu {
namespace {

template <class Real>
class DiskScreen : public testing::Test {
 protected:
  using Position = disks::Vec<Real>;
  using Plane = disks::Vec<double>;

  static Position rounded(Plane p) { return {static_cast<Real>(p.x), static_cast<Real>(p.y)}; }
  double share() { return std::uniform_real_distribution<double>(0, 1)(random_); }

  /// Which neighbour of the cell a point lies in; none, where it is in the cell or far away.
  std::optional<int> neighbour_of(Plane p) const {
    for (int o = 0; o < 8; ++o) {
      const disks::CellOffset offset = neighbour_offset(o);
      const double x = p.x - offset.x * width_.x, y = p.y - offset.y * width_.y;
      if (x > 0 && y > 0 && x <= width_.x && y <= width_.y) return o;
    }
    return std::nullopt;
  }

  /// Up to `count` disks about as far from `position` as disks that touch, in slots of neighbours.
  Surroundings<Real> around(Plane position, int count) {
    Position slots[8][kSlots];
    int held[8] = {};
    for (auto& cell : slots)
      for (Position& slot : cell) slot = empty_slot<Real>();
    const double unit = static_cast<double>(std::numeric_limits<Real>::epsilon());
    for (int disk = 0; disk < count; ++disk) {
      const double angle = 2 * M_PI * share();
      const double distance = 1 + 8 * unit * (2 * share() - 1);
      const Plane there{position.x + distance * std::cos(angle),
                        position.y + distance * std::sin(angle)};
      const auto o = neighbour_of(there);
      if (!o || held[*o] == kNearSlots) continue;
      const disks::CellOffset offset = neighbour_offset(*o);
      slots[*o][held[*o]++] =
          rounded({there.x - offset.x * width_.x, there.y - offset.y * width_.y});
    }
    const auto cell = [](disks::CellOffset offset) {
      const int place = (offset.y + 1) * 3 + offset.x + 1;
      return place < 4 ? place : place - 1;
    };
    return load_surroundings(
        space_, [&](disks::CellOffset offset) { return held[cell(offset)]; },
        [&](disks::CellOffset offset, int j) { return slots[cell(offset)][j]; });
  }

  void set_width(Plane width) {
    width_ = width;
    space_ = {rounded(width), Real(0.1)};
  }

  Plane width_{1, 1};
  disks::PlaneSpace<Real> space_{rounded(width_), Real(0.1)};
  std::mt19937 random_{7};
};

using Precisions = testing::Types<float, double, TenBits>;
TYPED_TEST_SUITE(DiskScreen, Precisions);

TYPED_TEST(DiskScreen, DecidesAsEachComparisonWhereDisksNearlyTouch) {
  using Real = TypeParam;
  int overlaps = 0, wrong_without_margin = 0;
  for (int i = 0; i < 60'000; ++i) {
    // Widths are numbers of every precision, from the least of a cell to nearly the most.
    if (i % 20'000 == 0) this->set_width({i < 40'000 ? 1 : 1.40625, i < 20'000 ? 1 : 1.40625});
    const auto position =
        this->rounded({this->width_.x * this->share(), this->width_.y * this->share()});
    const auto around =
        this->around({static_cast<double>(position.x), static_cast<double>(position.y)}, 1 + i % 3);
    bool expected = false;
    double nearest = INFINITY;
    for (const auto& other : around.at) {
      expected = expected || this->space_.overlap(position, other);
      const Real dx = position.x - other.x, dy = position.y - other.y;
      nearest = std::min(nearest, static_cast<double>(dx * dx + dy * dy));
    }
    const Real square = nearest_square(position, around);
    ASSERT_EQ(overlaps_near(this->space_, position, around), expected) << "case " << i;
    const double apart = std::abs(static_cast<double>(square) - nearest);
    const auto margin = static_cast<double>(margin_of_squares(this->space_));
    ASSERT_TRUE(nearest > 2 || apart <= margin) << "case " << i;
    overlaps += expected ? 1 : 0;
    wrong_without_margin += (square < Real(1)) != expected ? 1 : 0;
  }
  EXPECT_GT(overlaps, 1000);
  EXPECT_GT(wrong_without_margin, 100);
}

}  // namespace
}  // namespace touchstone::gpu
