#include "suite/runner.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "models/core/interrupt.hpp"
#include "suite/external/description.hpp"

namespace touchstone {
namespace {

ResultRecord record(const std::string& metric, Verdict verdict) {
  ResultRecord r;
  r.kind = "check";
  r.family = "test";
  r.scheme = "test/scheme";
  r.metric = metric;
  r.verdict = verdict;
  return r;
}

class Told : public RunReport {
 public:
  void begin() override { begun = true; }
  void finished(std::size_t job, const std::vector<nlohmann::json>& records, bool before) override {
    order.push_back(job);
    count += records.size();
    again += before ? 1 : 0;
  }
  void summary() override { summed = true; }
  ExitCode code() const override { return own; }
  std::vector<std::size_t> order;
  std::size_t count = 0;
  std::size_t again = 0;
  bool begun = false;
  bool summed = false;
  ExitCode own = ExitCode::pass;
};

class Runner : public testing::Test {
 protected:
  Runner() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    options_.out = (std::filesystem::path(testing::TempDir()) /
                    (std::string("runner_") + test->name() + ".jsonl"))
                       .string();
    std::filesystem::remove(options_.out);
  }
  ~Runner() override {
    set_interrupt(false);
    std::filesystem::remove(options_.out);
  }
  Job job(const std::string& name, std::vector<Verdict> verdicts = {Verdict::pass}) {
    return {.id = name,
            .title = name,
            .facets = {{"--scheme", {name}}, {"check", {"group/" + name, "group"}}},
            .run = [this, name, verdicts](JobContext&) {
              ++runs_;
              std::vector<ResultRecord> all;
              for (const Verdict verdict : verdicts)
                all.push_back(record(name + std::to_string(all.size()), verdict));
              return all;
            }};
  }
  int run(const std::vector<Job>& jobs) { return run_jobs(jobs, options_, told_, text_); }

