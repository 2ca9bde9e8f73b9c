#include "optimized/cmc/scattering/meeting_over.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "models/cmc/scattering/meeting.hpp"

namespace touchstone::optimized {
namespace {

constexpr double kTide = 1e-5;

/// A beginning that runs backwards is an end.
template <class Stars>
Stars backwards(Stars stars) {
  for (cluster::PointStar& star : stars)
    for (double& v : star.velocity) v = -v;
  return stars;
}

/// A star has left where it may begin, and not before.
TEST(MeetingOver, IsWhereAMeetingMayBegin) {
  for (int power = -8; power <= 8; ++power)
    for (const double e : {0.0, 0.9}) {
      const cluster::Meeting m{.mass = {0.6, 0.4, std::pow(10, power)},
                               .eccentricity = e,
                               .mean_anomaly = 1,
                               .speed = 3,
                               .impact_parameter = 2};
      const double distance = cluster::distance_of_tide(m.mass, 1, e, kTide);
      const MeetingState over =
          meeting_state(backwards(cluster::three_stars(m, 1.001 * distance)), kTide);
      EXPECT_EQ(over.ending, cluster::Ending::binary) << power << ' ' << e;
      EXPECT_EQ(over.single, 2u);
      EXPECT_EQ(meeting_state(backwards(cluster::three_stars(m, 0.999 * distance)), kTide).ending,
                cluster::Ending::unfinished)
          << power << ' ' << e;
    }
}

TEST(MeetingOver, OfTwoBinariesIsWhereTheyMayBegin) {
  for (int power = -8; power <= 8; ++power)
    for (const double axis : {1e-3, 1.0}) {
      const double light = std::pow(10, power);
      cluster::MeetingOfBinaries m{.speed = 3 * std::sqrt(1 + light) / std::sqrt(axis),
                                   .impact_parameter = 2};
      m.binaries[0] = {.mass = {0.5, 0.5}, .eccentricity = 0.5};
      m.binaries[1] = {.mass = {0.3 * light, 0.7 * light}, .semimajor_axis = axis};
      const double distance = cluster::distance_of_tide(m.binaries, kTide);
      const cluster::FourEnd over =
          meeting_state(backwards(cluster::four_stars(m, 1.001 * distance)), kTide);
      EXPECT_EQ(over.ending, cluster::FourEnding::binaries) << power << ' ' << axis;
      EXPECT_EQ(meeting_state(backwards(cluster::four_stars(m, 0.999 * distance)), kTide).ending,
                cluster::FourEnding::unfinished)
          << power << ' ' << axis;
    }
}

}  // namespace
}  // namespace touchstone::optimized
