#include "checkers/hpmc/exact_laws.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace touchstone::hpmc {
namespace {

TEST(Laws, ANumberThatIsNoneFails) {
  const CheckContext context;
  Laws laws(context);
  laws.share("right", 50, 100, 0.5);
  EXPECT_EQ(laws.result(100, "").verdict, Verdict::pass);
  laws.uniform("none", {0.1, 0.2, std::nan("")});
  EXPECT_EQ(laws.result(200, "").verdict, Verdict::fail);
}

}  // namespace
}  // namespace touchstone::hpmc
