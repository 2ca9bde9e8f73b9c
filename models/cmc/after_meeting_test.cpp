#include "models/cmc/after_meeting.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace touchstone::cluster {
namespace {

/// Two binaries of equal stars that approach each other along the third axis.
ClosePair two_binaries() {
  ClosePair pair{.star = {}, .density = 1, .point_like = 0.1};
  for (std::size_t k = 0; k < 2; ++k) {
    pair.star[k] = {2, {0, 0, k == 0 ? 1.0 : -1.0}, Binary{static_cast<std::uint32_t>(7 + k)}};
    pair.star[k].binary->mass = {1, 1};
    pair.star[k].binary->semimajor_axis = 0.5;
  }
  return pair;
}

TEST(AfterMeeting, HasNothingOfMeetingsWithoutAnEnd) {
  const ClosePair pair = two_binaries();
  for (const FourEnding ending : {FourEnding::unfinished, FourEnding::lost}) {
    const AfterMeeting after = after_meeting(pair, ScatteredFour{.end = {ending}}, 0);
    EXPECT_FALSE(after.happened());
    EXPECT_FALSE(after.other_masses());
    EXPECT_EQ(after.freed(), 0u);
  }
  for (const Ending ending : {Ending::unfinished, Ending::lost})
    EXPECT_FALSE(after_meeting(pair, Scattered{.ending = ending}, 0).happened());
}

/// Both binaries are held by an energy of 1.
TEST(AfterMeeting, FreesFourStarsWithTheEnergyThatIsLeft) {
  ClosePair pair = two_binaries();
  ScatteredFour end{.end = {FourEnding::ionised}};
  for (std::size_t k = 0; k < 4; ++k) {
    end.stars[k].position = {k < 2 ? 10.0 : -10.0, k % 2 == 0 ? 10.0 : -10.0, 0};
    end.stars[k].velocity = end.stars[k].position;
  }
  pair.star[0].velocity[2] = 0.5;
  EXPECT_FALSE(after_meeting(pair, end, 0).happened());
  pair.star[0].velocity[2] = 3;
  const AfterMeeting after = after_meeting(pair, end, 0);
  ASSERT_EQ(after.stars.size(), 4u);
  double energy = 0;
  for (const Partner& one : after.stars) {
    EXPECT_EQ(one.mass, 1);
    EXPECT_FALSE(one.binary);
    for (const double v : one.velocity) energy += 0.5 * v * v;
  }
  EXPECT_NEAR(energy, 9 + 1 - 2, 1e-12);
  EXPECT_TRUE(after.other_masses());
  EXPECT_EQ(after.freed(), 2u);
}

/// Ends on one line, without any angular momentum: the star goes on along it.
TEST(AfterMeeting, FollowsALine) {
  ClosePair pair = two_binaries();
  pair.star[1].binary.reset();
  Scattered end{.ending = Ending::binary, .single = 2};
  end.stars[0] = {0.5, {1, 0, -3}, {0, 0.25, -1}};
  end.stars[1] = {0.5, {-1, 0, -3}, {0, -0.25, -1}};
  end.stars[2] = {1, {0, 0, 3}, {0, 0, 1}};
  const AfterMeeting after = after_meeting(pair, end, 0.25);
  ASSERT_EQ(after.stars.size(), 2u);
  for (const Partner& one : after.stars) {
    EXPECT_EQ(one.velocity[0], 0);
    EXPECT_EQ(one.velocity[1], 0);
    EXPECT_TRUE(std::isfinite(one.velocity[2]));
  }
  // The star comes along -z, and leaves ahead.
  EXPECT_LT(after.stars[1].velocity[2], after.stars[0].velocity[2]);
}

TEST(AfterMeeting, PutsFreedStarsBetweenThePair) {
  EXPECT_EQ(radius_between(1, 2, 0, 1), 1.5);
  EXPECT_DOUBLE_EQ(radius_between(1, 2.5, 0, 2), 1.5);
  EXPECT_DOUBLE_EQ(radius_between(1, 2.5, 1, 2), 2);
  const double next = std::nextafter(1.0, 2), second = std::nextafter(next, 2);
  EXPECT_TRUE(has_room(1, next, 0));
  EXPECT_FALSE(has_room(1, next, 1));
  EXPECT_TRUE(has_room(1, second, 1));
  EXPECT_FALSE(has_room(1, second, 2));
  EXPECT_TRUE(has_room(1, 1.1, 2));
  EXPECT_FALSE(has_room(1, 1, 0));
}

}  // namespace
}  // namespace touchstone::cluster
