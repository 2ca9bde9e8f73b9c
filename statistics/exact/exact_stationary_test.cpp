// Exact stationary vectors against closed forms and against another algorithm.
#include "statistics/exact/exact_stationary.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <numeric>

#include "models/core/errors.hpp"
#include "statistics/exact/stationary.hpp"

namespace touchstone::exact {
namespace {

std::vector<Rational> probabilities(const ExactVector& vector) {
  std::vector<Rational> result;
  for (const Big& part : vector.parts) result.emplace_back(part, vector.whole);
  return result;
}

/// Independent oracle. Grassmann, Taksar, Heyman: eliminate the last state again and again; nothing
/// is subtracted, nothing is modular.
std::vector<Rational> by_elimination(const std::vector<WeightedRow>& weighted) {
  const std::size_t n = weighted.size();
  std::vector<std::vector<Rational>> rows(n, std::vector<Rational>(n, 0));
  for (std::size_t x = 0; x < n; ++x) {
    Big sum = 0;
    for (const auto& entry : weighted[x]) sum += entry.second;
    for (const auto& [to, weight] : weighted[x]) rows[x][to] += Rational(weight, sum);
  }
  for (std::size_t last = n; last-- > 1;) {
    Rational leaves = 0;
    for (std::size_t to = 0; to < last; ++to) leaves += rows[last][to];
    for (std::size_t x = 0; x < last; ++x) {
      rows[x][last] /= leaves;
      for (std::size_t to = 0; to < last; ++to) rows[x][to] += rows[x][last] * rows[last][to];
    }
  }
  std::vector<Rational> result(n, 0);
  result[0] = 1;
  for (std::size_t y = 1; y < n; ++y)
    for (std::size_t x = 0; x < y; ++x) result[y] += result[x] * rows[x][y];
  const Rational total = std::accumulate(result.begin(), result.end(), Rational(0));
  for (Rational& p : result) p /= total;
  return result;
}

TEST(ExactStationary, AGeometricWalkByClosedForm) {  // up 1/3, down 2/3, on 0 .. 9
  std::vector<WeightedRow> rows(10);
  FloatChain chain;
  chain.rows.resize(10);
  std::vector<Index> all(10);
  std::iota(all.begin(), all.end(), Index{0});
  for (Index x = 0; x < 10; ++x) {
    rows[x] = {{x == 9 ? 9 : x + 1, 1}, {x == 0 ? 0 : x - 1, 2}};
    chain.rows[x] = {{x == 9 ? 9 : x + 1, 1.0 / 3}, {x == 0 ? 0 : x - 1, 2.0 / 3}};
  }
  const std::vector<Rational> pi = probabilities(exact_stationary(rows));
  const Stationary found = stationary(chain, std::vector<double>(10, 0.1), all);
  double error = 0;
  for (std::size_t x = 0; x < 10; ++x) {
    EXPECT_EQ(pi[x], Rational(Big(1) << (9 - x), 1023)) << x;
    error += std::abs(found.probability[x] - decimal(pi[x]));
  }
  EXPECT_LE(error, found.error) << "the bound of the iteration is a bound";
  EXPECT_LT(found.error, 1e-10) << "and it is not an empty one";
}

/// Connected by a ring; weights of so many bits.
std::vector<WeightedRow> random_rows(int bits) {
  const auto n = *rc::gen::inRange<Index>(1, 14);
  std::vector<WeightedRow> rows(n);
  for (Index x = 0; x < n; ++x) {
    rows[x].emplace_back((x + 1) % n, 1 + *rc::gen::inRange(0, 9));
    const auto more = *rc::gen::inRange(0, 4);
    for (int i = 0; i < more; ++i) {
      Big weight = 0;
      for (int b = 0; b < bits; b += 30) weight = (weight << 30) + *rc::gen::inRange(1, 1 << 30);
      rows[x].emplace_back(*rc::gen::inRange<Index>(0, n), weight);
    }
  }
  return rows;
}

TEST(ExactStationary, AgreesWithEliminationOnRandomChains) {
  EXPECT_TRUE(rc::check([] {
    const auto rows = random_rows(30);
    RC_ASSERT(probabilities(exact_stationary(rows)) == by_elimination(rows));
  }));
}

TEST(ExactStationary, AgreesWithEliminationWhenWeightsAreWide) {
  EXPECT_TRUE(rc::check([] {
    const auto rows = random_rows(120);  // sums beyond 128 bits
    RC_ASSERT(probabilities(exact_stationary(rows)) == by_elimination(rows));
  }));
}

TEST(ExactStationary, RefusesSeveralClassesAndTransientLastStates) {
  EXPECT_THROW(exact_stationary({{{0, 1}}, {{1, 1}}}), InputError);
  EXPECT_THROW(exact_stationary({{{0, 1}}, {{0, 1}, {1, 1}}}), InputError);
  EXPECT_EQ(exact_stationary({{{0, 5}}}).parts.front(), 1);
}

}  // namespace
}  // namespace touchstone::exact
