// checkers/external/description_test.cpp
// Descriptions of programs of a user's: what is wrong with one is said, and what records and
// repeats keep of it.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "checkers/external/external_fixture.hpp"
#include "checkers/external/left_out.hpp"
#include "checkers/task.hpp"
#include "models/cmc/plummer.hpp"
#include "models/disks/start.hpp"

namespace touchstone::external {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

TEST_F(External, RecordsKeepTheVersionAndWhoStatesIt) {
  const auto facts = [&](const std::string& name, const std::string& program,
                         const std::string& more) {
    const std::string scheme = use_external(written(
        fmt::format(R"({{"format": "touchstone-external/1", "name": "{}", "simulates": "disks",
                         "command": [{}], "claims": ["global balance"]{}}})",
                    name, program, more)));
    const CheckResult result = checked("property/legal", disks::scheme(scheme));
    EXPECT_EQ(result.verdict, Verdict::pass) << result.detail;
    return program_facts(scheme);
  };
  const std::string silent = example("disks", {});
  const std::string says = example(
      "disks", {"    def start(self):", "    version = 'mine  2.1'\n\n    def start(self):"});
  apart([&] {
    EXPECT_EQ(facts("silent", silent, "").at("stated_by"), "nobody");
    const auto by_file = facts("by-file", silent, R"(, "version": "7", "source": "a paper")");
    EXPECT_EQ(by_file, (nlohmann::json{
                           {"version", "7"}, {"stated_by", "description"}, {"source", "a paper"}}));
    const auto by_program = facts("by-program", says, R"(, "version": "7")");
    EXPECT_EQ(by_program.at("version"), "mine 2.1");
    EXPECT_EQ(by_program.at("stated_by"), "program");
    EXPECT_EQ(program_facts("mpmc/metropolis-cell-list"), nlohmann::json::object());
  });
}

TEST_F(External, StartsOfEveryKindKeepTheVersion) {
  const Fault says{"    def advance(", "    version = 'mine  2.1'\n\n    def advance("};
  const Description stars = described("stars", example("stars", says), "");
  cluster_scheme(stars).start(cluster::plummer::sample(24, 1), {});
  EXPECT_EQ(stars.command.known->version(), "mine 2.1");
  const Description chains = described("chains", example("chains", says), "");
  chain_scheme(chains).start(
      {.start = disks::random_start(4, 0.1, disks::kSquare, 1), .active = {0}, .length = 1}, 1);
  EXPECT_EQ(chains.command.known->version(), "mine 2.1");
}

TEST_F(External, ReplaysNameTheFileFromTheTopOfTheTreeOrWhole) {
  const std::string outside =
      written(R"({"format": "touchstone-external/1", "name": "outside", "simulates": "longrange",
                  "models": ["hmf"], "command": ["true"], "claims": []})");
  const fs::path here = fs::relative(outside);
  apart([&] {
    const std::string scheme = use_external(here.string());
    EXPECT_EQ(replay_option(scheme),
              fmt::format(" --external '{}'", fs::canonical(outside).string()));
    EXPECT_EQ(typed_option(scheme), fmt::format(" --external '{}'", here.string()));
    EXPECT_EQ(replay_option("mpmc/metropolis-cell-list"), "");
  });
}

TEST_F(External, ChecksOfWhatTheProtocolDoesNotHaveAreLeftOut) {
  std::set<std::string> of_suite;
  for (const CheckTask& task : check_tasks()) of_suite.insert(task.check);
  for (const std::string_view name : kLeftOut)
    EXPECT_EQ(of_suite.count(std::string(name)), 1u) << name << " is no check";
  apart([&] {
    const std::string scheme = use_external(
        written(R"({"format": "touchstone-external/1", "name": "left-out", "simulates": "longrange",
                    "models": ["hmf"], "command": ["true"], "claims": ["symplectic"]})"));
    std::set<std::string> left;
    for (const CheckTask& task : check_tasks())
      if (task.scheme == scheme) left.insert(task.check);
    for (const std::string_view name : kLeftOut)
      EXPECT_EQ(left.count(std::string(name)), 0u) << name;
    EXPECT_EQ(left.count("integrator/symplectic form"), 1u);
    EXPECT_EQ(left.count("integrator/order"), 1u) << "a claim that could be made";
  });
}

