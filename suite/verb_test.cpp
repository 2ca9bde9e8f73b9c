#include "suite/verb.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "models/core/errors.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

/// Name and option of the verb that ran last.
std::string ran;  // NOLINT: set by verbs, which live as long as the program

Verb word(const std::string& name) {
  return {name, "of a test", [name](CLI::App& app) {
            auto seed = std::make_shared<int>(0);
            app.add_option("--seed", *seed);
            return [name, seed] {
              ran = name + " " + std::to_string(*seed);
              if (*seed == 9) throw InputError("nine: expected another number");
              return *seed;
            };
          }};
}

// The word within another comes first: the linker decides the order.
const bool registered = register_verb(word("weigh twice")) && register_verb(word("weigh often")) &&
                        register_verb(word("weigh")) && register_verb(word("count"));

struct Answer {
  int code;
  std::string errors;
};

Answer run(std::vector<const char*> arguments) {
  ran.clear();
  arguments.insert(arguments.begin(), "test");
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  const int code =
      run_verb("test", "Tests verbs.", static_cast<int>(arguments.size()), arguments.data());
  testing::internal::GetCapturedStdout();
  return {code, testing::internal::GetCapturedStderr()};
}

TEST(Verbs, TheOneThatIsNamedRuns) {
  EXPECT_EQ(run({"count", "--seed", "3"}).code, 3);
  EXPECT_EQ(ran, "count 3");
  EXPECT_EQ(run({"weigh"}).code, 0);
  EXPECT_EQ(ran, "weigh 0");
}

TEST(Verbs, AWordWithinAnotherRunsInsteadOfIt) {
  EXPECT_EQ(run({"weigh", "twice", "--seed", "2"}).code, 2);
  EXPECT_EQ(ran, "weigh twice 2");
}

TEST(Verbs, AnOptionBeforeTheInnerWordIsRefused) {
  const Answer answer = run({"weigh", "--seed", "1", "twice"});
  EXPECT_EQ(answer.code, 2);
  EXPECT_THAT(answer.errors, HasSubstr("options after the word 'twice'"));
  EXPECT_EQ(ran, "");
}

TEST(Verbs, OneInnerWordAtATime) {
  EXPECT_EQ(run({"weigh", "twice", "often"}).code, 2);
  EXPECT_EQ(ran, "");
}

TEST(Verbs, FaultsOfTheCommandLineAreBadInput) {
  EXPECT_EQ(run({}).code, 2);
  EXPECT_EQ(run({"guess"}).code, 2);
  EXPECT_EQ(run({"count", "--sed", "1"}).code, 2);
  EXPECT_EQ(run({"count", "--help"}).code, 0);
}

TEST(Verbs, ExceptionsAreTold) {
  const Answer answer = run({"count", "--seed", "9"});
  EXPECT_EQ(answer.code, 2);
  EXPECT_THAT(answer.errors, HasSubstr("nine: expected another number"));
}

TEST(Verbs, ASecondOneOfANameIsRefused) {
  EXPECT_THROW(register_verb(word("count")), std::logic_error);
}

}  // namespace
}  // namespace touchstone
