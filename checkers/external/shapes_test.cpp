// checkers/external/shapes_test.cpp
// Hard shapes in a program of a user's: what passes, what is caught, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checkers/external/external_fixture.hpp"

namespace touchstone::external {
namespace {

using testing::HasSubstr;

TEST_F(External, ShapesPassAreCaughtAndAreRefusedWithAReason) {
  for (const std::string name : {"shapes/legal", "shapes/two disks"}) {
    const CheckResult result = checked(name, spheres());
    EXPECT_EQ(result.verdict, Verdict::pass) << name << ": " << result.detail;
  }
  EXPECT_EQ(checked("shapes/legal", spheres({"all(j == i or", "all(j >= i or"})).verdict,
            Verdict::fail);
  const CheckResult refused = checked("shapes/one square", spheres());
  EXPECT_EQ(refused.verdict, Verdict::not_run);
  EXPECT_THAT(refused.detail, HasSubstr("only disks or balls of one size"));
}

}  // namespace
}  // namespace touchstone::external