  RunOptions options_;
  Told told_;
  std::ostringstream text_;
  std::atomic<int> runs_{0};
};

TEST_F(Runner, ReportsInTheOrderOfTheJobsWhateverThreadEndsFirst) {
  std::vector<Job> jobs;
  for (int k = 0; k < 20; ++k) jobs.push_back(job(std::to_string(k)));
  const auto quick = jobs[0].run;
  jobs[0].run = [&](JobContext& context) {
    while (runs_ < 5) std::this_thread::yield();  // four others end before the first
    return quick(context);
  };
  options_.threads = 3;
  EXPECT_EQ(run(jobs), 0);
  std::vector<std::size_t> expected(20);
  for (std::size_t k = 0; k < 20; ++k) expected[k] = k;
  EXPECT_EQ(told_.order, expected);
  EXPECT_TRUE(told_.summed);
}

TEST_F(Runner, RunsItsShareAndTellsItByThePlacesOfAllJobs) {
  const std::string keys = options_.out + ".keys";
  std::ofstream(keys) << "d\nb\n";
  options_.share.only = keys;
  EXPECT_EQ(run({job("a", {Verdict::fail}), job("b"), job("c"), job("d")}), 0);
  EXPECT_EQ(told_.order, (std::vector<std::size_t>{1, 3}));
  EXPECT_EQ(runs_, 2);
  options_.share = {.write = keys, .only = {}};
  EXPECT_EQ(run({job("a", {Verdict::fail})}), 0);
  EXPECT_EQ(runs_, 2) << "listed, not run";
  std::filesystem::remove(keys);
}

TEST_F(Runner, TheWorstVerdictIsTheExitCode) {
  EXPECT_EQ(run({job("a"), job("b", {Verdict::pass, Verdict::inconclusive})}), 3);
  EXPECT_EQ(run({job("c", {Verdict::inconclusive}), job("d", {Verdict::fail})}), 1);
  EXPECT_EQ(run({job("e", {Verdict::not_run, Verdict::not_claimed})}), 0);
  told_.own = ExitCode::bad_input;  // of what left no record
  EXPECT_EQ(run({job("f")}), 2);
}

TEST_F(Runner, ResumesByIdAndKeepsTheVerdicts) {
  EXPECT_EQ(run({job("a", {Verdict::pass, Verdict::fail})}), 1);
  options_.resume = true;
  EXPECT_EQ(run({job("a", {Verdict::pass, Verdict::pass}), job("b")}), 1);
  EXPECT_EQ(runs_, 2);
  EXPECT_EQ(told_.again, 1u);
  EXPECT_EQ(read_results(options_.out).size(), 3u);
}

TEST_F(Runner, RecordsOfOtherProgramsNameNoJob) {
  nlohmann::json other = to_json(record("a0", Verdict::pass));
  for (const char* job : {"null", "3", "\"a\"", "{}", R"({"id": null})", R"({"id": 3})",
                          R"({"id": "a", "records": "all"})", R"({"id": "a", "record": -1})"}) {
    other["job"] = nlohmann::json::parse(job);
    std::ofstream(options_.out, std::ios::app) << other.dump() << '\n';
  }
  other["job"] = {{"id", "b"}};
  other["facts"] = nullptr;
  std::ofstream(options_.out, std::ios::app) << other.dump() << '\n';
  options_.resume = true;
  EXPECT_EQ(run({job("a"), job("b")}), 0);
  EXPECT_EQ(runs_, 1) << "b was whole";
}

TEST_F(Runner, ANameThatIsNoUtf8IsResumed) {
  EXPECT_EQ(run({job("caf\xE9")}), 0);
  options_.resume = true;
  EXPECT_EQ(run({job("caf\xE9")}), 0);
  EXPECT_EQ(runs_, 1);
}

TEST_F(Runner, AJobWithoutAllItsRecordsIsRunAgain) {
  ASSERT_EQ(run({job("a", {Verdict::pass, Verdict::pass})}), 0);
  EXPECT_EQ(finished_jobs(options_.out), std::set<std::string>{"a"});
  std::string line;
  std::getline(std::ifstream(options_.out), line);
  std::ofstream(options_.out) << line << '\n';
  EXPECT_THAT(finished_jobs(options_.out), testing::IsEmpty());
  options_.resume = true;
  EXPECT_EQ(run({job("a", {Verdict::pass, Verdict::pass})}), 0);
  EXPECT_EQ(runs_, 2);
}

TEST_F(Runner, NothingIsFinishedInAFileThatIsNotThereNorByALineThatWasCut) {
  EXPECT_THAT(finished_jobs(options_.out), testing::IsEmpty());
  EXPECT_FALSE(std::filesystem::exists(options_.out));
  ASSERT_EQ(run({job("a"), job("b")}), 0);
  std::filesystem::resize_file(options_.out, std::filesystem::file_size(options_.out) - 9);
  EXPECT_EQ(finished_jobs(options_.out), std::set<std::string>{"a"});
}

TEST_F(Runner, AJobWhoseFirstRecordIsThereTwiceIsRunAgain) {
  const std::vector<Verdict> all = {Verdict::pass, Verdict::fail};
  ASSERT_EQ(run({job("a", all)}), 1);
  std::string line;
  std::getline(std::ifstream(options_.out), line);
  std::ofstream(options_.out) << line << '\n' << line << '\n';
  options_.resume = true;
  EXPECT_EQ(run({job("a", all)}), 1);
  EXPECT_EQ(runs_, 2);
  EXPECT_EQ(run({job("a", all)}), 1);
  EXPECT_EQ(runs_, 2) << "all of them are there";
}

TEST_F(Runner, ResumingAFileThatIsNotThereIsToldAndGoesOn) {
  options_.resume = true;
  testing::internal::CaptureStderr();
  EXPECT_EQ(run({job("a")}), 0);
  const std::string told = testing::internal::GetCapturedStderr();
  EXPECT_NE(told.find(": --resume: " + options_.out + " is not there; everything is run\n"),
            std::string::npos)
      << told;
  testing::internal::CaptureStderr();
  EXPECT_EQ(run({job("a")}), 0);
  EXPECT_EQ(testing::internal::GetCapturedStderr().find("--resume"), std::string::npos);
  EXPECT_EQ(runs_, 1);
}

TEST_F(Runner, ABadResultsFileIsRefusedBeforeTheReportBegins) {
  std::ofstream(options_.out) << "no record\n";
  EXPECT_THROW(run({job("a")}), InputError);
  EXPECT_FALSE(told_.begun);
  std::filesystem::remove(options_.out);
  EXPECT_EQ(run({job("a")}), 0);
  EXPECT_TRUE(told_.begun);
}

TEST_F(Runner, AnInterruptKeepsWhatIsFinishedAndSaysHowToGoOn) {
  Job last = job("b");
  last.run = [](JobContext&) -> std::vector<ResultRecord> {
    set_interrupt(true);
    throw Interrupted();
  };
  EXPECT_EQ(run({job("a"), last, job("c")}), kInterruptedExit);
  EXPECT_EQ(runs_, 1);
  EXPECT_EQ(read_results(options_.out).size(), 1u);
  EXPECT_NE(text_.str().find("--resume"), std::string::npos);
  EXPECT_TRUE(told_.summed);
}

TEST_F(Runner, RecordsOfAProgramOfTheUsersHoldItsVersion) {
  const std::string file = options_.out + ".description.json";
  std::ofstream(file) << R"({"format": "touchstone-external/1", "name": "versioned",
      "simulates": "disks", "command": ["cat"], "claims": ["global balance"], "version": "2.1"})";
  // In a process of its own, where the program stays registered.
  const auto part = [&] {
    Job judged = job("of-a-program");
    judged.run = [scheme = external::use_external(file)](JobContext&) {
      ResultRecord of_program = record("a", Verdict::pass);
      of_program.scheme = scheme;
      return std::vector<ResultRecord>{of_program, record("b", Verdict::pass)};
    };
    ASSERT_EQ(run({judged}), 0);
    std::filesystem::remove(file);
    const auto records = read_results(options_.out);
    EXPECT_EQ(records.at(0).at("facts").at("program").at("version"), "2.1");
    EXPECT_FALSE(records.at(1).at("facts").contains("program"));
  };
  EXPECT_EXIT((part(), std::exit(HasFailure() ? 1 : 0)), testing::ExitedWithCode(0), "");
}

TEST_F(Runner, WhatAJobThrowsEndsTheRun) {
  Job bad = job("bad");
  bad.run = [](JobContext&) -> std::vector<ResultRecord> { throw InputError("no such file"); };
  EXPECT_THROW(run({job("a"), bad}), InputError);
  EXPECT_EQ(read_results(options_.out).size(), 1u);
}

TEST_F(Runner, FiltersChooseByAnyNameAndRefuseUnknownOnes) {
  const std::vector<Job> jobs{job("one"), job("two"), job("three")};
  EXPECT_EQ(chosen(jobs, {{"--scheme", {"t*"}}}).size(), 2u);
  EXPECT_EQ(chosen(jobs, {{"--scheme", {"one", "three"}}, {"check", {"group/t*"}}}).size(), 1u);
  EXPECT_EQ(chosen(jobs, {{"check", {"group"}}, {"--scheme", {}}}).size(), 3u);
  try {
    chosen(jobs, {{"--scheme", {"tow"}}});
    FAIL() << "an unknown name was accepted";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("--scheme: nothing is called 'tow'"),
              std::string::npos);
    EXPECT_NE(std::string(error.what()).find("'two' (see: touchstone list)"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace touchstone
