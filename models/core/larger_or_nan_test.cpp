#include "models/core/larger_or_nan.hpp"

#include <gtest/gtest.h>

namespace touchstone {
namespace {

TEST(LargerOrNan, ForgetsNoNaN) {
  const double nan = std::nan("");
  EXPECT_TRUE(std::isnan(larger_or_nan(nan, 1)));
  EXPECT_TRUE(std::isnan(larger_or_nan(1, nan)));
  EXPECT_EQ(larger_or_nan(1, 2), 2);
  EXPECT_EQ(larger_or_nan(2, 1), 2);
}

}  // namespace
}  // namespace touchstone
