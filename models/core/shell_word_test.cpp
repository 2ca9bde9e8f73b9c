#include "models/core/shell_word.hpp"

#include <gtest/gtest.h>

namespace touchstone {
namespace {

TEST(ShellWord, IsQuotedWhereAShellWouldNotReadItBack) {
  EXPECT_EQ(shell_word("file:a/b-2.csv"), "file:a/b-2.csv");
  EXPECT_EQ(shell_word("my body.json"), "'my body.json'");
  EXPECT_EQ(shell_word("don't"), R"('don'\''t')");
  EXPECT_EQ(shell_word("$HOME"), "'$HOME'");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(in_quotes("plain"), "'plain'");
}

}  // namespace
}  // namespace touchstone
