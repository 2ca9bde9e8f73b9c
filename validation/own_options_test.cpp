// Options of points of the user's own: what is missing, foreign or malformed is told by name.
#include "validation/own_options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/core/errors.hpp"

namespace touchstone::validation {
namespace {

using testing::HasSubstr;

OwnPoint echo(const OwnArguments& typed, const std::string& schemes) {
  return {std::to_string(typed.integer("--toys")) + " " +
              std::to_string(typed.number("--toy-size", 1.5)) + " " + schemes,
          {}};
}

const bool registered = register_own_kind({.name = "toys",
                                           .options = {{"--toys", "INT", "number of toys"},
                                                       {"--toy-size", "FLOAT", "size", true},
                                                       {"--error", "FLOAT", "wanted error"}},
                                           .point = echo});

/// The options of the point, or the error.
std::string answer(const std::string& line) {
  CLI::App app;
  std::string other;
  app.add_option("--experiment", other);
  const OwnOptions own(app, {"--experiment"});
  try {
    app.parse(line);
    const auto point = own.point("a,b");
    return point ? point->options : "none";
  } catch (const InputError& error) {
    return error.what();
  } catch (const CLI::Error& error) {
    return error.what();
  }
}

TEST(OwnOptions, TheKindOfThePointReadsThem) {
  ASSERT_TRUE(registered);
  EXPECT_EQ(answer("--toys 3 --toy-size 0.5"), "3 0.500000 a,b");
  EXPECT_EQ(answer(""), "none");
  EXPECT_EQ(answer("--experiment x"), "none");
}

TEST(OwnOptions, WhatIsMissingForeignOrMalformedIsTold) {
  EXPECT_EQ(answer("--toys 3"),
            "--toys: options beside it: expected --toy-size (size), found none");
  EXPECT_EQ(answer("--toy-size 3"),
            "--toy-size: point that it belongs to: expected --toys, found none");
  EXPECT_EQ(answer("--toys 3 --toy-size 1 --stars 9 --time 1"), "--stars excludes --toys");
  EXPECT_EQ(answer("--toys 3 --toy-size 1 --time 1"),
            "--time: point that it belongs to: expected --stars, found --toys");
  EXPECT_EQ(answer("--toys 3.5 --toy-size 1"), "--toys: value: expected an integer, found '3.5'");
  EXPECT_EQ(answer("--toys 3 --toy-size wide"),
            "--toy-size: value: expected a number, found 'wide'");
  EXPECT_THAT(answer("--toys 3 --toy-size 1 --experiment x"), HasSubstr("excludes"));
}

TEST(OwnOptions, AnOptionOfSeveralKindsTellsItsMeaningToEach) {
  CLI::App app;
  const OwnOptions own(app, {});
  const std::string help = app.get_option("--error")->get_description();
  EXPECT_THAT(help, HasSubstr("--toys: wanted error"));
  EXPECT_THAT(help, HasSubstr("--stars: wanted standard error of the radii"));
}

}  // namespace
}  // namespace touchstone::validation
