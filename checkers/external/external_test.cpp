// checkers/external/external_test.cpp
// Programs of a user's that know the suite by its protocol alone: the examples pass, their faults
// are caught, and what is wrong with a description or an answer is said.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "checkers/disks/disk_kind.hpp"
#include "checkers/hpmc/shape_kind.hpp"
#include "checkers/longrange/integrator_kind.hpp"
#include "models/core/for_each_index.hpp"
#include "models/core/source_tree.hpp"
#include "models/disks/start.hpp"
#include "suite/external/schemes.hpp"

namespace touchstone::external {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class External : public testing::Test {
 protected:
  void SetUp() override {
    file_ = fs::temp_directory_path() / fmt::format("touchstone-external-{}.json", ::getpid());
  }
  void TearDown() override { fs::remove(file_); }

  std::string written(const std::string& text) {
    std::ofstream(file_) << text;
    return file_.string();
  }
  Description described(const std::string& simulates, const std::string& command,
                        const std::string& claims, const std::string& more = "") {
    return read_description(written(
        fmt::format(R"({{"format": "touchstone-external/1", "name": "example", "simulates": "{}",
                        "command": [{}], "claims": [{}]{}}})",
                    simulates, command, claims, more)));
  }
  /// The example in C++, with a fault or without.
  disks::DiskScheme metropolis(const std::string& fault, const std::string& more = "") {
    return disk_scheme(
        described("disks", fmt::format(R"("{}", "--fault", "{}")", TOUCHSTONE_EXAMPLE, fault),
                  R"("global balance", "conserves particles", "thread invariant")", more));
  }
  /// An example in Python.
  static std::string script(const std::string& name, const std::string& fault) {
    const fs::path folder = source_tree() / "checkers/external/example";
    return fmt::format(R"("python3", "{}", "--fault", "{}")", (folder / name).string(), fault);
  }
  shapes::ShapeScheme spheres(const std::string& fault) {
    return shape_scheme(described("shapes", script("spheres.py", fault),
                                  R"("global balance", "conserves particles")"));
  }
  longrange::LongrangeScheme mean_field(const std::string& fault) {
    return longrange_scheme(described("longrange", script("mean_field.py", fault),
                                      R"("time reversible", "bounded energy error")",
                                      R"(, "models": ["hmf"])"));
  }
  static CheckResult checked(const std::string& name, const disks::DiskScheme& scheme) {
    return run_check(check_of<disks::DiskScheme>(name), scheme, {});
  }
  static CheckResult checked(const std::string& name, const shapes::ShapeScheme& scheme) {
    return run_check(check_of<shapes::ShapeScheme>(name), scheme, {});
  }
  static CheckResult checked(const std::string& name, const longrange::LongrangeScheme& scheme) {
    return run_check(check_of<longrange::LongrangeScheme>(name), scheme, {});
  }

 private:
  fs::path file_;
};

TEST_F(External, DisksOfACorrectProgramPass) {
  const disks::DiskScheme scheme = metropolis("none");
  for (const std::string name :
       {"exact start/one sweep", "property/legal", "property/displacement law",
        "property/places and disks alike", "property/contact",
        "property/same seed, same trajectory", "property/thread invariant",
        "property/different seeds differ", "property/trials counted"}) {
    const CheckResult result = checked(name, scheme);
    EXPECT_EQ(result.verdict, Verdict::pass) << name << ": " << result.detail;
  }
}

TEST_F(External, FaultsOfDisksAreCaught) {
  const auto fails = [&](const std::string& fault, const std::string& name) {
    const CheckResult result = checked(name, metropolis(fault));
    EXPECT_EQ(result.verdict, Verdict::fail) << fault << ", " << name << ": " << result.detail;
    return result.detail;
  };
  fails("late", "property/legal");
  fails("late", "exact start/one sweep");
  fails("never-left", "property/displacement law");
  fails("drifts", "property/displacement law");
  fails("coarse", "property/displacement law");
  fails("far", "property/contact");
  fails("stuck", "property/different seeds differ");
  EXPECT_THAT(fails("forgets", "property/places and disks alike"),
              HasSubstr("how far disk 11 moves beside the others: -"));
  EXPECT_THAT(fails("leftist", "property/places and disks alike"), HasSubstr("x / width"));
  EXPECT_THAT(fails("square", "property/places and disks alike"), HasSubstr("y / height"));
  EXPECT_THAT(fails("crash", "property/legal"), HasSubstr("was ended by signal 6 after 'advance"));
  EXPECT_THAT(fails("garbage", "property/legal"), HasSubstr("expected 'ok ...', found 'done "));
  EXPECT_THAT(fails("refuses", "property/legal"), HasSubstr("found 'error no more'"));
  EXPECT_THAT(fails("chatty", "property/legal"), HasSubstr("expected no more lines, found '"));
  EXPECT_THAT(fails("not-a-number", "property/legal"),
              HasSubstr("expected a line of 2 finite numbers, found 'nan"));
}

