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

TEST(Laws, RunsThatStayWhereTheyBeganFail) {
  const CheckContext context;
  const auto verdict = [&](std::uint64_t moved, std::uint64_t runs) {
    Laws laws(context);
    laws.share("right", 50, 100, 0.5);
    laws.moved("place", moved, runs);
    return laws.result(runs, "").verdict;
  };
  EXPECT_EQ(verdict(0, 30), Verdict::fail);
  EXPECT_EQ(verdict(20, 100), Verdict::fail);
  EXPECT_EQ(verdict(50, 100), Verdict::pass);
  EXPECT_EQ(verdict(0, 10), Verdict::pass) << "too few to tell";
}

}  // namespace
}  // namespace touchstone::hpmc
