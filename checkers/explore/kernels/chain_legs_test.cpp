#include "checkers/explore/kernels/chain_legs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checkers/explore/event_chain/global_time.hpp"
#include "checkers/explore/event_chain/suites.hpp"
#include "checkers/explore/kernels/random_legs.hpp"
#include "checkers/explore/kernels/tag_chains.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

using testing::HasSubstr;

// The two clocks share the separations only.
TEST(ChainLegs, EndAsTheReferenceOfTheSuitesSays) {
  for (std::uint64_t number = 0; number < 200; ++number) {
    const Configuration configuration =
        number == 0 ? sequential_c4() : random_configuration(2, number);
    const LegEnd reference = global_time_leg(Geometry(configuration));
    const auto end = global_clock_end(leg_of(configuration, {}, FixedCoordinate{1} << 31));
    EXPECT_EQ(end.has_value(), !reference.ambiguous);
    if (!end) continue;
    for (std::size_t i = 0; i < end->size(); ++i) {
      EXPECT_EQ((*end)[i].x,
                static_cast<FixedCoordinate>(reference.x[i]) + (FixedCoordinate{1} << 31));
      EXPECT_EQ((*end)[i].active, reference.active[i]);
      if (reference.t[i] > 0) {
        EXPECT_EQ((*end)[i].time_plus_1, static_cast<std::uint32_t>(reference.t[i]) + 1);
      }
    }
  }
}

TEST(ChainLegs, ARingEndsAsByHand) {
  // 0 hits 1 after 10, which hits 2 after 20 more; 2 moves for 5.
  const auto end = global_clock_end(ring_leg("ring", {10, 20, 30}, {{0}}, 35));
  const ChainLeg start = ring_leg("ring", {10, 20, 30}, {{0}}, 35);
  ASSERT_TRUE(end);
  EXPECT_EQ((*end)[0], (DiskEnd{10, 11, false}));
  EXPECT_EQ((*end)[1], (DiskEnd{start.x[1] + 20, 31, false}));
  EXPECT_EQ((*end)[2], (DiskEnd{start.x[2] + 5, 36, true}));
}

TEST(ChainLegs, ComparisonSeesEachDifference) {
  const ChainLeg leg = leg_of(sequential_c4());
  const std::vector<DiskEnd> right = *global_clock_end(leg);
  EXPECT_EQ(compared(leg, right, right, false), "");
  const auto with = [&](auto&& change) {
    std::vector<DiskEnd> found = right;
    change(found);
    return found;
  };
  const auto later = with([](auto& disks) { ++disks[3].time_plus_1; });
  EXPECT_THAT(compared(leg, right, later, false), HasSubstr("local time of disk 3"));
  EXPECT_EQ(compared(leg, right, later, true), "");  // after a violation times may be anything
  const auto back = with([](auto& disks) { --disks[0].x; });
  EXPECT_THAT(compared(leg, right, back, false), HasSubstr("position of disk 0"));
  const auto far = with([](auto& disks) { disks[0].x += 200u << 20; });
  EXPECT_THAT(compared(leg, right, far, true), HasSubstr("disk 0 overlaps"));
  const auto fewer = with([](auto& disks) {
    for (DiskEnd& disk : disks) disk.active = false;
  });
  EXPECT_THAT(compared(leg, right, fewer, true), HasSubstr("0 disks are active, not 2"));
  std::vector<DiskEnd> swapped = right;
  for (DiskEnd& disk : swapped) disk.active = !disk.active;
  EXPECT_THAT(compared(leg, right, swapped, false), HasSubstr("activity of disk"));
}

TEST(ChainLegs, RefuseTooManyDisksAndChains) {
  const ChainLeg seven = ring_leg("seven", std::vector<FixedCoordinate>(7, 10), {{0}}, 5);
  EXPECT_THROW(tag_case(seven, false), InputError);
  const ChainLeg crowd = ring_leg("crowd", {10, 20, 30}, {{0, 1, 2}}, 5);
  EXPECT_THROW(tag_case(crowd, false), InputError);
  // Two disks meet the third at the same time.
  const Configuration tie{"tie", {{0, 0}, {1000, 7000}, {6000, 3000}}, 5000, 2500, {0, 1}};
  EXPECT_THROW(tag_case(leg_of(tie), false), InputError);
}

TEST(ChainLegs, RandomOnesDependOnTheirNumberOnly) {
  for (const LegFamily family : kLegFamilies) {
    const auto one = random_leg(family, 3);
    const auto again = random_leg(family, 3);
    ASSERT_TRUE(one);
    EXPECT_EQ(one->x, again->x);
    EXPECT_NE(one->x, random_leg(family, 5)->x);
    EXPECT_EQ(one->of_threads.size(), family == LegFamily::three_chains ? 3u : 2u);
  }
}

}  // namespace
}  // namespace touchstone::explore
