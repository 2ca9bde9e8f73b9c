#include "statistics/exact/spectrum.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "models/core/errors.hpp"

namespace touchstone::exact {
namespace {

TEST(Spectrum, SumsOfPowersAreThoseOfTheRoots) {  // roots 1, 1/2, -1/3, and 2 +- i
  const auto sums = power_sums({{1, -1}, {6, -1, -1}, {1, -4, 5}}, 3);
  EXPECT_EQ(sums[0], 5);
  EXPECT_EQ(sums[1], Rational(1) + Rational(1, 6) + 4);
  EXPECT_EQ(sums[2], Rational(1) + Rational(13, 36) + 6);
  EXPECT_EQ(sums[3], Rational(1) + Rational(1, 8) - Rational(1, 27) + 4);
  EXPECT_THROW(power_sums({{0, 1}}, 2), InputError);
  EXPECT_THROW(power_sums({{3}}, 2), InputError);
}

TEST(Spectrum, OfPermutationsIsThatOfTheirCycles) {
  EXPECT_TRUE(rc::check([] {
    const auto lengths = *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange(1, 4));
    std::vector<WeightedRow> rows;
    Factors factors;
    for (const std::size_t length : lengths) {
      const std::size_t first = rows.size();
      for (std::size_t k = 0; k < length; ++k)
        rows.push_back({{static_cast<Index>(first + (k + 1) % length), Big(1)}});
      factors.emplace_back(length + 1, 0);
      factors.back().front() = 1;
      factors.back().back() = -1;
    }
    RC_ASSERT(!spectrum_difference(rows, 1, factors));
    factors.emplace_back(std::vector<std::int64_t>{1, 0});
    const auto difference = spectrum_difference(rows, 1, factors);
    RC_ASSERT(difference && difference->steps == 0);
  }));
}

}  // namespace
}  // namespace touchstone::exact
