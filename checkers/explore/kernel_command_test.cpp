// checkers/explore/kernel_command_test.cpp
#include "checkers/explore/kernel_command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <sstream>

#include "checkers/explore/command.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Answered {
  int code;
  std::string text;
};

/// As from the command line, blanks in names and all.
Answered run(const std::vector<std::string>& arguments) {
  CLI::App app("test");
  ExploreRequest request;
  add_explore_options(app, request);
  app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  std::ostringstream out;
  const int code = run_explore(request, out);
  return {code, out.str()};
}

std::vector<std::string> asked(const std::string& mutant, const std::string& model,
                               const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments = {"--kernel", "spin lock", "--case", "2 threads, 2 rounds",
                                        "--model",  model};
  if (!mutant.empty()) arguments.insert(arguments.end(), {"--mutant", mutant});
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

void expect_error(const std::vector<std::string>& arguments, const std::string& part) {
  try {
    run(arguments);
    FAIL() << part;
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr(part));
  }
}

TEST(KernelCommand, ListsWhatThereIs) {
  const Answered found = run({"--list-kernels"});
  EXPECT_EQ(found.code, 0);
  EXPECT_THAT(found.text, HasSubstr("spin lock: no two threads"));
  EXPECT_THAT(found.text, HasSubstr("  case: 2 threads, 2 rounds\n"));
  EXPECT_THAT(found.text, HasSubstr("  mutant: taken.store rel>rlx\n"));
  EXPECT_THAT(found.text, HasSubstr("  mutant: x.store postponed  (equivalent)\n"));
}

TEST(KernelCommand, AllModelsWhenNoneIsNamed) {
  const Answered found = run({"--kernel", "spin lock"});
  EXPECT_EQ(found.code, 0);
  for (const char* const model : {"sc: 45 states", "tso_x86", "rc11: 6 executions", "views"})
    EXPECT_THAT(found.text, HasSubstr(std::string("2 rounds, under ") + model));
  EXPECT_THAT(found.text, Not(HasSubstr("wrong:")));
}

TEST(KernelCommand, AFailureIsATableAWordAndAReplay) {
  const Answered found = run(asked("taken in two steps", "sc"));
  EXPECT_EQ(found.code, 1);
  EXPECT_THAT(found.text, HasSubstr("wrong: a count is lost"));
  EXPECT_THAT(found.text, HasSubstr("45 count.load(na) is 2 from thread 1 line 47\n"));
  EXPECT_THAT(found.text, HasSubstr("schedule: a6 b8 a4 b2\n"));
  EXPECT_THAT(found.text, HasSubstr("--model sc --replay 'a6 b8 a4 b2'\n"));
  const Answered again = run(asked("taken in two steps", "sc", {"--replay", "a6 b8 a4 b2"}));
  EXPECT_EQ(again.code, 1);
  EXPECT_THAT(again.text, HasSubstr("memory: count=3 taken=0\nwrong: a count is lost\n"));
  const Answered good = run(asked("", "sc", {"--replay", "a8 b8"}));
  EXPECT_EQ(good.code, 3);  // one run shows nothing
  EXPECT_THAT(good.text, HasSubstr("nothing is wrong at this end"));
  expect_error(asked("", "sc", {"--replay", "a1 z"}), "character 4: cannot replay");
}

TEST(KernelCommand, StaleValuesAndBuffersSayWhereTheyComeFrom) {
  const std::vector<std::string> torn = {"--kernel", "sequence lock", "--case",
                                         "1 readers, 2 pairs"};
  auto arguments = torn;
  arguments.insert(arguments.end(), {"--mutant", "fence(rel) dropped", "--model", "views"});
  EXPECT_THAT(run(arguments).text, HasSubstr("sequence.load(rlx) is 0 from initial, stale\n"));
  arguments = torn;
  arguments.insert(arguments.end(), {"--mutant", "no odd number", "--model", "tso_x86"});
  const std::string text = run(arguments).text;
  EXPECT_THAT(text, HasSubstr("thread 0 (a, buffer c)"));
  EXPECT_THAT(text, HasSubstr("(buffer) first := 1 in memory\n"));
}

