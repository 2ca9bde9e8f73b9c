#include "models/core/options.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace touchstone {
namespace {

struct Answer {
  std::optional<int> code;
  std::string errors;
  std::string output;
  std::string out;
};

/// A program with the verb `check`, which has the word `balance` behind it.
Answer answer(std::vector<const char*> arguments) {
  Answer answer;
  double effort = 1;
  std::uint64_t seed = 1;
  CLI::App app("Judges.", "touchstone_checkers");
  CLI::App& check = *app.add_subcommand("check", "runs checks");
  check.add_option("--effort", effort, "factor");
  check.add_option("--seed", seed, "seed")->check(any_seed());
  add_out(check, answer.out, "check.jsonl");
  check.add_subcommand("balance", "proves")->add_option("--family", "a family");
  arguments.insert(arguments.begin(), "program");
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  answer.code = parse(app, static_cast<int>(arguments.size()), arguments.data());
  answer.errors = testing::internal::GetCapturedStderr();
  answer.output = testing::internal::GetCapturedStdout();
  return answer;
}

TEST(Options, AnUnknownOneIsAnsweredWithTheNearestKnown) {
  const Answer wrong = answer({"check", "--efort=3"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_EQ(wrong.errors,
            "touchstone_checkers check: unknown option '--efort'; the nearest known name is "
            "'--effort' (see: touchstone_checkers check --help)\n");
}

TEST(Options, AreThoseOfTheWordThatWasGivenLast) {
  ASSERT_EQ(::setenv("TOUCHSTONE_SIGNED", "touchstone check balance", 1), 0);
  const Answer wrong = answer({"check", "balance", "--famly", "mpmc"});
  const Answer help = answer({"check", "balance", "--help"});
  ASSERT_EQ(::unsetenv("TOUCHSTONE_SIGNED"), 0);
  EXPECT_EQ(wrong.code, 2);
  EXPECT_EQ(wrong.errors,
            "touchstone check balance: unknown option '--famly'; the nearest known name is "
            "'--family' (see: touchstone check balance --help)\n");
  EXPECT_EQ(help.code, 0);
  EXPECT_NE(help.output.find("Usage: touchstone check balance [OPTIONS]"), std::string::npos)
      << help.output;
}

TEST(Options, OtherMistakesAreToldAsTheyAre) {
  const Answer wrong = answer({"check", "--seed", "-3"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_EQ(wrong.errors,
            "touchstone_checkers check: --seed: expected an integer from 0 to 2^64 - 1, found "
            "'-3' (see: touchstone_checkers check --help)\n");
  EXPECT_EQ(answer({"check", "--seed", "18446744073709551615"}).code, std::nullopt);
  EXPECT_EQ(answer({"check", "--seed", "18446744073709551616"}).code, 2);
}

TEST(Options, OutIsAFolderOrAFile) {
  unsetenv("TOUCHSTONE_RESULTS");  // the launcher sets it for what it runs
  EXPECT_EQ(answer({"check"}).out, "results/check.jsonl");
  EXPECT_EQ(answer({"check", "--out", "mine"}).out, "mine/check.jsonl");
  EXPECT_EQ(answer({"check", "--out", "mine/"}).out, "mine/check.jsonl");
  EXPECT_EQ(answer({"check", "--out", "x.jsonl"}).out, "x.jsonl");
  ASSERT_EQ(::setenv("TOUCHSTONE_RESULTS", "/tree/results", 1), 0);
  EXPECT_EQ(answer({"check"}).out, "/tree/results/check.jsonl");
  ASSERT_EQ(::unsetenv("TOUCHSTONE_RESULTS"), 0);
}

}  // namespace
}  // namespace touchstone
