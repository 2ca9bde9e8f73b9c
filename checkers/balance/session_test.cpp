// `check balance` as a user meets it: table, records, resuming, replayed tapes, wrong names.
#include "checkers/balance/session.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "checkers/balance/trace.hpp"

namespace touchstone::balance {
namespace {

class BalanceSession : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(testing::TempDir()) /
              ("balance_" + std::to_string(getpid()) + "_" + test->name());
    std::filesystem::remove_all(folder_);
    request_.run.out = (folder_ / "check.jsonl").string();
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  int run() {
    text_.str("");
    return run_balance(request_, text_);
  }
  bool said(const std::string& what) const { return text_.str().find(what) != std::string::npos; }
  std::string complaint() {
    try {
      run();
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

  std::filesystem::path folder_;
  BalanceRequest request_;
  std::ostringstream text_;
};

TEST_F(BalanceSession, ACorrectSchemePassesAndIsRecorded) {
  request_.scheme = "variant/soft-metropolis";
  EXPECT_EQ(run(), 0) << text_.str();
  const auto records = read_results(request_.run.out);
  ASSERT_GE(records.size(), 7u);
  for (const auto& record : records) {
    EXPECT_EQ(record.at("verdict"), "pass") << record.at("metric");
    EXPECT_EQ(record.at("scheme"), "variant/soft-metropolis");
    EXPECT_EQ(record.at("params").at("states"), 35);
    EXPECT_EQ(record.at("params").at("tv_exact"), "0");
  }
}

TEST_F(BalanceSession, WhatOneOperatorDoesNotClaimIsNotPassedByTheOthers) {
  request_.scheme = "mpmc/checkerboard-reference-fixed-colours";
  request_.model = "*nM=1";
  EXPECT_EQ(run(), 0);
  for (const auto& record : read_results(request_.run.out)) {
    const bool reversible = record.at("metric") == "balance/detailed balance";
    EXPECT_EQ(record.at("verdict"), reversible ? "not claimed" : "pass") << record.at("metric");
    if (!reversible) continue;
    EXPECT_GT(record.at("value"), 0.1) << "that of the sub-sweeps";
  }
}

TEST_F(BalanceSession, ABadResultsFileIsRefusedBeforeAnythingIsPrinted) {
  request_.scheme = "variant/soft-metropolis";
  std::filesystem::create_directories(folder_);
  std::ofstream(request_.run.out) << "no record\n";
  EXPECT_NE(complaint().find("malformed result record"), std::string::npos);
  EXPECT_EQ(text_.str(), "");
}

TEST_F(BalanceSession, AMutantIsCaughtAndSaysWhere) {
  request_.scheme = "mutant/soft-accepts-all";
  EXPECT_EQ(run(), 0);
  EXPECT_TRUE(said("caught: mutant/soft-accepts-all")) << text_.str();
  EXPECT_TRUE(said("--replay 'metropolis:"));
  for (const auto& record : read_results(request_.run.out)) {
    const bool seen = record.at("metric") == "balance/global balance" ||
                      record.at("metric") == "balance/detailed balance" ||
                      record.at("metric") == "balance/total variation";
    EXPECT_EQ(record.at("params").at("caught"), seen) << record.at("metric");
    EXPECT_EQ(record.at("verdict"), seen ? "pass" : "not claimed") << record.at("metric");
    EXPECT_EQ(record.at("params").at("tv_exact"), "26/95");
    EXPECT_NE(record.at("params").at("origin").get<std::string>().find("lammps"),
              std::string::npos);
  }
}

TEST_F(BalanceSession, ABrokenSchemeFailsAndAMissedMutantToo) {
  TinyModel broken;
  for (const TinyModel& model : tiny_models())
    if (model.scheme == "mutant/soft-wrong-ratio") broken = model;
  broken.scheme = "test/broken";  // the same fault, sailing as a correct scheme
  broken.killed_by.clear();
  static const bool once = register_tiny(broken);
  ASSERT_TRUE(once);
  TinyModel harmless;
  for (const TinyModel& model : tiny_models())
    if (model.scheme == "variant/soft-metropolis") harmless = model;
  harmless.scheme = "mutant/test-harmless";
  harmless.origin = Origin::invented("a test");
  harmless.killed_by = {"global balance"};
  static const bool twice = register_tiny(harmless);
  ASSERT_TRUE(twice);

  request_.scheme = "test/broken";
  EXPECT_EQ(run(), static_cast<int>(ExitCode::failed));
  EXPECT_TRUE(said("FAIL: test/broken"));
  request_.scheme = "mutant/test-harmless";
  EXPECT_EQ(run(), static_cast<int>(ExitCode::failed));
  EXPECT_TRUE(said("MISSED: mutant/test-harmless"));
}

TEST_F(BalanceSession, WhatCannotBeEnumeratedIsAnErrorAndTheOthersGoOn) {
  class Continuous final : public TinySystem {
   public:
    std::vector<StateKey> configurations() const override { return {0, 1}; }
    void load(StateKey state) override { state_ = state; }
    StateKey key() const override { return state_; }
    void apply(std::size_t, std::uint64_t sweep, ChoiceTape& tape, ProofExec&) override {
      state_ = tape.stream(Purpose::test, sweep, 0).uniform() < 0.5 ? 0 : 1;
    }

   private:
    StateKey state_ = 0;
  };
  static const bool once = register_tiny({.scheme = "test/a-continuous-draw",
                                          .model = "two states",
                                          .family = "test",
                                          .source = "a test",
                                          .operators = {{"draw"}},
                                          .make = [] { return std::make_unique<Continuous>(); }});
  static const bool twice = register_tiny([] {
    TinyModel right = *std::find_if(tiny_models().begin(), tiny_models().end(), [](const auto& m) {
      return m.scheme == "variant/soft-metropolis";
    });
    right.scheme = "test/a-discrete-draw";
    return right;
  }());
  ASSERT_TRUE(once && twice);
  request_.scheme = "test/a-*";
  EXPECT_EQ(run(), static_cast<int>(ExitCode::bad_input));
  EXPECT_TRUE(said("error: test/a-continuous-draw on two states: choice tape: uniform() is contin"))
      << text_.str();
  std::size_t lost = 0;
  for (const auto& record : read_results(request_.run.out)) {
    if (record.at("scheme") == "test/a-discrete-draw") continue;
    ++lost;
    EXPECT_EQ(record.at("metric"), "balance/judgement");
    EXPECT_EQ(record.at("verdict"), "fail");
    EXPECT_NE(record.at("note").get<std::string>().find("uniform() is contin"), std::string::npos);
  }
  EXPECT_EQ(lost, 1u);
  const std::size_t all = read_results(request_.run.out).size();
  EXPECT_GT(all, 1u);
  request_.run.resume = true;
  EXPECT_EQ(run(), static_cast<int>(ExitCode::bad_input)) << "what was found before still counts";
  EXPECT_EQ(read_results(request_.run.out).size(), all);
}

TEST_F(BalanceSession, VerdictsThatNoModelHasAreAnError) {
  request_.scheme = "variant/soft-metropolis";
  request_.claims = {"relaxation"};
  EXPECT_NE(complaint().find("--claims"), std::string::npos) << "it declares no spectrum";
  request_.claims = {"relaxation", "global balance"};
  EXPECT_EQ(run(), 0);
}

TEST_F(BalanceSession, ThreadsChangeNothingButTheTime) {
  const auto without_times = [this] {
    std::vector<nlohmann::json> result;
    for (auto record : read_results(request_.run.out)) {
      record.at("params").erase("milliseconds");
      for (const char* field : {"seconds", "time", "key"}) record.erase(field);
      result.push_back(std::move(record));
    }
    std::filesystem::remove(request_.run.out);
    std::sort(result.begin(), result.end());  // models that end first are written first
    return result;
  };
  request_.scheme = "*event-chain*";
  ASSERT_EQ(run(), 0);
  const auto one = without_times();
  request_.run.threads = 3;
  ASSERT_EQ(run(), 0);
  EXPECT_TRUE(said("on 3 threads"));
  EXPECT_EQ(without_times(), one);
}

TEST_F(BalanceSession, ResumingDoesNothingTwiceAndKeepsTheVerdict) {
  request_.scheme = "variant/*chain*";
  ASSERT_EQ(run(), 0);
  const std::size_t before = read_results(request_.run.out).size();
  request_.run.resume = true;
  EXPECT_EQ(run(), 0);
  EXPECT_TRUE(said("finished before"));
  EXPECT_EQ(read_results(request_.run.out).size(), before);
}

TEST_F(BalanceSession, WrongNamesAreAnsweredWithTheNearest) {
  request_.run.out.clear();
  request_.scheme = "mpmc/checkerboard-openmb";
  EXPECT_NE(complaint().find("'mpmc/checkerboard-openmp'"), std::string::npos) << complaint();
  request_.scheme = "*";
  request_.model = "wring*";
  EXPECT_NE(complaint().find("--model"), std::string::npos);
  request_.model = "*";
  request_.claims = {"global ballance"};
  EXPECT_NE(complaint().find("'global balance'"), std::string::npos);
  request_.claims.clear();
  request_.replay = "step:1:0";
  EXPECT_NE(complaint().find("exactly one"), std::string::npos);
}

TEST_F(BalanceSession, ATapeIsReplayedAndCanBeRead) {
  request_.run.out.clear();
  request_.scheme = "mpmc/checkerboard-openmp";
  request_.model = "ring L=12 w=3 N=4 nM=2";
  TinyModel model;
  for (const TinyModel& m : tiny_models())
    if (m.scheme == request_.scheme && m.model == request_.model) model = m;
  const auto system = model.make();
  const StateKey start = system->configurations().front();
  request_.replay = "step:" + std::to_string(start) + ":1,1,0,1,1,1,1,1";
  EXPECT_EQ(run(), 0);
  for (const char* what :
       {"|1.2|.1.|1..|...|", "colour order", "cell update", "trial 0", "trial 1", "accepted",
        "rejected, it", "the grid moves by", "probability of this tape: 1/"})
    EXPECT_TRUE(said(what)) << what << "\n" << text_.str();
}

TEST(Witnesses, AreReadBackAndBadOnesRefused) {
  const Witness witness{"sub-sweeps", 1234567, {0, 3, 12}};
  EXPECT_EQ(text(witness), "sub-sweeps:1234567:0,3,12");
  const Witness again = parse_witness(text(witness));
  EXPECT_EQ(again.subject, witness.subject);
  EXPECT_EQ(again.from, witness.from);
  EXPECT_EQ(again.choices, witness.choices);
  EXPECT_TRUE(parse_witness("event chain:5:").choices.empty());
  for (const char* bad :
       {"", "step", "step:1", "step:x:0", "step:1:0,,1", "step:1:0;1", "step:-1:0"})
    EXPECT_THROW(parse_witness(bad), InputError) << bad;
}

}  // namespace
}  // namespace touchstone::balance