TEST(KernelCommand, DeadlocksSayWhatIsWaitedFor) {
  const Answered found = run(asked("taken.store dropped", "sc"));
  EXPECT_EQ(found.code, 1);
  EXPECT_THAT(found.text, HasSubstr("wrong: deadlock"));
  EXPECT_THAT(found.text, HasSubstr("is at line 18: taken.wait_exchange(0,1,acq)\n"));
}

TEST(KernelCommand, RacesNameBothSites) {
  const Answered views = run(asked("taken.store rel>rlx", "views"));
  EXPECT_EQ(views.code, 1);
  EXPECT_THAT(views.text, HasSubstr("data race on count: thread 0 line 47 count.store(1,na) and "
                                    "thread 1 line 45 count.load(na)\n"));
  const Answered graphs = run(asked("taken.store rel>rlx", "rc11"));
  EXPECT_EQ(graphs.code, 1);
  EXPECT_THAT(graphs.text,
              HasSubstr("data race on count: thread 0 line 47 and thread 1 line 45\n"));
  EXPECT_THAT(graphs.text, HasSubstr("line 45: count is 1 from thread 1, stale\n"));
}

TEST(KernelCommand, CertificatesAreVerifiedAgainstTheKernel) {
  for (const char* const model : {"sc", "tso_x86", "views"}) {
    const std::string file = testing::TempDir() + "certificate-" + model;
    EXPECT_EQ(run(asked("", model, {"--certificate", file})).code, 0);
    EXPECT_THAT(run(asked("", model, {"--check-certificate", file})).text,
                HasSubstr("certificate valid"));
    std::fstream forged(file, std::ios::in | std::ios::out);
    std::string head, name;
    std::getline(forged, head);
    std::getline(forged, name);
    forged.seekp(-2, std::ios::end);
    forged << '7';  // another state follows on the last one
    forged.close();
    EXPECT_EQ(run(asked("", model, {"--check-certificate", file})).code, 1);
  }
  const std::string none = testing::TempDir() + "none";
  expect_error(asked("unlocked early", "sc", {"--certificate", none}), "something does");
  expect_error(asked("", "rc11", {"--certificate", none}), "which have states");
}

/// The same states would be listed, but their steps are others: a certificate is of one kernel.
TEST(KernelCommand, ACertificateOfTheKernelIsNoneOfItsMutant) {
  const std::string file = testing::TempDir() + "certificate-of-kernel";
  run(asked("", "sc", {"--certificate", file}));
  std::ifstream in(file);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  text.replace(text.find("spin lock,"), 10, "spin lock, mutant taken in two steps,");
  std::ofstream(file) << text;
  const Answered found = run(asked("taken in two steps", "sc", {"--check-certificate", file}));
  EXPECT_EQ(found.code, 1);
  EXPECT_THAT(found.text, HasSubstr("certificate rejected: line 3"));
}

TEST(KernelCommand, SamplesFindOrSayThatNothingIsShown) {
  const Answered none = run(asked("", "sc", {"--sample", "pct:2:50"}));
  EXPECT_EQ(none.code, 3);
  EXPECT_THAT(none.text, HasSubstr("nothing found in 50 runs"));
  const Answered found =
      run(asked("taken in two steps", "views", {"--sample", "walk:100", "--seed", "5"}));
  EXPECT_EQ(found.code, 1);
  EXPECT_THAT(found.text, HasSubstr("100 runs (random walk), seed 5"));
  EXPECT_THAT(found.text, HasSubstr("--replay '"));
  EXPECT_EQ(run(asked("taken in two steps", "sc", {"--sample", "preemptions:2"})).code, 1);
  EXPECT_EQ(run(asked("", "sc", {"--sample", "preemptions:2"})).code, 3);
  for (const char* const wrong : {"pct:3", "pct:3:", "walk", "walk:x", "luck:5", "walk:1:2"})
    expect_error(asked("", "sc", {"--sample", wrong}), "expected pct:DEPTH:RUNS");
  expect_error(asked("", "rc11", {"--sample", "walk:10"}), "no states");
}

