#include "benchmarks/mpmc/disk_entries.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "benchmarks/mpmc/roofline.hpp"
#include "benchmarks/mpmc/timed_disks.hpp"
#include "models/core/errors.hpp"
#include "models/core/random/philox.hpp"
#include "models/core/registry.hpp"

namespace touchstone::benchmarks::mpmc {
namespace {

TEST(SweepPlan, IsThePapersWhereTheClassAllowsIt) {
  Request request;
  EXPECT_TRUE(sweep_plan(request, 1e-4).full());
  request.problem_class = ProblemClass::A;  // no limit
  EXPECT_TRUE(sweep_plan(request, 60).full());
}

TEST(SweepPlan, ShrinksWithTheBudgetAndSaysSo) {
  for (const double seconds : {1e-3, 1e-2, 0.05, 0.2, 0.6, 5.0}) {
    const SweepPlan reduced = sweep_plan(Request{}, seconds);  // class S: a second
    EXPECT_FALSE(reduced.full());
    EXPECT_GE(reduced.runs, 3);
    EXPECT_EQ(reduced.runs % 2, 1);  // a median that was measured
    EXPECT_GE(reduced.sweeps, 1u);
    const auto sweeps = static_cast<double>(reduced.warmup + reduced.sweeps);
    EXPECT_LE(reduced.runs * sweeps * seconds, std::max(2.0, 3 * seconds)) << seconds;
  }
}

TEST(SweepPlan, NumbersByHandOverride) {
  Request request;
  request.runs = 2;
  request.sweeps = 7;
  request.warmup = 0;
  const SweepPlan chosen = sweep_plan(request, 100);
  EXPECT_EQ(chosen.runs, 2);
  EXPECT_EQ(chosen.sweeps, 7u);
  EXPECT_EQ(chosen.warmup, 0u);
}

/// Names of the schemes that are left out of a class, on one thread.
std::set<std::string> left_out_of(ProblemClass problem_class, std::size_t disks) {
  Request request;
  request.problem_class = problem_class;
  std::set<std::string> names;
  for (const DiskEntry& one : disk_entries(request, disks))
    if (!one.left_out.empty()) names.insert(one.scheme->info.name);
  return names;
}

TEST(Entries, AreLeftOutByCountedWork) {
  EXPECT_THAT(left_out_of(ProblemClass::S, 256), testing::IsEmpty());
  EXPECT_THAT(left_out_of(ProblemClass::S, 2310400),
              testing::ElementsAre("mpmc/metropolis-reference"));  // N^2
  EXPECT_THAT(left_out_of(ProblemClass::W, 9241600),
              testing::ElementsAre("mpmc/metropolis-reference"));
  const auto largest = left_out_of(ProblemClass::S, 9241600);
  EXPECT_TRUE(largest.count("mpmc/checkerboard-openmp"));
  EXPECT_FALSE(largest.count(baseline_of(disks::schemes()).info.name));  // what ratios refer to
}

TEST(Entries, CoverTheRegistryOnOneAndOnAllThreads) {
  Request request;
  request.threads = 2;
  std::set<std::string> names;
  for (const DiskEntry& one : disk_entries(request, 64009))
    if (one.left_out.empty()) names.insert(one.name());
  EXPECT_TRUE(names.count("mpmc/checkerboard-openmp/disks:64009/threads:1"));
  EXPECT_TRUE(names.count("mpmc/checkerboard-openmp/disks:64009/threads:2"));
  EXPECT_TRUE(names.count("mpmc/checkerboard-reference/disks:64009/threads:1"));
  EXPECT_FALSE(names.count("mpmc/checkerboard-reference/disks:64009/threads:2"));
  EXPECT_FALSE(names.count("mpmc/metropolis-reference/disks:64009/threads:1"));  // N^2
}

TEST(Entries, LeaveEventChainsToTheirOwnProtocol) {
  for (const DiskEntry& one : disk_entries(Request{}, 256))
    EXPECT_TRUE(one.scheme->trial_moves) << one.name();
}

TEST(Sizes, HoldThoseOfTable4) {
  const std::vector<std::size_t> all = disk_sizes(Request{});
  for (const std::size_t side : {253u, 760u, 1520u, 3040u})
    EXPECT_THAT(all, testing::Contains(side * side));
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
}

TEST(Quartiles, InterpolateAndRefuseNothing) {
  const Quartiles q = quartiles({5, 1, 4, 2, 3});
  EXPECT_EQ(q.low, 2);
  EXPECT_EQ(q.median, 3);
  EXPECT_EQ(q.high, 4);
  EXPECT_EQ(quartiles({1, 2}).median, 1.5);
  EXPECT_EQ(quartiles({7}).high, 7);
  EXPECT_THROW(quartiles({}), InputError);
}

TEST(Roofline, LeavingChanceAgreesWithSampling) {
  PhiloxStream stream = Philox(3).stream(Purpose::test, 0, 0);
  const double width = 1.4;
  const double radius = 0.16;
  int left = 0;
  constexpr int kTrials = 400'000;
  for (int k = 0; k < kTrials; ++k) {
    const double r = radius * std::sqrt(stream.uniform());
    const double phi = 2 * std::numbers::pi * stream.uniform();
    const double x = width * stream.uniform() + r * std::cos(phi);
    const double y = width * stream.uniform() + r * std::sin(phi);
    left += x < 0 || y < 0 || x > width || y > width ? 1 : 0;
  }
  const double expected = leaving_chance(width, radius);
  const double error = std::sqrt(expected * (1 - expected) / kTrials);
  EXPECT_NEAR(left / static_cast<double>(kTrials), expected, 4.9 * error);
  EXPECT_GT(std::abs(left / static_cast<double>(kTrials) - 2 * expected), 10 * error);
}

TEST(Roofline, CountsTheDisksOfNineCells) {
  // everything accepted: nine cells, all disks but the one that moves
  EXPECT_NEAR(tests_per_trial(0.698, 1.4, 1, 1e-9), 9 * 0.698 * 4 / std::numbers::pi * 1.96 - 1,
              1e-6);
  EXPECT_NEAR(tests_per_trial(0.698, 1.4, 0, 1e-9), 1, 1e-6);
}

TEST(Roofline, CostsArePositive) {
  const RooflineCosts costs = measure_roofline_costs();
  EXPECT_GT(costs.overlap_test, 0);
  EXPECT_GT(costs.philox_block, 0);
}

}  // namespace
}  // namespace touchstone::benchmarks::mpmc
