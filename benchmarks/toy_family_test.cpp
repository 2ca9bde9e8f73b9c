// A sixth family (models/toy/walk.hpp): random walks on a ring. A Timed, its jobs and one line of
// registration, and no edit elsewhere, make it listed, timed, resumed and judged by `bench`.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "benchmarks/family.hpp"
#include "benchmarks/session.hpp"
#include "benchmarks/timing_job.hpp"
#include "models/toy/walk.hpp"

namespace touchstone::benchmarks {
namespace {

using toy::WalkScheme;

int timed_runs = 0;
int interrupt_at = -1;  ///< raises the interrupt after so many runs

const bool by_two_registered =
    toy::walks().add({.info = {.name = "walk/by-two", .source = "here"}, .step = toy::by_two});

std::string no_driver() { return "there is no driver"; }
const bool without_device_registered = toy::walks().add(
    {.info = {.name = "stranger/walk-on-a-device", .source = "here", .on_device = true},
     .step = toy::there_and_back,
     .available = no_driver});

struct WalkEntry {
  const WalkScheme* scheme;
  int steps;
  Subject subject() const {
    return {"walk",
            scheme->info,
            "steps per second",
            fmt::format("{}/steps:{}", scheme->info.name, steps),
            {{"steps", steps}}};
  }
};

class TimedWalk final : public Timed {
 public:
  TimedWalk(const Request& request, const WalkEntry& entry)
      : Timed(request, entry.subject(), {3, 0}), entry_(entry) {}

 private:
  Run once() override {
    PhiloxStream random = Philox(request_.seed).stream(Purpose::test, 0, 0);
    if (++timed_runs == interrupt_at) set_interrupt(true);
    return repeated(1e-9, [&] {
      for (int k = 0; k < entry_.steps; ++k) {
        const int next = entry_.scheme->step(site_, random);
        if (std::abs(toy::moved(site_, next)) != 1)
          wrong_ = "a step led to a site that is no neighbour";
        site_ = next;
      }
      return static_cast<std::uint64_t>(entry_.steps);
    });
  }

  std::optional<double> fraction_of_bound(double) const override { return 0.25; }

  WalkEntry entry_;
  int site_ = 0;
};

std::vector<Job> jobs(const Request& request) {
  Jobs all(request);
  for (const int steps : {100, 1000}) {
    std::vector<WalkEntry> entries;
    for (const WalkScheme& scheme : toy::walks().items())
      if (is_wanted(request, scheme)) entries.push_back({&scheme, steps});
    all.add<TimedWalk>({.family = "walk", .title = fmt::format("{} steps", steps)}, entries);
  }
  return all.all();
}

const bool registered = by_two_registered && without_device_registered &&
                        register_family({"walk", "steps on a ring", jobs});

class ToyFamily : public testing::Test {
 protected:
  void SetUp() override {
    timed_runs = 0;
    interrupt_at = -1;
    std::filesystem::remove(out_);
    request_.family = "walk";
    request_.filter = toy::kStranger;
    request_.out = out_;
  }
  void TearDown() override {
    set_interrupt(false);
    std::filesystem::remove(out_);
  }

  const std::string out_ =
      (std::filesystem::temp_directory_path() / fmt::format("touchstone-walk-{}.jsonl", ::getpid()))
          .string();
  Request request_;
  std::ostringstream text_;
};

TEST_F(ToyFamily, IsListed) {
  list(request_, text_);
  EXPECT_EQ(text_.str(), "stranger/walk/steps:100\nstranger/walk/steps:1000\n");
}

TEST_F(ToyFamily, WhatThisMachineCannotRunIsLeftOutAndTheOthersAreTimed) {
  request_.filter = "stranger/walk*";
  EXPECT_EQ(run(request_, text_), 0) << text_.str();
  EXPECT_THAT(text_.str(), testing::HasSubstr("stranger/walk/steps:1000"));
  EXPECT_THAT(text_.str(), testing::Not(testing::HasSubstr("stranger/walk-on-a-device")));
}

TEST_F(ToyFamily, IsTimedAndResumed) {
  EXPECT_EQ(run(request_, text_), 0) << text_.str();
  EXPECT_THAT(text_.str(), testing::ContainsRegex("stranger/walk/steps:1000 +25 % of the bound: "));
  EXPECT_EQ(timed_runs, 6);
  const auto records = read_results(out_);
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0].at("kind"), "benchmark");
  EXPECT_EQ(records[0].at("params").at("runs"), 3);
  EXPECT_GT(records[0].at("value").get<double>(), 0);
  EXPECT_GE(records[0].at("facts").at("load_average").get<double>(), 0);
  EXPECT_TRUE(records[0].at("facts").contains("clock_megahertz"));
  request_.resume = true;
  EXPECT_EQ(run(request_, text_), 0);
  EXPECT_EQ(timed_runs, 6);
  EXPECT_EQ(read_results(out_).size(), 2u);
}

TEST_F(ToyFamily, AJobThatIsLostIsAFailedTiming) {
  const std::vector<Job> all = jobs(request_);
  const ResultRecord lost = all.front().lost("hung");
  EXPECT_EQ(lost.kind, "benchmark");
  EXPECT_EQ(lost.scheme, toy::kStranger);
  EXPECT_EQ(lost.metric, "100 steps");
  EXPECT_EQ(lost.verdict, Verdict::fail);
  EXPECT_EQ(lost.note, "hung");
  EXPECT_EQ(lost.params.at("entries"), all.front().facets.at(2).second);
  EXPECT_THAT(lost.replay,
              testing::HasSubstr("bench --class S --family walk --scheme 'stranger/w"));
}

TEST_F(ToyFamily, AWrongSchemeHasNoRateAndFailsAlsoWhenResumed) {
  request_.filter = "*";
  EXPECT_EQ(run(request_, text_), 1);
  EXPECT_THAT(text_.str(), testing::HasSubstr("not timed: a step led to a site"));
  request_.resume = true;
  EXPECT_EQ(run(request_, text_), 1);
  EXPECT_EQ(timed_runs, 12);
}

TEST_F(ToyFamily, KeepsWhatWasFinishedBeforeAnInterrupt) {
  interrupt_at = 4;  // in the second job
  EXPECT_EQ(run(request_, text_), kInterruptedExit);
  EXPECT_EQ(read_results(out_).size(), 1u);
  set_interrupt(false);
  request_.resume = true;
  EXPECT_EQ(run(request_, text_), 0);
  EXPECT_EQ(timed_runs, 4 + 3);
  EXPECT_EQ(read_results(out_).size(), 2u);
}

}  // namespace
}  // namespace touchstone::benchmarks