TEST(KernelCommand, DrawsSmallStateGraphsAndExecutions) {
  const std::string file = testing::TempDir() + "states.dot";
  for (const auto& [model, part] :
       {std::pair<const char*, const char*>{"sc", "digraph states"}, {"rc11", "label=rf"}}) {
    EXPECT_EQ(run(asked("", model, {"--dot", file})).code, 0);
    std::ifstream in(file);
    EXPECT_THAT(std::string(std::istreambuf_iterator<char>(in), {}), HasSubstr(part));
  }
  expect_error(asked("taken in two steps", "tso_x86", {"--dot", file}), "at most 500 states");
}

TEST(KernelCommand, BadInputNamesTheNearest) {
  expect_error({"--kernel", "spin lok"}, "nearest: 'spin lock'");
  expect_error({"--kernel", "spin lock", "--mutant", "unlocked earli"}, "'unlocked early'");
  expect_error({"--kernel", "spin lock", "--case", "3 threads"}, "nearest: '3 threads, 1 rounds'");
  expect_error({"--kernel", "spin lock", "--model", "rc1"}, "nearest: 'rc11'");
  expect_error({"--kernel", "spin lock", "--replay", "a1"}, "one --case and one --model");
  expect_error({"--kernel", "chains with tags", "--case", "C4", "--model", "rc11"},
               "too many events");
  expect_error({"--kernel", "spin lock", "--program", "x.store(1,rlx)"}, "found both");
  expect_error({"--program", "x.store(1,rlx)", "--replay", "a1"}, "a schedule of --kernel");
  expect_error({"--kernel", "spin lock", "--strict"}, "no --outcomes");
  expect_error({"--chain", "C6"}, "nearest: 'C4'");
  expect_error({"--chain", "C4", "--variant", "15<>16"}, "15<->16");
  expect_error({"--chain", "C4", "--model", "views"}, "published model");
}

TEST(KernelCommand, ABudgetThatIsUsedUpIsNeverAPass) {
  for (const char* const model : {"sc", "tso_x86", "rc11", "views"}) {
    const Answered found = run(asked("", model, {"--budget", "10"}));
    EXPECT_EQ(found.code, 3) << model;
    EXPECT_THAT(found.text, HasSubstr("not decided"));
    if (std::string(model) != "rc11")
      EXPECT_THAT(found.text, HasSubstr("  expected: about ")) << model;
  }
  EXPECT_EQ(run({"--chain", "C4", "--budget", "100"}).code, 3);
}

TEST(KernelCommand, ChainsEndWithExactProbabilities) {
  const Answered right = run({"--chain", "C4"});
  EXPECT_EQ(right.code, 0);
  EXPECT_THAT(right.text, HasSubstr("3670 states, 1 ends, 0 of them wrong"));
  EXPECT_THAT(right.text, HasSubstr("aborted: 0.812901\n  = 11791445375562556580379671741115884"));
  const Answered wrong = run({"--chain", "C5", "--variant", "15<->16"});
  EXPECT_EQ(wrong.code, 1);
  EXPECT_THAT(wrong.text, HasSubstr("5300 states, 2 ends, 1 of them wrong"));
  EXPECT_THAT(wrong.text, HasSubstr("schedule: a49 b47 a20\n"));
  EXPECT_THAT(wrong.text, HasSubstr("most probable schedule to a wrong end: 1.32e-23\n"));
  const Answered again = run({"--chain", "C5", "--variant", "15<->16", "--replay", "a49 b47 a20"});
  EXPECT_THAT(again.text, HasSubstr("thread 1: statements 1 2"));
  EXPECT_THAT(again.text, HasSubstr("\nends: wrong\n"));
  EXPECT_EQ(again.code, 1);
  const Answered part = run({"--chain", "C5", "--variant", "15<->16", "--replay", "a49"});
  EXPECT_THAT(part.text, HasSubstr("\nends: still running\n"));
  EXPECT_EQ(part.code, 3);
  const Answered stuck = run({"--chain", "C4", "--variant", "no horizon test"});
  EXPECT_EQ(stuck.code, 1);
}

}  // namespace
}  // namespace touchstone::explore
