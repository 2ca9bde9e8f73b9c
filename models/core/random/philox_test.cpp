#include "models/core/random/philox.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace touchstone {
namespace {

// Random123, examples/kat_vectors, lines "philox4x32 10".
TEST(Philox, KnownAnswerVectors) {
  EXPECT_EQ(philox4x32_10({0, 0, 0, 0}, {0, 0}),
            (PhiloxBlock{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr std::uint32_t ones = 0xffffffff;
  EXPECT_EQ(philox4x32_10({ones, ones, ones, ones}, {ones, ones}),
            (PhiloxBlock{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(
      philox4x32_10({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
      (PhiloxBlock{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Philox, StreamIsItsBlocksInOrder) {
  PhiloxStream stream = Philox(7).stream(Purpose::test, 3, 5);
  for (std::uint32_t block = 0; block < 3; ++block)
    for (const std::uint32_t word : Philox(7).stream(Purpose::test, 3, 5).block(block))
      EXPECT_EQ(stream.next(), word);
}

TEST(Philox, EveryPartOfTheKeyMatters) {
  const auto first = [](std::uint64_t seed, Purpose purpose, std::uint64_t step,
                        std::uint32_t entity) {
    return Philox(seed).stream(purpose, step, entity).block(0);
  };
  const PhiloxBlock base = first(1, Purpose::test, 2, 3);
  EXPECT_NE(base, first(1 | std::uint64_t{1} << 40, Purpose::test, 2, 3));
  EXPECT_NE(base, first(1, Purpose::start, 2, 3));
  EXPECT_NE(base, first(1, Purpose::test, 2 | std::uint64_t{1} << 40, 3));
  EXPECT_NE(base, first(1, Purpose::test, 2, 4));
}

TEST(Philox, BelowStaysBelowAndReachesBothEnds) {
  PhiloxStream stream = Philox(1).stream(Purpose::test, 0, 0);
  for (const std::uint32_t n : {1u, 2u, 3u, 7u}) {
    std::uint32_t lowest = n;
    std::uint32_t highest = 0;
    for (int draw = 0; draw < 1000; ++draw) {
      const std::uint32_t value = stream.below(n);
      ASSERT_LT(value, n);
      lowest = std::min(lowest, value);
      highest = std::max(highest, value);
    }
    EXPECT_EQ(lowest, 0u);
    EXPECT_EQ(highest, n - 1);
  }
}

TEST(Philox, UniformIsInTheHalfOpenInterval) {
  PhiloxStream stream = Philox(2).stream(Purpose::test, 0, 0);
  double sum = 0;
  constexpr int kDraws = 100000;
  for (int draw = 0; draw < kDraws; ++draw) {
    const double u = stream.uniform();
    ASSERT_GE(u, 0.0);
    ASSERT_LT(u, 1.0);
    sum += u;
  }
  EXPECT_NEAR(sum / kDraws, 0.5, 5 * 0.2887 / std::sqrt(kDraws));
}

}  // namespace
}  // namespace touchstone
