// The order of a timing, which all families share, on a scheme that counts and sleeps.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "benchmarks/alone.hpp"
#include "benchmarks/timing_job.hpp"

namespace touchstone::benchmarks {
namespace {

struct Entry {
  std::uint64_t milliseconds = 0;  ///< time of a step
  double patience = 100;
  std::string first_fault = {}, last_fault = {};
  std::string left_out = {};
  std::string name = "sleeper/step";
  Subject subject() const {
    return {"sleeper",
            {.name = "sleeper", .source = "here"},
            "steps per second",
            name,
            {{"milliseconds", milliseconds}, {"particles", 500}},
            "--disks 7"};
  }
};

class Sleeper final : public TimedSteps {
 public:
  Sleeper(const Request& request, const Entry& entry)
      : TimedSteps(request, entry.subject(), {3, 0.02, entry.patience}), entry_(entry) {}
  std::string told;  ///< names of the calls, a letter each

 private:
  void advance(std::uint64_t steps) override {
    told += 'a';
    std::this_thread::sleep_for(std::chrono::milliseconds(steps * entry_.milliseconds));
  }
  std::string fault_of_first_steps() override {
    told += 'f';
    return entry_.first_fault;
  }
  void planned() override { told += 'p'; }
  std::string fault() override {
    told += 'l';
    return entry_.last_fault;
  }
  nlohmann::json params() const override { return {{"steps", steps_}}; }
  std::optional<double> fraction_of_bound(double rate) const override { return rate / 1000; }

  Entry entry_;
};

ResultRecord timed(const Entry& entry) {
  Sleeper one(Request{}, entry);
  return time_alone(one).back();
}

TEST(TimedSteps, VerifiesPlansTimesAndVerifies) {
  Sleeper one(Request{}, {.milliseconds = 5});
  EXPECT_EQ(time_alone(one).size(), 1u);
  EXPECT_EQ(one.told.substr(0, 2), "fa");
  EXPECT_EQ(one.told.back(), 'l');
  EXPECT_LT(one.told.find('p'), one.told.size() - 4);
}

TEST(TimedSteps, TellsThePartOfTheBoundWhereThereIsAValue) {
  const ResultRecord record = timed({.milliseconds = 5});
  EXPECT_EQ(record.facts.at("fraction_of_bound"), record.value / 1000);
  EXPECT_FALSE(timed({.last_fault = "wrong"}).facts.contains("fraction_of_bound"));
}

TEST(TimedSteps, MakesAsManyStepsAsLastLongEnough) {
  const ResultRecord record = timed({.milliseconds = 5});
  EXPECT_LE(record.params.at("steps"), 4);
  EXPECT_GE(record.params.at("steps"), 1);
  EXPECT_EQ(record.params.at("runs"), 3);
  EXPECT_EQ(record.verdict, Verdict::pass);
  EXPECT_LE(record.value, 200);
}

TEST(TimedSteps, TimesALongStepOnce) {
  const ResultRecord record = timed({.milliseconds = 20, .patience = 0.01});
  EXPECT_EQ(record.params.at("steps"), 1);
  EXPECT_EQ(record.params.at("runs"), 1);
}

TEST(TimedSteps, AFaultLeavesNoValue) {
  for (const Entry& entry : {Entry{.first_fault = "first"}, Entry{.last_fault = "last"}}) {
    const ResultRecord record = timed(entry);
    EXPECT_EQ(record.verdict, Verdict::fail);
    EXPECT_TRUE(std::isnan(record.value));
    EXPECT_EQ(record.note, entry.first_fault + entry.last_fault);
  }
}

TEST(Replay, SaysSizeAndWhatWasGivenByHand) {
  Request request;
  request.threads = 2;
  request.seed = 5;
  request.sweeps = 9;
  EXPECT_EQ(blank_record(request, Entry{}.subject()).replay,
            "./touchstone bench --class S --family sleeper --scheme 'sleeper' --disks 7 "
            "--threads 2 --seed 5 --sweeps 9");
}

TEST(Jobs, RecordWhatIsLeftOutAndListTheRest) {
  Jobs jobs(Request{});
  jobs.add<Sleeper>({.family = "sleeper", .title = "two"},
                    std::vector<Entry>{{.milliseconds = 1},
                                       {.left_out = "too much work", .name = "sleeper/long"}});
  jobs.add<Sleeper>({.family = "sleeper", .title = "none"}, std::vector<Entry>{});
  const std::vector<Job> all = jobs.all();
  ASSERT_EQ(all.size(), 1u);
  EXPECT_THAT(all[0].facets.at(2).second, testing::ElementsAre("sleeper/step"));
  // The memory of the one that is timed.
  EXPECT_EQ(all[0].facets.back(),
            Facet("bytes", {fmt::format("{:.0f}", footprint("sleeper", 500))}));
  JobContext context{[](double) {}, [](double) {}};
  const std::vector<ResultRecord> records = all[0].run(context);
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0].verdict, Verdict::not_run);
  EXPECT_EQ(records[0].note, "too much work");
  EXPECT_EQ(records[0].facts.at("entry"), "sleeper/long");
  EXPECT_EQ(records[1].verdict, Verdict::pass);
}

}  // namespace
}  // namespace touchstone::benchmarks
