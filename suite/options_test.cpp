#include "suite/options.hpp"

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
  int threads = 1;
  bool resume = false;
  std::vector<std::size_t> disks;
  std::uint64_t seed = 1;
  CLI::App app("Judges.", "touchstone_checkers");
  CLI::App& check = *app.add_subcommand("check", "runs checks");
  check.add_option("--effort", effort, "factor");
  check.add_option("--seed", seed, "seed")->check(any_seed());
  CLI::Option& at_a_time = *check.add_option("--threads", threads, "checks at a time");
  check.add_option("--disks", disks, "numbers of disks")->delimiter(',');
  check.add_flag("--resume", resume, "goes on")->excludes(&at_a_time);
  app.require_subcommand(1);
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

TEST(Options, IntegersAreDecimal) {
  for (const char* option : {"--seed", "--threads", "--disks"})
    for (const char* text : {"010", "08", "-012", "00"}) {
      const Answer wrong = answer({"check", option, text});
      EXPECT_EQ(wrong.code, 2) << option << " " << text;
      EXPECT_EQ(wrong.output, "");
    }
  EXPECT_NE(
      answer({"check", "--disks", "64,010"})
          .errors.find(
              "--disks: expected an integer of at least 0 without leading zeros, found '010'"),
      std::string::npos);
  EXPECT_NE(answer({"check", "--disks", "-3"})
                .errors.find("--disks: expected an integer of at least 0, found '-3'"),
            std::string::npos);
  for (const char* text : {"0", "10", "100"})
    EXPECT_EQ(answer({"check", "--seed", text, "--disks", text}).code, std::nullopt) << text;
  EXPECT_EQ(answer({"check", "--threads", "-3"}).code, std::nullopt);
}

/// The code of a program with this patience, and what it told.
Answer answer_to_patience(const char* text) {
  Answer answer;
  double patience = 1;
  CLI::App app("Judges.", "program");
  add_patience(app, patience, kPatienceOfChecks);
  const char* const words[] = {"program", "--patience", text};
  testing::internal::CaptureStderr();
  answer.code = parse(app, 3, words);
  answer.errors = testing::internal::GetCapturedStderr();
  return answer;
}

TEST(Options, PatienceIsANumber) {
  for (const char* text : {"0", "2.5", "1e6"})
    EXPECT_EQ(answer_to_patience(text).code, std::nullopt) << text;
  for (const std::string text : {"nan", "-1", "1000001", "inf", "long"}) {
    const Answer wrong = answer_to_patience(text.c_str());
    EXPECT_EQ(wrong.code, 2) << text;
    EXPECT_NE(wrong.errors.find("--patience: expected a number from 0 to 1000000, found '" + text),
              std::string::npos)
        << wrong.errors;
  }
}

TEST(Options, PatienceGrowsWithTheEffortOfAnyLegalCheck) {
  EXPECT_EQ(patience_of_checks(0.1), kPatienceOfChecks);
  EXPECT_EQ(patience_of_checks(kNightlyEffort), kPatienceOfChecks);
  EXPECT_EQ(patience_of_checks(1e4), 1000 * kPatienceOfChecks);
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

/// The message for options of `check`, without its signature.
std::string failure(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "check");
  const Answer wrong = answer(arguments);
  EXPECT_EQ(wrong.code, 2);
  const std::string before = "touchstone_checkers check: ";
  const std::string after = " (see: touchstone_checkers check --help)\n";
  EXPECT_TRUE(wrong.errors.starts_with(before) && wrong.errors.ends_with(after)) << wrong.errors;
  return wrong.errors.substr(before.size(), wrong.errors.size() - before.size() - after.size());
}

TEST(Options, AValueThatIsNoNumberIsToldWithWhatIsExpected) {
  EXPECT_EQ(failure({"--threads", "abc"}), "--threads: 'abc' is not a number, expected an integer");
  EXPECT_EQ(failure({"--threads", "1.5"}),
            "--threads: '1.5' is not an integer, expected an integer");
  EXPECT_EQ(failure({"--threads", "9999999999"}),
            "--threads: '9999999999' is out of range, expected an integer");
  EXPECT_EQ(failure({"--effort", "1e"}), "--effort: '1e' is not a number, expected a number");
  EXPECT_EQ(failure({"--disks", "16,many,32"}),
            "--disks: 'many' is not a number, expected an integer of at least 0");
  EXPECT_EQ(failure({"--resume=abc"}), "--resume: takes no value, expected it alone, found 'abc'");
}

TEST(Options, AValueThatIsMissingOrGivenTwiceIsTold) {
  EXPECT_EQ(failure({"--threads"}),
            "--threads: a value is missing, expected an integer (checks at a time), found the end "
            "of the line");
  EXPECT_EQ(failure({"--threads", "1", "--threads", "2"}),
            "--threads: expected once, found 2 times");
  EXPECT_EQ(failure({"--threads", "1", "--resume"}),
            "--threads: expected without --resume, found both");
}

TEST(Options, AWordThatIsMissingOrUnknownIsTold) {
  EXPECT_EQ(failure({"balanse"}), "unknown word 'balanse'; the nearest known name is 'balance'");
  EXPECT_EQ(answer({}).code, 2);
  EXPECT_EQ(answer({}).errors,
            "touchstone_checkers: a word is missing, expected one of: check (see: "
            "touchstone_checkers --help)\n");
  EXPECT_EQ(answer({"check", "balance", "ring"}).errors,
            "touchstone_checkers check balance: unknown word 'ring'; expected options only (see: "
            "touchstone_checkers check balance --help)\n");
}

TEST(Options, WithTwoNamesAreCalledAsTheyWereTyped) {
  const auto told = [](const char* typed) {
    return as_typed("--filter: nothing is called 'x'", "--filter", "--scheme", {"bench", typed});
  };
  EXPECT_EQ(told("--scheme"), "--scheme: nothing is called 'x'");
  EXPECT_EQ(told("--scheme=x"), "--scheme: nothing is called 'x'");
  EXPECT_EQ(told("--filter"), "--filter: nothing is called 'x'");
  EXPECT_EQ(as_typed("--family: no", "--filter", "--scheme", {"--scheme"}), "--family: no");
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
