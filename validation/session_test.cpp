#include "validation/session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "models/core/device_backend.hpp"
#include "models/core/interrupt.hpp"
#include "models/core/source_tree.hpp"
#include "models/disks/registry.hpp"
#include "models/disks/start.hpp"
#include "suite/external/description.hpp"
#include "suite/footprint.hpp"
#include "validation/chain.hpp"

namespace touchstone::validation {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

int measured = 0;       ///< measurements of the synthetic experiment that ran
int interrupt_at = -1;  ///< raises the interrupt when that many had run

Measurement synthetic(const Plan& plan, const std::string& name, Verdict verdict) {
  Measurement m;
  m.name = "synthetic/all/" + name;
  m.record = blank_record(plan, "synthetic", "answer");
  m.record.scheme = "synthetic/" + name;
  m.record.params = {{"name", name}, {"disks", 1000}};
  if (name == "two") m.record.backend = kDeviceBackend;
  m.measure = [verdict](ResultRecord& record, Bench&) {
    if (measured == interrupt_at) {
      set_interrupt(true);
      check_interrupt();
    }
    ++measured;
    if (record.scheme == "synthetic/illegal") throw IllegalState("a disk was lost");
    record.value = 42;
    record.verdict = verdict;
    if (verdict == Verdict::pass) record.p = record.scheme == "synthetic/two" ? 2e-5 : 0.3;
  };
  return m;
}

constexpr const char* kProgram = "mpmc/budgeted";  ///< a program of a user's, in one test

/// Starts the program so often.
Measurement of_program(const Plan& plan, const std::string& name, int starts) {
  Measurement m = synthetic(plan, name, Verdict::pass);
  m.record.scheme = kProgram;
  m.measure = [starts](ResultRecord& record, Bench& bench) {
    for (int k = 0; k < starts; ++k) {
      disks::scheme(kProgram).start(disks::random_start(4, 0.1, disks::kSquare, 1), {});
      bench.done(1.0 / starts);
    }
    record.value = starts;
    record.verdict = Verdict::pass;
  };
  return m;
}

const bool registered = register_experiment(
    {"synthetic/all", "Tests of the session itself.", [](const Plan& plan) {
       std::vector<Measurement> all = {synthetic(plan, "one", Verdict::pass),
                                       synthetic(plan, "two", Verdict::pass),
                                       synthetic(plan, "vague", Verdict::inconclusive)};
       if (plan.problem_class == ProblemClass::A)
         all = {synthetic(plan, "shown", Verdict::not_claimed),
                synthetic(plan, "elsewhere", Verdict::not_run)};
       if (external::is_program(kProgram))
         all = {of_program(plan, "few", 10), of_program(plan, "many", 100)};
       if (plan.problem_class == ProblemClass::W) {
         all.push_back(synthetic(plan, "wrong", Verdict::fail));
         all.push_back(synthetic(plan, "illegal", Verdict::pass));
       }
       return all;
     }});

class SessionTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(registered);
    set_interrupt(false);
    measured = 0;
    interrupt_at = -1;
    folder_ = fs::temp_directory_path() / ("touchstone-session-" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    request_.family = "synthetic";
    request_.out = (folder_ / "validation.jsonl").string();
  }
  void TearDown() override {
    fs::remove_all(folder_);
    set_interrupt(false);
  }
  int run() { return touchstone::validation::run(request_, text_); }

  fs::path folder_;
  Request request_;
  std::ostringstream text_;
};

TEST_F(SessionTest, WritesOneRecordPerMeasurementAndReturnsTheWorstVerdict) {
  EXPECT_EQ(run(), 3);  // inconclusive
  const auto records = read_results(request_.out);
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[0]["value"], 42);
  EXPECT_EQ(records[0]["replay"],
            "./touchstone validate --class S --experiment synthetic/all/one --scheme synthetic/one "
            "--seed 1");
  EXPECT_FALSE(fs::exists(request_.out + ".parts"));
}

TEST_F(SessionTest, UnlikelyPassesAreCountedBesideWhatChanceGives) {
  run();
  EXPECT_THAT(text_.str(), HasSubstr("answer = 42  p 2.0e-05"));
  EXPECT_THAT(text_.str(), Not(HasSubstr("p 3.0e-01")));
  EXPECT_THAT(text_.str(),
              HasSubstr("p below 0.001: 1 passes of 2 compared values; 0.002 by chance"));
  EXPECT_EQ(read_results(request_.out)[1]["p"], 2e-5);
}

TEST_F(SessionTest, ExitCodesFollowTheVerdicts) {
  request_.scheme = "synthetic/one";
  EXPECT_EQ(run(), 0);
  request_.plan.problem_class = ProblemClass::W;
  request_.scheme = "*";
  EXPECT_EQ(run(), 1);  // failed is worse than inconclusive
}

