#include "models/disks/chains/chain_leg.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/core/errors.hpp"
#include "models/disks/chains/near_graph.hpp"
#include "models/disks/start.hpp"

namespace touchstone::disks {
namespace {

using testing::HasSubstr;

std::string complaint(const Leg& leg, const ConstraintGraph& graph) {
  try {
    require_valid(leg, graph);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}
std::string complaint(const Leg& leg) { return complaint(leg, near_graph(leg.start)); }

const FixedConfiguration kDense = in_fixed_point(compressed_start(100, 0.7, kSquare, 1));

TEST(SpreadActive, AsInTheAuthorsPrograms) {
  EXPECT_EQ(spread_active(10, 4), (std::vector<DiskIndex>{0, 2, 5, 7}));
  EXPECT_EQ(spread_active(5, 1), (std::vector<DiskIndex>{0}));
  EXPECT_EQ(spread_active(3, 3), (std::vector<DiskIndex>{0, 1, 2}));
  EXPECT_THROW(spread_active(3, 4), InputError);
  EXPECT_THROW(spread_active(3, 0), InputError);
}

TEST(RequireValid, AcceptsARandomStart) {
  EXPECT_EQ(complaint({kDense, spread_active(100, 10), 1000000}), "");
  EXPECT_EQ(complaint({kDense, spread_active(100, 100), kTicksPerSide}), "");
}

TEST(RequireValid, ImpossibleActiveDisksAreNamed) {
  EXPECT_THAT(complaint({kDense, {}, 1}), HasSubstr("number of active disks"));
  EXPECT_THAT(complaint({kDense, std::vector<DiskIndex>(101, 1), 1}),
              HasSubstr("expected 1 to 100, all disks, found 101"));
  EXPECT_THAT(complaint({kDense, {7, 3, 7}, 1}), HasSubstr("found 7 twice"));
  EXPECT_THAT(complaint({kDense, {100}, 1}), HasSubstr("distinct, 0 to 99, found 100"));
  EXPECT_THAT(complaint({kDense, {1}, 0}), HasSubstr("duration"));
}

TEST(RequireValid, OverlapsAndForeignGraphsAreRefused) {
  FixedConfiguration overlap = kDense;
  overlap.x[4] = overlap.x[9] + 5;
  overlap.y[4] = overlap.y[9];
  EXPECT_THAT(complaint({overlap, {1}, 10}), HasSubstr("disks 4 and 9 overlap"));
  EXPECT_THAT(complaint({kDense, {1}, 10}, near_graph(mirrored(kDense))),
              HasSubstr("another configuration"));
}

TEST(RequireValid, LatticesAreExactTies) {
  Configuration rows{{8, 6}, {}};  // staggered; all coordinates are exact in fixed point
  for (int row = 0; row < 8; ++row)
    for (int column = 0; column < 4; ++column)
      rows.centres.push_back({2.0 * column + row % 2, 0.75 * row});
  EXPECT_THAT(complaint({in_fixed_point(rows), {10}, kTicksPerSide}), HasSubstr("exact tie"));
}

// Disks 1 and 2 are as far across from 0, on both sides; 3 keeps out of the way.
TEST(RequireValid, TiesOfTwoTargetsAndOfTwoActiveDisks) {
  const FixedConfiguration one =
      in_fixed_point(Configuration{{8, 8}, {{1, 4}, {3, 4.625}, {3, 3.375}, {6, 1}}});
  EXPECT_THAT(complaint({one, {0}, kTicksPerSide}), HasSubstr("disk 0 meets disks 1 and 2"));
  EXPECT_EQ(complaint({one, {0}, 1000}), "");  // not reached in this leg
  EXPECT_EQ(complaint({one, {3}, 1000}), "");
  FixedConfiguration two = mirrored(one);
  EXPECT_THAT(complaint({two, {1, 2}, kTicksPerSide / 2}), HasSubstr("disks 1 and 2 meet disk 0"));
  two.x[1] += 1;
  EXPECT_EQ(complaint({two, {1, 2}, kTicksPerSide / 2}), "");
}

// Such a leg would lift without end.
TEST(RequireValid, RowsWithoutRoomAreRefused) {
  const Box box{2, 4};  // a diameter is 2^31 ticks
  const FixedConfiguration jammed{box, {7, 7 + (1u << 31)}, {1u << 30, 1u << 30}};
  EXPECT_THAT(complaint({jammed, {0}, 1000}), HasSubstr("row of disks without room"));
  FixedConfiguration open = jammed;
  open.y[1] += 1u << 20;  // a little oblique, so there is room
  EXPECT_EQ(complaint({open, {0}, 1000}), "");
  open.x[1] = 7 + static_cast<FixedCoordinate>(FixedMetric(box).separation(1u << 20));
  EXPECT_EQ(complaint({open, {0}, 1000}), "");  // they touch, with room behind
}

TEST(RequireRoom, LooksAlongBothSides) {
  const FixedConfiguration jammed{{2, 4}, {7, 7 + (1u << 31)}, {1u << 30, 1u << 30}};
  EXPECT_THROW(require_room(jammed), InputError);
  EXPECT_THROW(require_room(transposed(jammed)), InputError);
  EXPECT_NO_THROW(require_room(kDense));
}

TEST(Begin, OnlyActiveDisksHaveATime) {
  const LegEnd now = begin({kDense, {7, 3}, 10});
  EXPECT_EQ(now.active, (std::vector<DiskIndex>{3, 7}));
  EXPECT_EQ(now.local_time[3], 0);
  EXPECT_EQ(now.local_time[4], kNeverActive);
  EXPECT_EQ(now.x, kDense.x);
}

TEST(FirstDifference, IsTheEarliestOfBothSides) {
  const std::vector<Lifting> a{{1, 0, 1}, {5, 1, 2}, {9, 2, 3}};
  EXPECT_EQ(first_difference(a, a, 100), std::nullopt);
  std::vector<Lifting> b = a;
  b[1].to = 4;
  EXPECT_EQ(first_difference(a, b, 100), (Lifting{5, 1, 2}));
  EXPECT_EQ(first_difference(b, a, 6), (Lifting{5, 1, 2}));
  EXPECT_EQ(first_difference(a, b, 5), std::nullopt);  // 5 is not before 5
  b = a;
  b[1].time = 4;
  EXPECT_EQ(first_difference(a, b, 5), (Lifting{4, 1, 2}));
  EXPECT_EQ(first_difference(b, a, 5), (Lifting{4, 1, 2}));
  b = a;
  b.pop_back();  // missing at the end
  EXPECT_EQ(first_difference(a, b, 10), (Lifting{9, 2, 3}));
  EXPECT_EQ(first_difference(b, a, 10), (Lifting{9, 2, 3}));
  EXPECT_EQ(text(a[1]), "(5, 1, 2)");
}

TEST(MeanFreePath, IsThatOfTheAuthors) {
  EXPECT_NEAR(static_cast<double>(mean_free_path(65536)) * 0x1p-32, 3e-4, 1e-9);
}

}  // namespace
}  // namespace touchstone::disks
