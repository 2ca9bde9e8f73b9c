#include "checkers/exact_values.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace touchstone {
namespace {

constexpr double kExact = 1.7;

/// About the exact value, right.
std::vector<double> scattered() {
  std::vector<double> samples;
  for (int k = 0; k < 1000; ++k) samples.push_back(kExact * (1 + 0.1 * std::sin(k)));
  return samples;
}

Verdict verdict_of(const std::vector<double>& samples) {
  ExactValues values({}, 0.1);
  values.compare("right", scattered(), kExact);
  values.compare("asked", samples, kExact);
  return values.result(2, 1).verdict;
}

TEST(ExactValues, AConstantNeverPasses) {
  EXPECT_EQ(verdict_of(scattered()), Verdict::pass);
  EXPECT_EQ(verdict_of(std::vector<double>(1000, kExact)), Verdict::inconclusive);
  EXPECT_EQ(verdict_of(std::vector<double>(1000, 1.0)), Verdict::fail);
  EXPECT_EQ(verdict_of(std::vector<double>(1000, 0.1 + 1.6)), Verdict::inconclusive);
  EXPECT_EQ(verdict_of({kExact}), Verdict::inconclusive);
  EXPECT_EQ(verdict_of(std::vector<double>(1000, std::nan(""))), Verdict::fail);
}

}  // namespace
}  // namespace touchstone
