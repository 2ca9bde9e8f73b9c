#include "models/core/names.hpp"

#include <gtest/gtest.h>

namespace touchstone {
namespace {

TEST(Names, NearestByEditDistance) {
  EXPECT_EQ(nearest_name("mpmc/metropolos", {"mpmc/checkerboard", "mpmc/metropolis"}),
            "mpmc/metropolis");
  EXPECT_EQ(nearest_name("x", {}), "");
}

TEST(Names, SuggestionsAreNearOrAll) {
  EXPECT_EQ(suggestion("mpmc/metropolos", {"mpmc/checkerboard", "mpmc/metropolis"}),
            "the nearest known name is 'mpmc/metropolis'");
  EXPECT_EQ(suggestion("mpcm", {"ecmc", "mpmc"}), "the nearest known name is 'mpmc'");
  EXPECT_EQ(suggestion("plasma", {"mpmc", "cmc"}), "known: mpmc, cmc");
  EXPECT_EQ(suggestion("x", {}), "there is none");
  EXPECT_NE(suggestion("nothing like it", std::vector<std::string>(30, "a")).find("and 18 more"),
            std::string::npos);
}

TEST(Names, PatternsAsInAShell) {
  EXPECT_TRUE(matches("mpmc/*", "mpmc/checkerboard-avx2"));
  EXPECT_FALSE(matches("mpmc/?", "mpmc/checkerboard"));
}

}  // namespace
}  // namespace touchstone
