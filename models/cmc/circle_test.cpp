#include "models/cmc/circle.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

namespace touchstone::cluster {
namespace {

TEST(Circle, IsThatOfTheMathematicalLibrary) {
  constexpr int kShares = 200'000;
  for (int k = 0; k <= kShares; ++k) {
    const double share = static_cast<double>(k) / kShares;
    const CosSin found = cos_sin_of_share(share);
    const long double angle = 2 * std::numbers::pi_v<long double> * static_cast<long double>(share);
    ASSERT_NEAR(found.cos, static_cast<double>(std::cos(angle)), 2.3e-16) << share;
    ASSERT_NEAR(found.sin, static_cast<double>(std::sin(angle)), 2.3e-16) << share;
    ASSERT_NEAR(found.cos * found.cos + found.sin * found.sin, 1, 5e-16);
  }
}

TEST(Circle, HasExactQuarters) {
  for (const auto& [share, c, s] :
       {std::array{0.0, 1.0, 0.0}, std::array{0.25, 0.0, 1.0}, std::array{0.5, -1.0, 0.0},
        std::array{0.75, 0.0, -1.0}, std::array{1.0, 1.0, 0.0}}) {
    EXPECT_EQ(cos_sin_of_share(share).cos, c) << share;
    EXPECT_EQ(cos_sin_of_share(share).sin, s) << share;
  }
}

TEST(Circle, KeepsSmallAngles) {
  for (const double angle : {1e-300, 1e-20, 1e-9})
    EXPECT_NEAR(cos_sin(angle).sin / angle, 1, 1e-15);
}

}  // namespace
}  // namespace touchstone::cluster