TEST_F(SessionTest, NothingThatIsJudgedIsNoPass) {
  request_.plan.problem_class = ProblemClass::A;
  EXPECT_EQ(run(), 3);
  EXPECT_THAT(text_.str(), HasSubstr("nothing was judged"));
  interrupt_at = 1;
  measured = 0;
  fs::remove(request_.out);
  EXPECT_EQ(run(), kInterruptedExit);
}

TEST_F(SessionTest, AnIllegalStateIsAFailedRecordWithoutAValue) {
  request_.plan.problem_class = ProblemClass::W;
  request_.scheme = "synthetic/illegal";
  EXPECT_EQ(run(), 1);
  const auto records = read_results(request_.out);
  EXPECT_TRUE(records[0]["value"].is_null());
  EXPECT_EQ(records[0]["verdict"], "fail");
  EXPECT_EQ(records[0]["note"], "a disk was lost");
}

TEST_F(SessionTest, AnInterruptKeepsFinishedRecordsAndResumeDoesTheRest) {
  interrupt_at = 2;
  EXPECT_EQ(run(), kInterruptedExit);
  EXPECT_EQ(read_results(request_.out).size(), 2u);
  EXPECT_THAT(text_.str(), HasSubstr("--resume"));
  set_interrupt(false);
  interrupt_at = -1;
  measured = 0;
  request_.resume = true;
  EXPECT_EQ(run(), 3);
  EXPECT_EQ(measured, 1);  // only the one that was missing
  EXPECT_EQ(read_results(request_.out).size(), 3u);
  measured = 0;
  EXPECT_EQ(run(), 3);  // nothing to do: the verdicts of before still count
  EXPECT_EQ(measured, 0);
}

