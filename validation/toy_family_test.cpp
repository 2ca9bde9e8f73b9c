// A sixth family (models/toy/walk.hpp) is validated: an experiment in this file, and no edit
// elsewhere, make it listed, selected, measured, resumed and judged by `validate`.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <sstream>

#include "models/toy/walk.hpp"
#include "statistics/blocking.hpp"
#include "validation/chain_estimates.hpp"
#include "validation/session.hpp"

namespace touchstone::validation {
namespace {

constexpr int kSteps = 64, kWalks = 8192;
int measured = 0;

/// Squares of the paths of walks.
std::vector<double> squares(const toy::WalkScheme& scheme, std::uint64_t seed) {
  std::vector<double> all;
  for (std::uint32_t walk = 0; walk < kWalks; ++walk) {
    PhiloxStream random = Philox(seed).stream(Purpose::test, 0, walk);
    int path = 0;
    for (int k = 0, site = 0; k < kSteps; ++k) {
      const int next = scheme.step(site, random);
      path += toy::moved(site, next);
      site = next;
    }
    all.push_back(static_cast<double>(path) * path);
  }
  return all;
}

Measurement spread(const Plan& plan, const toy::WalkScheme& scheme) {
  Measurement m;
  m.name = "walk/spread/64-steps";
  m.record = blank_record(plan, "walk", "mean square of the path");
  m.record.scheme = scheme.info.name;
  m.record.params = {{"steps", kSteps}};
  const Aim aim = aim_at(m.record, 0.2, kSteps);
  m.measure = [&scheme, aim](ResultRecord& record, Bench&) {
    ++measured;
    judge_into(record, estimate_independent(squares(scheme, record.seed)), Published{kSteps, 0},
               "the number of steps", aim);
  };
  return m;
}

const bool registered =
    toy::walks().add(
        {.info = {.name = "walk/never-left", .source = "here"}, .step = toy::never_left}) &&
    register_experiment(
        {"walk/spread", "The mean square of a path is its number of steps.", [](const Plan& plan) {
           std::vector<Measurement> all;
           for (const toy::WalkScheme& scheme : toy::walks().items())
             all.push_back(spread(plan, scheme));
           return all;
         }});

class ToyFamily : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(registered);
    measured = 0;
    std::filesystem::remove_all(folder_);
    request_.family = "walk";
    request_.scheme = toy::kStranger;
    request_.out = (folder_ / "validation.jsonl").string();
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / fmt::format("touchstone-walk-{}", ::getpid());
  Request request_;
  std::ostringstream text_;
};

TEST_F(ToyFamily, IsListed) {
  list(request_, text_);
  EXPECT_THAT(text_.str(), testing::HasSubstr("walk/spread"));
}

TEST_F(ToyFamily, IsValidatedAndResumed) {
  EXPECT_EQ(run(request_, text_), 0) << text_.str();
  const auto records = read_results(request_.out);
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].at("family"), "walk");
  EXPECT_EQ(records[0].at("scheme"), toy::kStranger);
  EXPECT_EQ(records[0].at("verdict"), "pass");
  EXPECT_EQ(records[0].at("expected").at("value"), kSteps);
  request_.resume = true;
  EXPECT_EQ(run(request_, text_), 0);
  EXPECT_EQ(measured, 1);
  EXPECT_EQ(read_results(request_.out).size(), 1u);
}

TEST_F(ToyFamily, AWrongSchemeFailsAlsoWhenResumed) {
  request_.scheme = "*";
  EXPECT_EQ(run(request_, text_), 1) << text_.str();
  request_.resume = true;
  EXPECT_EQ(run(request_, text_), 1);
  EXPECT_EQ(measured, 2);
}

}  // namespace
}  // namespace touchstone::validation
