#include "models/core/names.hpp"

#include <gtest/gtest.h>

namespace touchstone {
namespace {

TEST(Names, NearestByEditDistance) {
  EXPECT_EQ(nearest_name("mpmc/metropolos", {"mpmc/checkerboard", "mpmc/metropolis"}),
            "mpmc/metropolis");
  EXPECT_EQ(nearest_name("x", {}), "");
}

TEST(Names, PatternsAsInAShell) {
  EXPECT_TRUE(matches("mpmc/*", "mpmc/checkerboard-avx2"));
  EXPECT_FALSE(matches("mpmc/?", "mpmc/checkerboard"));
}

}  // namespace
}  // namespace touchstone
