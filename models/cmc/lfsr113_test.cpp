#include "models/cmc/lfsr113.hpp"

#include <gtest/gtest.h>

#include <charconv>
#include <set>
#include <string>

#include "models/cmc/published.hpp"
#include "models/core/csv.hpp"
#include "models/core/errors.hpp"

namespace touchstone::cluster {
namespace {

std::uint32_t hex(const std::string& text) {
  return static_cast<std::uint32_t>(std::stoull(text, nullptr, 16));
}

Lfsr113::State state_of(const CsvRow& row) {
  return {hex(row.text("z1")), hex(row.text("z2")), hex(row.text("z3")), hex(row.text("z4"))};
}

std::uint64_t whole(const CsvRow& row, const char* column) { return std::stoull(row.text(column)); }

Lfsr113 stepped(Lfsr113 random, std::uint64_t steps) {
  for (; steps > 0; --steps) random.next();
  return random;
}

/// The generator a row of the file speaks of; rows of polynomials speak of none.
Lfsr113 generator_of(const CsvRow& row) {
  const std::string& kind = row.text("kind");
  const auto seed = static_cast<std::uint32_t>(whole(row, "seed"));
  const std::uint64_t n = whole(row, "n");
  if (kind == "raw4x12345") return stepped(Lfsr113({seed, seed, seed, seed}), n);
  if (kind.starts_with("gsl_taus113_seed")) return stepped(Lfsr113(seed), n);
  if (kind == "jump_2^20_state") return Lfsr113Jump({1, 20})(Lfsr113(seed));
  if (kind == "stream_jump_2^80_state") return separate_streams(seed, n + 1).at(n);
  const auto stream = static_cast<std::size_t>(kind.at(6) - '0');  // stream0_out ...
  return stepped(separate_streams(seed, 4).at(stream), n);
}

TEST(Lfsr113, RepeatsEveryVectorOfTheFileBitForBit) {
  const CsvTable table(data_folder() + "/cmc_lfsr113.csv", {"kind", "seed", "n", "z1", "u32"});
  std::size_t compared = 0;
  for (const CsvRow& row : table.rows()) {
    if (row.text("kind").find("poly") != std::string::npos) continue;
    const Lfsr113 random = generator_of(row);
    EXPECT_EQ(random.state(), state_of(row)) << row.where();
    const auto z = random.state();
    EXPECT_EQ(z[0] ^ z[1] ^ z[2] ^ z[3], whole(row, "u32")) << row.where();
    EXPECT_EQ(0x1p-32 * (z[0] ^ z[1] ^ z[2] ^ z[3]), row.number("double")) << row.where();
    ++compared;
  }
  EXPECT_EQ(compared, 87u);
}

TEST(Lfsr113, JumpsByThePolynomialsOfTheFile) {
  const CsvTable table(data_folder() + "/cmc_lfsr113.csv", {"kind", "seed", "z1"});
  std::size_t compared = 0;
  for (const CsvRow& row : table.rows())
    for (const int doublings : {20, 80}) {
      if (row.text("kind") != "jump_poly_2^" + std::to_string(doublings)) continue;
      EXPECT_EQ(Lfsr113Jump({1, doublings}).polynomials()[whole(row, "seed")], hex(row.text("z1")))
          << row.where();
      ++compared;
    }
  EXPECT_EQ(compared, 8u);
}

TEST(Lfsr113, AJumpIsThatManySteps) {
  const Lfsr113 start(42);
  for (const std::uint64_t steps : {0u, 1u, 2u, 31u, 1000u, 123457u})
    EXPECT_EQ(Lfsr113Jump({steps, 0})(start), stepped(start, steps)) << steps;
  EXPECT_EQ(Lfsr113Jump({3, 10})(start), stepped(start, 3 * 1024));
  EXPECT_THROW(Lfsr113Jump({1, -1}), InputError);
}

/// The 32 x 32 matrix of one register's step over the field with two elements, squared 80 times:
/// an independent way to the same jump.
TEST(Lfsr113, TheJumpOf2To80IsTheMatrixPower) {
  const Lfsr113 start(1234);
  const Lfsr113 jumped = Lfsr113Jump({1, 80})(start);
  for (std::size_t j = 0; j < 4; ++j) {
    std::array<std::uint32_t, 32> column{};
    for (std::size_t b = 0; b < 32; ++b) column[b] = Lfsr113::step(j, std::uint32_t{1} << b);
    const auto apply = [&](std::uint32_t z) {
      std::uint32_t sum = 0;
      for (std::size_t b = 0; b < 32; ++b)
        if ((z >> b) & 1) sum ^= column[b];
      return sum;
    };
    for (int square = 0; square < 80; ++square) {
      std::array<std::uint32_t, 32> next{};
      for (std::size_t b = 0; b < 32; ++b) next[b] = apply(column[b]);
      column = next;
    }
    EXPECT_EQ(jumped.state()[j], apply(start.state()[j])) << "register " << j;
  }
}

/// Without a step first, the low bits of a raw state are not bits of the recurrence.
TEST(Lfsr113, AJumpFromARawStateIsWrong) {
  const Lfsr113 raw({12345, 12345, 12345, 12345});
  EXPECT_NE(Lfsr113Jump({1000, 0})(raw), stepped(raw, 1000));
  EXPECT_EQ(Lfsr113Jump({1000, 0})(stepped(raw, 1)), stepped(raw, 1001));
}

/// Why streams are made by jumps: different seeds need not give independent streams. The numbers of
/// these three add up to zero, bit by bit, for ever.
TEST(Lfsr113, DifferentSeedsMayBeDependent) {
  Lfsr113 a(0x40000000), b(0x80000000), c(0xC0000000);
  for (int k = 0; k < 1000; ++k) EXPECT_EQ(a.next() ^ b.next(), c.next());
  std::vector<Lfsr113> streams = separate_streams(0x40000000, 3);
  int coincidences = 0;
  for (int k = 0; k < 1000; ++k)
    coincidences += (streams[0].next() ^ streams[1].next()) == streams[2].next();
  EXPECT_LE(coincidences, 1);
}

TEST(Lfsr113, NumbersAreFractions) {
  Lfsr113 random(7);
  double sum = 0;
  for (int k = 0; k < 100000; ++k) {
    const double x = random.uniform();
    ASSERT_GE(x, 0);
    ASSERT_LT(x, 1);
    sum += x;
  }
  EXPECT_NEAR(sum / 100000, 0.5, 5 * 0.2887 / 316);
}

}  // namespace
}  // namespace touchstone::cluster