// A start costs a second, as records say: nothing is timed. In a process of its own, where the
// program stays registered.
TEST_F(SessionTest, ABudgetIsCountedAndWhatItLeavesOutIsResumed) {
  const auto part = [&] {
    ::setenv("PYTHONPATH", (source_tree() / "adapters/python/src").c_str(), 1);
    fs::create_directories(folder_);
    const std::string file = (folder_ / "description.json").string();
    std::ofstream(file) << R"({"format": "touchstone-external/1", "name": "budgeted",
        "simulates": "disks", "claims": [], "command": ["python3", ")"
                        << (source_tree() / "adapters/python/example/disks.py").string() << "\"]}";
    ASSERT_EQ(external::use_external(file), kProgram);
    ResultRecord before = blank_record(request_.plan, "synthetic", "earlier");
    before.scheme = kProgram;
    before.facts["program"]["seconds"] = {
        {"start", 1}, {"restart", 1}, {"request", 0}, {"move", 0}};
    std::ofstream(request_.out) << to_json(before).dump() << '\n';
    request_.scheme = kProgram;
    request_.resume = true;
    request_.budget = "60s";
    EXPECT_EQ(run(), 3);
    EXPECT_THAT(text_.str(), HasSubstr("budget: 1 min 00 s for 2 measurements of mpmc/budgeted"));
    auto records = read_results(request_.out);
    ASSERT_EQ(records.size(), 3u);
    EXPECT_EQ(records[1].at("verdict"), "pass");
    EXPECT_EQ(records[2].at("verdict"), "inconclusive");
    EXPECT_THAT(records[2].at("note").get<std::string>(),
                HasSubstr("its share of the budget, 50 s of the program, was used up when 51 %"));
    request_.budget = "110s";
    EXPECT_EQ(run(), 0) << text_.str();
    records = read_results(request_.out);
    ASSERT_EQ(records.size(), 4u);
    EXPECT_EQ(records[3].at("params").at("name"), "many");
  };
  EXPECT_EXIT((part(), std::exit(HasFailure() ? 1 : 0)), testing::ExitedWithCode(0), "");
}

TEST_F(SessionTest, JobsAreListedWithMemoryAndDevices) {
  fs::create_directories(folder_);
  request_.share.write = (folder_ / "jobs").string();
  ASSERT_EQ(run(), 0);
  std::ifstream file(request_.share.write);
  std::vector<nlohmann::json> needs;
  for (std::string line; std::getline(file, line);) {
    const auto job = nlohmann::json::parse(line);
    needs.push_back(job.at("needs"));
    EXPECT_EQ(job.at("memory"), footprint("synthetic/one", 1000));
  }
  EXPECT_THAT(needs, testing::ElementsAre(nlohmann::json::array(), nlohmann::json::array({"gpu"}),
                                          nlohmann::json::array()));
}

TEST_F(SessionTest, AnotherSeedOrClassIsNotFinished) {
  EXPECT_EQ(run(), 3);
  request_.resume = true;
  request_.plan.seed = 2;
  measured = 0;
  run();
  EXPECT_EQ(measured, 3);
}

TEST_F(SessionTest, UnknownNamesAreAnsweredWithTheNearest) {
  const auto message = [&] {
    try {
      run();
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  request_.experiment = "synthetic/al";
  EXPECT_THAT(message(), HasSubstr("'synthetic/all'"));
  request_.experiment = "*";
  request_.scheme = "synthetic/won";
  EXPECT_THAT(message(), HasSubstr("'synthetic/one'"));
  request_.scheme = "*";
  request_.family = "syntetic";
  EXPECT_THAT(message(), HasSubstr("'synthetic'"));
}

TEST_F(SessionTest, SchemesAreChosenByNamesAndPatternsBetweenCommas) {
  request_.scheme = "synthetic/o*,synthetic/vague";
  EXPECT_EQ(select(request_).size(), 2u);
  request_.scheme = "synthetic/one,synthetic/nothing";
  EXPECT_THROW(select(request_), InputError);
}

TEST_F(SessionTest, APointOfTheUserIsMeasuredInPlaceOfTheExperiments) {
  request_.own =
      OwnPoint{"--bodies 3", {"synthetic/own", "A point.", [](const Plan& plan) {
                                return std::vector{synthetic(plan, "mine", Verdict::pass)};
                              }}};
  EXPECT_EQ(run(), 0);
  const auto records = read_results(request_.out);
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0]["replay"],
            "./touchstone validate --bodies 3 --scheme synthetic/mine --seed 1");
  EXPECT_THAT(text_.str(), HasSubstr("(--bodies 3, seed 1, "));
}

TEST_F(SessionTest, ForeignResultFilesAreNotAppendedTo) {
  fs::create_directories(folder_);
  std::ofstream(request_.out) << "{\"schema\":\"something else\"}\n";
  EXPECT_THROW(run(), InputError);
}

TEST_F(SessionTest, AMeasurementThatChangesItsIdentityIsABug) {
  static const bool once = register_experiment(
      {"unstable/all", "Planted fault.", [](const Plan& plan) {
         Measurement m = synthetic(plan, "unstable", Verdict::pass);
         m.measure = [](ResultRecord& record, Bench&) { record.params["error"] = 0.1; };
         return std::vector<Measurement>{m};
       }});
  ASSERT_TRUE(once);
  request_.family = "unstable";
  EXPECT_THROW(run(), std::logic_error);
}

/// Over the real experiments: resuming needs unique and stable keys.
TEST(Experiments, MeasurementsHaveUniqueStableKeys) {
  for (const ProblemClass size :
       {ProblemClass::S, ProblemClass::W, ProblemClass::A, ProblemClass::B, ProblemClass::C}) {
    Request request;
    request.family = "mpmc";
    request.plan.problem_class = size;
    const std::vector<Measurement> first = select(request);
    const std::vector<Measurement> again = select(request);
    ASSERT_EQ(first.size(), again.size());
    std::set<std::string> keys;
    std::set<std::string> names;
    for (std::size_t k = 0; k < first.size(); ++k) {
      EXPECT_EQ(resume_key(first[k].record), resume_key(again[k].record));
      EXPECT_TRUE(keys.insert(resume_key(first[k].record)).second) << first[k].name;
      EXPECT_TRUE(names.insert(first[k].name + first[k].record.scheme).second) << first[k].name;
      EXPECT_EQ(first[k].name.find_first_of(" '\"()*?$"), std::string::npos) << first[k].name;
    }
  }
}

TEST(Experiments, EveryRowOfTable1IsRunFromClassW) {
  Request request;
  request.experiment = "mpmc/shuffles";
  EXPECT_THROW(select(request), InputError);
  request.plan.problem_class = ProblemClass::W;
  std::map<std::string, int> rows;
  for (const Measurement& m : select(request)) ++rows[m.record.scheme];
  EXPECT_EQ(rows.size(), 4U);
  for (const auto& [scheme, number] : rows) EXPECT_EQ(number, 3) << scheme;
  for (const disks::DiskScheme& variant : disks::variants()) {
    EXPECT_EQ(rows.count(variant.info.name), 1U) << variant.info.name;
    for (const disks::DiskScheme& scheme : disks::schemes())
      EXPECT_NE(scheme.info.name, variant.info.name);  // nothing else runs what is wrong on purpose
  }
}

TEST(Experiments, EverySchemeOfThisMachineHasAnAnchor) {
  Request request;
  request.family = "mpmc";
  request.experiment = "mpmc/small-anchors";
  std::set<std::string> anchored;
  for (const Measurement& m : select(request)) anchored.insert(m.record.scheme);
  for (const disks::DiskScheme& scheme : disks::schemes())
    if (scheme.available && !scheme.mutant && !scheme.emulated && scheme.trial_moves) {
      EXPECT_TRUE(anchored.count(scheme.info.name)) << scheme.info.name;
    }
}

}  // namespace
}  // namespace touchstone::validation
