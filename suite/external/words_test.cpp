#include "suite/external/words.hpp"

#include <gtest/gtest.h>

namespace touchstone::external {
namespace {

TEST(Words, AreShortenedAtTheBorderOfACharacter) {
  const std::string line(80, 'a');
  EXPECT_EQ(shortened(line), line);
  EXPECT_EQ(shortened(line + "b"), std::string(77, 'a') + "...");
  for (const std::size_t before : {74u, 75u, 76u})  // three bytes, of which 3, 2 and 1 would fit
    EXPECT_EQ(shortened(std::string(before, 'a') + "\xE2\x82\xAC" + line),
              std::string(before, 'a') + (before == 74 ? "\xE2\x82\xAC..." : "..."));
  EXPECT_EQ(shortened(std::string(100, '\xA9')).size(), 76u);  // no UTF-8 at all
}

}  // namespace
}  // namespace touchstone::external