TEST_F(External, DescriptionsSayWhatIsWrong) {
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"", "expected an object in JSON"},
      {"[1]", "expected an object in JSON, found array"},
      {R"({"claims": ["global balance"], "claims": []})", R"("claims": expected this key once)"},
      {R"({"format": "2"})", R"("format": expected "touchstone-external/1", found "2")"},
      {R"({"format": "touchstone-external/1", "simulates": "planets"})",
       R"(expected "chains", "disks", "longrange", "overlaps", "shapes" or "stars", found "planets")"},
      {R"({"format": "touchstone-external/1", "simulates": "disks", "comand": []})",
       R"(unknown key "comand"; the nearest known name is 'command')"},
      {R"({"format": "touchstone-external/1", "simulates": "disks", "name": "A/b"})",
       "expected small letters, digits and hyphens"},
      {R"({"format": "touchstone-external/1", "simulates": "disks", "name": "a", "command": "x"})",
       R"("command": expected a list of texts, found "x")"},
      {R"({"format": "touchstone-external/1", "simulates": "disks", "name": "a", "command": []})",
       "expected a program and its arguments"},
      {R"({"format": "touchstone-external/1", "simulates": "disks", "name": "a",
           "command": ["x"], "claims": [], "timeout_seconds": 0})",
       "expected a number from 0.01 to 86400, found 0"},
      {R"({"format": "touchstone-external/1", "simulates": "disks", "name": "a",
           "command": ["x"], "claims": [], "processes": 1.5})",
       R"("processes": expected an integer, found 1.5)"}};
  for (const auto& [text, words] : wrong) try {
      read_description(written(text));
      ADD_FAILURE() << "accepted: " << text;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr(words)) << text;
    }
  EXPECT_THROW(read_description("/nowhere/at-all.json"), InputError);
  EXPECT_THROW(disk_scheme(described("disks", R"("x")", R"("symplectic")")), InputError);
  EXPECT_THROW(disk_scheme(described("disks", R"("x")", R"("equals reference")")), InputError);
  EXPECT_THROW(shape_scheme(described("shapes", R"("x")", R"("equals reference")")), InputError);
  EXPECT_THROW(overlap_algorithm(described("overlaps", R"("x")", "")), InputError);
  EXPECT_THROW(overlap_algorithm(described("overlaps", R"("x")", R"("symplectic")")), InputError);
  EXPECT_THROW(chain_scheme(described("chains", R"("x")", R"("global balance")")), InputError);
  EXPECT_THROW(cluster_scheme(described("stars", R"("x")", R"("global balance")")), InputError);
  EXPECT_THROW(longrange_scheme(described("longrange", R"("x")", "", R"(, "models": ["sun"])")),
               InputError);
  try {
    longrange_scheme(
        described("longrange", R"("x")", R"("order 2", "order 4")", R"(, "models": ["hmf"])"));
    ADD_FAILURE() << "accepted two orders";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("expected one order at most, found order 2, order 4"));
  }
}

TEST_F(External, TheNameOfASchemeOfTheSuiteIsTaken) {
  const std::string file =
      written(R"({"format": "touchstone-external/1", "name": "metropolis-cell-list",
                  "simulates": "disks", "command": ["true"], "claims": []})");
  try {
    use_external(file);
    ADD_FAILURE() << "accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("expected a name of its own"));
  }
}

TEST_F(External, AProgramThatIsNotThereIsNoVerdict) {
  const auto scheme = disk_scheme(described("disks", R"("./no-such-program")", ""));
  EXPECT_THROW(scheme.start(disks::random_start(4, 0.1, disks::kSquare, 1), {}), InputError);
}

}  // namespace
}  // namespace touchstone::external
