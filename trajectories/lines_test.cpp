#include "trajectories/lines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/core/errors.hpp"
#include "trajectories/frame_header.hpp"

namespace touchstone::trajectories {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

double rounding_of(const std::vector<std::string>& words) {
  Digits digits;
  for (const std::string& word : words) digits.see(word, number_of(word, "here", "number"));
  return digits.rounding();
}

TEST(Digits, LeaveOpenHalfAUnitOfTheLastPlace) {
  EXPECT_NEAR(rounding_of({"0.123456", "10.123456", "-7.500000"}), 5e-7, 1e-13);  // %.6f
  EXPECT_NEAR(rounding_of({"0.0123456", "10.1235", "0.5"}), 5e-5, 1e-13);         // %.6g
  EXPECT_NEAR(rounding_of({"1.2346e+01", "5.0000e-03"}), 5e-4, 1e-13);            // %.4e
  EXPECT_LT(rounding_of({"12.300000000000001", "0.1"}), 2e-14);                   // all of a double
  EXPECT_NEAR(rounding_of({"3", "12"}), 0.5, 1e-13);
  EXPECT_EQ(rounding_of({"0", "0.0"}), 0);
}

TEST(Words, AreBetweenBlanksTabsAndCommas) {
  EXPECT_THAT(words_of("  1 2\t3,4 "), ElementsAre("1", "2", "3", "4"));
  EXPECT_TRUE(words_of(" \t ").empty());
}

TEST(Numbers, AreWholeWordsAndFinite) {
  EXPECT_EQ(number_of("+1.5e2", "here", "number"), 150);
  for (const char* const word : {"", "1x", "nan", "inf", "1e999", "--1", "0x10"})
    EXPECT_THROW(number_of(word, "here", "number"), InputError) << word;
}

TEST(FrameHeaders, HaveKeysWithQuotesInQuotes) {
  const auto keys = keys_of(R"(a=1 b="x y" c="{\"k\": \"v\"}" d e='q')", "here");
  EXPECT_EQ(keys.at("a"), "1");
  EXPECT_EQ(keys.at("b"), "x y");
  EXPECT_EQ(keys.at("c"), R"({"k": "v"})");
  EXPECT_EQ(keys.at("d"), "T");
  EXPECT_EQ(keys.at("e"), "q");
}

TEST(FrameHeaders, TurnTheLatticeIntoTilts) {
  const FrameHeader header = header_of(
      "Lattice=\"4 0 0 1 2 0 0.5 0.25 8\" Properties=id:I:1:pos:R:3:orientation:R:4", "here");
  EXPECT_EQ(header.box, (shapes::Box{4, 2, 8, 0.5, 0.0625, 0.03125, 3}));
  EXPECT_EQ(header.columns.count, 8u);
  EXPECT_EQ(header.columns.position, 1u);
  EXPECT_EQ(*header.columns.orientation, 4u);
  EXPECT_FALSE(header.columns.species);
}

}  // namespace
}  // namespace touchstone::trajectories