TEST_F(External, ChecksBeyondTheProtocolAreNotRun) {
  for (const std::string name : {"property/refuses bad input", "property/draws of many cells"})
    EXPECT_EQ(checked(name, metropolis("none")).verdict, Verdict::not_run) << name;
  const auto overlapping = disks::Configuration{{6, 8}, {{1, 1}, {1.5, 1}}};
  EXPECT_THROW(metropolis("none").start(overlapping, {}), InputError);
}

TEST_F(External, AProgramThatDoesNotReadIsNotWaitedForLonger) {
  const disks::DiskScheme scheme = metropolis("deaf", R"(, "timeout_seconds": 0.2)");
  const auto start = disks::hexagonal_start(65536, 0.5, disks::kSquare);  // megabytes
  EXPECT_THROW(scheme.start(start, {}), ProgramFault);
}

TEST_F(External, AProgramThatRefusesNeedNotReadAll) {
  const disks::DiskScheme scheme = metropolis("picky");
  const auto many = disks::hexagonal_start(65536, 0.5, disks::kSquare);
  EXPECT_THROW(scheme.start(many, {}), Refused);
  const auto few = disks::random_start(16, 0.2, disks::kSquare, 1);
  scheme.start(few, {})->advance(1);  // the next program is not confused by what was left
}

TEST_F(External, SeveralThreadsUseSeveralPrograms) {
  const disks::DiskScheme scheme = metropolis("none");
  const auto start = disks::random_start(16, 0.2, disks::kSquare, 1);
  std::vector<disks::Configuration> ends(8);
  for_each_index(ends.size(), 4, [&](std::size_t k) {
    const auto run = scheme.start(start, {.seed = k / 2});
    run->advance(20);
    ends[k] = run->configuration();
  });
  for (std::size_t k = 0; k < ends.size(); k += 2) EXPECT_EQ(ends[k].centres, ends[k + 1].centres);
  EXPECT_NE(ends[0].centres, ends[2].centres);
}

TEST_F(External, AProgramThatDoesNotAnswerIsNotWaitedForLonger) {
  const disks::DiskScheme scheme = metropolis("silent", R"(, "timeout_seconds": 0.2)");
  const CheckResult result = checked("property/legal", scheme);
  EXPECT_EQ(result.verdict, Verdict::fail);
  EXPECT_THAT(result.detail, HasSubstr("no answer to 'start disks"));
  EXPECT_THAT(result.detail, HasSubstr("within 0.2 s"));
}

TEST_F(External, AProgramServesManySimulationsAtATime) {
  const disks::DiskScheme scheme = metropolis("none");
  const auto start = disks::random_start(16, 0.2, disks::kSquare, 1);
  const auto first = scheme.start(start, {.seed = 1});
  const auto second = scheme.start(start, {.seed = 2});
  first->advance(5);
  second->advance(5);
  EXPECT_NE(first->configuration().centres, second->configuration().centres);
  const auto again = scheme.start(start, {.seed = 1});
  again->advance(2);
  again->advance(3);
  EXPECT_EQ(first->configuration().centres, again->configuration().centres);
  EXPECT_EQ(again->stats().trials, 5u * 16u);
}

TEST_F(External, ShapesPassAreCaughtAndAreRefusedWithAReason) {
  for (const std::string name : {"shapes/legal", "shapes/two disks"}) {
    const CheckResult result = checked(name, spheres("none"));
    EXPECT_EQ(result.verdict, Verdict::pass) << name << ": " << result.detail;
  }
  EXPECT_EQ(checked("shapes/legal", spheres("late")).verdict, Verdict::fail);
  const CheckResult refused = checked("shapes/one square", spheres("none"));
  EXPECT_EQ(refused.verdict, Verdict::not_run);
  EXPECT_THAT(refused.detail, HasSubstr("only disks or balls of one size"));
}

TEST_F(External, IntegratorsPassAndAreCaught) {
  EXPECT_EQ(checked("integrator/time reversal", mean_field("none")).verdict, Verdict::pass);
  EXPECT_EQ(checked("integrator/energy", mean_field("none")).verdict, Verdict::pass);
  EXPECT_EQ(checked("integrator/time reversal", mean_field("euler")).verdict, Verdict::fail);
  EXPECT_EQ(checked("integrator/energy", mean_field("euler")).verdict, Verdict::fail);
  EXPECT_EQ(checked("integrator/symplectic form", mean_field("none")).verdict,
            Verdict::not_claimed);
}

TEST_F(External, DescriptionsSayWhatIsWrong) {
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"", "expected an object in JSON"},
      {"[1]", "expected an object in JSON, found array"},
      {R"({"format": "2"})", R"("format": expected "touchstone-external/1", found "2")"},
      {R"({"format": "touchstone-external/1", "simulates": "stars"})",
       R"(expected "disks", "longrange" or "shapes", found "stars")"},
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
       "expected a number from 0.01 to 86400, found 0"}};
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
  EXPECT_THROW(longrange_scheme(described("longrange", R"("x")", "", R"(, "models": ["sun"])")),
               InputError);
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
