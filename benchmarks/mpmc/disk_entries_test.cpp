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

DiskEntry entry(const char* scheme, std::size_t disks = 64009) {
  return {&disks::scheme(scheme), disks, 1};
}

TEST(Protocol, IsThePapersWhereTheClassAllowsIt) {
  Request request;
  const auto fast = protocol(request, entry("mpmc/checkerboard-openmp"), 1e-4);
  ASSERT_TRUE(fast);
  EXPECT_TRUE(fast->full());
  request.problem_class = ProblemClass::A;  // no limit
  EXPECT_TRUE(protocol(request, entry("mpmc/checkerboard-openmp"), 60)->full());
}

TEST(Protocol, ShrinksWithTheBudgetAndSaysSo) {
  const Request request;  // class S: a second
  const DiskEntry one = entry("mpmc/checkerboard-openmp");
  for (const double seconds : {1e-3, 1e-2, 0.05, 0.2, 0.6}) {
    const auto reduced = protocol(request, one, seconds);
    ASSERT_TRUE(reduced) << seconds;
    EXPECT_FALSE(reduced->full());
    EXPECT_GE(reduced->runs, 3);
    EXPECT_EQ(reduced->runs % 2, 1);  // a median that was measured
    EXPECT_GE(reduced->sweeps, 1u);
    const auto sweeps = static_cast<double>(reduced->warmup + reduced->sweeps);
    EXPECT_LE(reduced->runs * sweeps * seconds, 2.0) << seconds;
  }
  EXPECT_FALSE(protocol(request, one, 5));  // too long for the class
  EXPECT_TRUE(
      protocol(request, {&baseline_of(disks::schemes()), 64009, 1}, 5));  // what ratios refer to
}

TEST(Protocol, NumbersByHandOverride) {
  Request request;
  request.runs = 2;
  request.sweeps = 7;
  request.warmup = 0;
  const auto chosen = protocol(request, entry("mpmc/checkerboard-openmp"), 100);
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->runs, 2);
  EXPECT_EQ(chosen->sweeps, 7u);
  EXPECT_EQ(chosen->warmup, 0u);
}

TEST(Entries, CoverTheRegistryOnOneAndOnAllThreads) {
  Request request;
  request.threads = 2;
  std::set<std::string> names;
  for (const DiskEntry& one : disk_entries(request, 64009))
    if (!one.too_many_pairs()) names.insert(one.name());
  EXPECT_TRUE(names.count("mpmc/checkerboard-openmp/disks:64009/threads:1"));
  EXPECT_TRUE(names.count("mpmc/checkerboard-openmp/disks:64009/threads:2"));
  EXPECT_TRUE(names.count("mpmc/checkerboard-reference/disks:64009/threads:1"));
  EXPECT_FALSE(names.count("mpmc/checkerboard-reference/disks:64009/threads:2"));
  EXPECT_FALSE(names.count("mpmc/metropolis-reference/disks:64009/threads:1"));  // N^2
  for (const DiskEntry& one : disk_entries(request, 256)) EXPECT_FALSE(one.too_many_pairs());
}

TEST(Entries, LeaveEventChainsToTheirOwnProtocol) {
  for (const DiskEntry& one : disk_entries(Request{}, 256))
    EXPECT_TRUE(one.scheme->trial_moves) << one.name();
  EXPECT_FALSE(is_timed(disks::scheme("ecmc/sampler")));
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
