#include "models/cmc/stars.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "models/cmc/plummer.hpp"
#include "models/cmc/registry.hpp"
#include "models/core/errors.hpp"

namespace touchstone::cluster {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

Stars good() { return plummer::sample(100, 1); }

template <class Spoil>
auto spoiled(Spoil spoil) {
  return [spoil] {
    Stars stars = good();
    spoil(stars);
    require_valid(stars, "start");
  };
}

TEST(Stars, ThatMakeNoSenseAreRefusedByName) {
  EXPECT_NO_THROW(require_valid(good(), "start"));
  EXPECT_THAT(spoiled([](Stars& s) { s.mass[3] = 0; }),
              ThrowsMessage<InputError>(
                  AllOf(HasSubstr("start: star 4"), HasSubstr("mass"), HasSubstr("found 0"))));
  EXPECT_THAT(spoiled([](Stars& s) { s.mass[99] = -1; }),
              ThrowsMessage<InputError>(AllOf(HasSubstr("star 100"), HasSubstr("found -1"))));
  EXPECT_THAT(spoiled([](Stars& s) { s.mass[0] = std::nan(""); }),
              ThrowsMessage<InputError>(HasSubstr("found nan")));
  EXPECT_THAT(spoiled([](Stars& s) { std::swap(s.radius[5], s.radius[6]); }),
              ThrowsMessage<InputError>(AllOf(HasSubstr("star 7"), HasSubstr("radius"),
                                              HasSubstr("above that of the star before"))));
  EXPECT_THAT(spoiled([](Stars& s) { s.radius[8] = s.radius[7]; }),
              ThrowsMessage<InputError>(AllOf(HasSubstr("star 9"), HasSubstr("star before"))));
  EXPECT_THAT(spoiled([](Stars& s) { s.radius[0] = 0; }),
              ThrowsMessage<InputError>(AllOf(HasSubstr("star 1"), HasSubstr("radius"))));
  EXPECT_THAT(spoiled([](Stars& s) { s.tangential_velocity[2] = -0.5; }),
              ThrowsMessage<InputError>(HasSubstr("tangential velocity")));
  EXPECT_THAT(
      spoiled([](Stars& s) { s.radial_velocity[2] = std::numeric_limits<double>::infinity(); }),
      ThrowsMessage<InputError>(HasSubstr("radial velocity")));
  EXPECT_THAT(spoiled([](Stars& s) { s.mass.pop_back(); }),
              ThrowsMessage<InputError>(AllOf(HasSubstr("masses"), HasSubstr("expected 100"))));
}

TEST(Stars, ARunNeedsABinForEachRank) {
  EXPECT_NO_THROW(require_runnable(good(), {.ranks = 4}));
  EXPECT_THAT(([] { require_runnable(good(), {.ranks = 6}); }),
              ThrowsMessage<InputError>(AllOf(HasSubstr("5 bins"), HasSubstr("found 6"))));
  EXPECT_THAT(([] { require_runnable(good(), {.ranks = 0}); }),
              ThrowsMessage<InputError>(HasSubstr("ranks")));
  EXPECT_THAT(([] { require_runnable(good(), {.threads = 0}); }),
              ThrowsMessage<InputError>(HasSubstr("threads")));
  EXPECT_THAT(([] { require_runnable(good(), {.theta_max = 2}); }),
              ThrowsMessage<InputError>(HasSubstr("theta_max")));
  EXPECT_THAT(([] { require_runnable(plummer::sample(19, 1), {}); }),
              ThrowsMessage<InputError>(AllOf(HasSubstr("20"), HasSubstr("found 19"))));
  // Five ranks of one bin each: no bin has a star behind it.
  EXPECT_THAT(([] { require_runnable(good(), {.ranks = 5}); }),
              ThrowsMessage<InputError>(AllOf(HasSubstr("time step"), HasSubstr("found 20"))));
  EXPECT_NO_THROW(require_runnable(good(), {.ranks = 5, .timestep = TimestepScheme::sliding}));
  EXPECT_THROW(plummer::sample(1, 1), InputError);
}

TEST(Stars, AreSortedByRadiusAndThenById) {
  Stars stars{.mass = {1, 1, 1, 1},
              .radius = {3, 1, 3, 2},
              .radial_velocity = {0, 1, 2, 3},
              .tangential_velocity = {4, 5, 6, 7},
              .id = {9, 8, 7, 6}};
  const Stars sorted = reordered(stars, radial_order(stars));
  EXPECT_EQ(sorted.radius, (std::vector<double>{1, 2, 3, 3}));
  EXPECT_EQ(sorted.id, (std::vector<std::uint32_t>{8, 6, 7, 9}));
  EXPECT_EQ(sorted.radial_velocity, (std::vector<double>{1, 3, 2, 0}));
  EXPECT_EQ(kinetic_energy(stars), 0.5 * (0 + 1 + 4 + 9 + 16 + 25 + 36 + 49));
}

}  // namespace
}  // namespace touchstone::cluster
