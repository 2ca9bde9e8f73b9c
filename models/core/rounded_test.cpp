#include "models/core/rounded.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "models/core/random/philox.hpp"

namespace touchstone {
namespace {

using Single = Rounded<23>;

double random_number(PhiloxStream& stream) {
  const int exponent = static_cast<int>(stream.below(40)) - 20;
  return std::ldexp(2 * stream.uniform() - 1, exponent);
}

TEST(Rounded, With23BitsIsSinglePrecision) {
  PhiloxStream stream = Philox(1).stream(Purpose::test, 0, 0);
  for (int k = 0; k < 200000; ++k) {
    const double x = random_number(stream);
    const double y = random_number(stream);
    const auto a = static_cast<float>(x);
    const auto b = static_cast<float>(y);
    ASSERT_EQ(static_cast<double>(Single(x)), static_cast<double>(a));
    ASSERT_EQ(static_cast<double>(Single(x) + Single(y)), static_cast<double>(a + b));
    ASSERT_EQ(static_cast<double>(Single(x) - Single(y)), static_cast<double>(a - b));
    ASSERT_EQ(static_cast<double>(Single(x) * Single(y)), static_cast<double>(a * b));
    ASSERT_EQ(static_cast<double>(sqrt(Single(x * x))),
              static_cast<double>(std::sqrt(static_cast<float>(x * x))));
  }
}

TEST(Rounded, TenBitsRoundToNearestTiesToEven) {
  EXPECT_EQ(static_cast<double>(TenBits(1 + 0x1p-11)), 1.0);            // tie, even below
  EXPECT_EQ(static_cast<double>(TenBits(1 + 0x3p-11)), 1 + 0x2p-10);    // tie, even above
  EXPECT_EQ(static_cast<double>(TenBits(1 + 0x1.1p-11)), 1 + 0x1p-10);  // above the tie
  EXPECT_EQ(static_cast<double>(TenBits(2 - 0x1p-11)), 2.0);            // carry into the exponent
  EXPECT_EQ(static_cast<double>(TenBits(-1.0 - 0x3p-11)), -1 - 0x2p-10);
  EXPECT_EQ(static_cast<double>(TenBits(1).next_up()), 1 + 0x1p-10);
  EXPECT_EQ(static_cast<double>(TenBits(2 - 0x1p-10).next_up()), 2.0);
  EXPECT_TRUE(std::isnan(static_cast<double>(TenBits(std::nan("")))));
  EXPECT_TRUE(std::isinf(static_cast<double>(TenBits(1.0 / 0.0))));
}

TEST(Rounded, LosesWhatItMust) {
  EXPECT_EQ(static_cast<double>(TenBits(1) + TenBits(0x1p-12)), 1.0);
  EXPECT_TRUE(TenBits(-0x1p-20) + TenBits(1.4) == TenBits(1.4));  // the round-off of the cell shift
}

}  // namespace
}  // namespace touchstone
