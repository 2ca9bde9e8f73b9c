// Whether this machine can run a scheme: stated, or asked when it matters.
#include "models/core/available.hpp"

#include <gtest/gtest.h>

namespace touchstone {
namespace {

int asked = 0;
std::string no_driver() {
  ++asked;
  return "not run on a device: there is no driver";
}
std::string nothing_missing() { return ""; }

TEST(Available, IsWhatIsStated) {
  EXPECT_TRUE(Available());
  EXPECT_TRUE(Available(true));
  EXPECT_FALSE(Available(false));
  EXPECT_EQ(Available(true).why_not(), "");
  EXPECT_EQ(Available(false).why_not(),
            "this machine lacks what the scheme needs (a vector unit, a GPU)");
}

TEST(Available, AsksWhenItMattersAndSaysWhy) {
  const Available here = no_driver;
  EXPECT_EQ(asked, 0);
  EXPECT_FALSE(here);
  EXPECT_EQ(here.why_not(), "not run on a device: there is no driver");
  EXPECT_TRUE(Available(nothing_missing));
}

}  // namespace
}  // namespace touchstone
