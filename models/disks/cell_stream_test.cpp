#include "models/disks/cell_stream.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <vector>

namespace touchstone::disks {
namespace {

constexpr double kTwoPi = 2 * std::numbers::pi;

/// Kolmogorov's distance to the uniform law on [0, 1], times the root of the number of samples:
/// above 2.7 with a chance of 1e-6.
double kolmogorov(std::vector<double> u) {
  std::sort(u.begin(), u.end());
  const auto n = static_cast<double>(u.size());
  double distance = 0;
  for (std::size_t i = 0; i < u.size(); ++i) {
    const auto k = static_cast<double>(i);
    distance = std::max({distance, u[i] - k / n, (k + 1) / n - u[i]});
  }
  return distance * std::sqrt(n);
}

struct Drawn {
  std::vector<double> radius2;  ///< (r / R)^2
  std::vector<double> turn;     ///< theta / 2 pi
  double xx = 0, xxyy = 0, x = 0, y = 0;
};

template <class Real, class Law>
Drawn drawn(Law&& law) {
  constexpr int kPoints = 200000;
  const Philox random(3);
  Drawn d;
  for (std::uint32_t k = 0; k < kPoints / 4; ++k) {
    CellStream stream(random, 17, k);
    for (unsigned s = 0; s < 4; ++s) {
      const Vec<Real> p = law(stream.displacement<Real>(s, Real(1)));
      const double x = static_cast<double>(p.x);
      const double y = static_cast<double>(p.y);
      d.radius2.push_back(std::min(1.0, x * x + y * y));
      d.turn.push_back(std::atan2(y, x) / kTwoPi + 0.5);
      d.x += x / kPoints;
      d.y += y / kPoints;
      d.xx += x * x / kPoints;
      d.xxyy += x * x * y * y / kPoints;
    }
  }
  return d;
}

template <class Real>
void expect_uniform_in_the_disc() {
  const Drawn d = drawn<Real>([](Vec<Real> p) { return p; });
  EXPECT_LT(kolmogorov(d.radius2), 2.7);
  EXPECT_LT(kolmogorov(d.turn), 2.7);
  const double root = std::sqrt(200000.0);
  EXPECT_NEAR(d.x, 0, 5 * std::sqrt(1 / 4.0) / root);
  EXPECT_NEAR(d.y, 0, 5 * std::sqrt(1 / 4.0) / root);
  EXPECT_NEAR(d.xx, 1 / 4.0, 5 * std::sqrt(1 / 8.0 - 1 / 16.0) / root);
  EXPECT_NEAR(d.xxyy, 1 / 24.0, 5 * 0.05 / root);
}

TEST(InDisc, IsUniform) {
  expect_uniform_in_the_disc<float>();
  expect_uniform_in_the_disc<double>();
}

// Twins: the radius without its square root; a square of the same mean square; an octant lost.
TEST(InDisc, OtherLawsAreRejected) {
  const auto no_root = drawn<double>([](Vec<double> p) {
    const double r = std::hypot(p.x, p.y);
    return Vec<double>{p.x * r, p.y * r};
  });
  EXPECT_GT(kolmogorov(no_root.radius2), 2.7);
  const auto folded = drawn<double>([](Vec<double> p) {
    return p.x > 0 && p.y > p.x ? Vec<double>{p.y, p.x} : p;
  });
  EXPECT_GT(kolmogorov(folded.turn), 2.7);
}

TEST(InDisc, StaysWithinTheRadius) {
  for (const float radius : {0.05f, 0.16f, 1.0f})
    for (std::uint32_t k = 0; k < (1u << 21); k += 13) {
      const Vec<float> p = in_disc<float>(0xFFFFFFFFu, k << 8, radius);
      const double r = std::hypot(static_cast<double>(p.x), static_cast<double>(p.y));
      ASSERT_LE(r, static_cast<double>(radius) * (1 + 3e-7)) << k;
      ASSERT_GE(r, static_cast<double>(radius) * (1 - 3e-7)) << k;
    }
  EXPECT_EQ(in_disc<float>(0, 12345u << 8, 0.16f).x, 0);
}

// A step and its reverse must be equally likely, bit for bit: the eight octants are mirror images.
TEST(InDisc, OctantsAreExactMirrorImages) {
  PhiloxStream stream = Philox(4).stream(Purpose::test, 0, 0);
  for (int k = 0; k < 20000; ++k) {
    const std::uint32_t radial = stream.next();
    const std::uint32_t angular = stream.next() & 0x1FFFFFFFu;
    const Vec<float> p = in_disc<float>(radial, angular, 0.16f);
    ASSERT_GE(p.x, p.y);
    ASSERT_GE(p.y, 0);
    std::set<std::pair<float, float>> images;
    std::set<std::pair<float, float>> expected;
    for (std::uint32_t octant = 0; octant < 8; ++octant) {
      const Vec<float> q = in_disc<float>(radial, angular | octant << 29, 0.16f);
      images.insert({q.x, q.y});
    }
    for (const float a : {-p.x, p.x})
      for (const float b : {-p.y, p.y}) {
        expected.insert({a, b});
        expected.insert({b, a});
      }
    ASSERT_EQ(images, expected);
  }
}

TEST(InDisc, DoesNotUseTheBitsOfTheShuffle) {
  for (std::uint32_t k = 1; k < 1000; ++k) {
    const std::uint32_t radial = k * 0x9E3779B9u;
    const std::uint32_t angular = k * 0xBB67AE85u;
    EXPECT_EQ(in_disc<float>(radial | 0xFFu, angular | 0xFFu, 1.0f),
              in_disc<float>(radial & ~0xFFu, angular & ~0xFFu, 1.0f));
  }
}

TEST(CellStream, DisplacementsDoNotDependOnTheOrderOfTheCalls) {
  const Philox random(5);
  CellStream forward(random, 3, 8);
  CellStream backward(random, 3, 8);
  std::vector<Vec<float>> expected;
  for (unsigned s = 0; s < 9; ++s) expected.push_back(forward.displacement<float>(s, 0.16f));
  for (unsigned s = 9; s-- > 0;)
    EXPECT_EQ(backward.displacement<float>(s, 0.16f), expected[s]) << s;
}

TEST(CellStream, CellsSweepsAndSeedsDiffer) {
  std::set<std::pair<float, float>> seen;
  for (std::uint64_t seed : {1u, 2u})
    for (std::uint64_t sweep = 0; sweep < 10; ++sweep)
      for (std::uint32_t cell = 0; cell < 10; ++cell) {
        CellStream stream(Philox(seed), sweep, cell);
        for (unsigned s = 0; s < 4; ++s) {
          const Vec<float> p = stream.displacement<float>(s, 1.0f);
          seen.insert({p.x, p.y});
        }
      }
  EXPECT_EQ(seen.size(), 800u);
}

using Order = std::array<int, 4>;

/// Chance that a fair shuffle of n items gives counts as unequal as these (G-test).
template <class Shuffle>
double shuffle_p_value(std::size_t items, Shuffle&& shuffle) {
  constexpr double kShuffles = 240000;
  const Philox random(6);
  std::map<Order, double> count;
  for (std::uint32_t k = 0; k < kShuffles; ++k) {
    Order order{0, 1, 2, 3};
    CellStream stream(random, 1, k);
    shuffle(order, stream);
    ++count[order];
  }
  double orders = 1;
  for (std::size_t k = 2; k <= items; ++k) orders *= static_cast<double>(k);
  double g = 0;
  for (const auto& [order, n] : count) g += 2 * n * std::log(n * orders / kShuffles);
  if (static_cast<double>(count.size()) != orders) return 0;
  return boost::math::cdf(complement(boost::math::chi_squared(orders - 1), g));
}

/// Durstenfeld's shuffle, as the schemes do it.
auto durstenfeld(std::size_t items) {
  return [items](Order& order, CellStream& stream) {
    for (std::size_t k = items; k > 1; --k)
      std::swap(order[k - 1], order[stream.below(static_cast<std::uint32_t>(k))]);
  };
}

TEST(CellStream, ShufflesAreFair) {
  for (const std::size_t items : {2u, 3u, 4u})
    EXPECT_GT(shuffle_p_value(items, durstenfeld(items)), 1e-6) << items;
}

TEST(CellStream, ABiasedShuffleIsRejected) {  // twin: any of the n at every step, 4^3 / 24
  EXPECT_LT(shuffle_p_value(4,
                            [](Order& order, CellStream& stream) {
                              for (std::size_t k = 4; k > 1; --k)
                                std::swap(order[k - 1], order[stream.below(4)]);
                            }),
            1e-6);
}

TEST(CellStream, ShufflesDoNotFollowTheDisplacements) {
  const Philox random(7);
  constexpr double kCells = 100000;
  double correlation = 0;
  for (std::uint32_t k = 0; k < kCells; ++k) {
    CellStream stream(random, 2, k);
    const double first = (stream.below(4) - 1.5) / std::sqrt(1.25);
    correlation += first * 2 * stream.displacement<double>(0, 1.0).x;
  }
  EXPECT_LT(std::abs(correlation) / std::sqrt(kCells), 5);
}

TEST(CellStream, LargeCellsDrawBelowTheirSize) {
  CellStream stream(Philox(8), 0, 0);
  std::array<double, 7> count{};
  for (int k = 0; k < 70000; ++k) {
    const std::uint32_t draw = stream.below(7);
    ASSERT_LT(draw, 7u);
    ++count[draw];
  }
  for (const double n : count) EXPECT_NEAR(n, 10000, 5 * std::sqrt(10000.0));
}

}  // namespace
}  // namespace touchstone::disks
