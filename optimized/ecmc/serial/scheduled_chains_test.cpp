// Five orders of the same events. Beside the single clock they are held in checkers/ecmc.
#include <gtest/gtest.h>

#include <map>

#include "models/core/errors.hpp"
#include "models/disks/chains/chain_registry.hpp"
#include "models/disks/chains/near_graph.hpp"
#include "models/disks/start.hpp"

namespace touchstone::optimized {
namespace {

using disks::ChainScheme;
using disks::kNoViolation;
using disks::OnViolation;

constexpr const char* kOrders[] = {"windowed", "least-time", "round-robin", "random",
                                   "chain-by-chain"};

const ChainScheme& scheme(const char* order) {
  return disks::chain_scheme(std::string("ecmc/local-time-") + order);
}
disks::Leg leg(std::uint64_t seed, std::size_t active, double flights) {
  const auto start = disks::in_fixed_point(disks::compressed_start(200, 0.6, disks::kSquare, seed));
  return {start, disks::spread_active(200, active),
          static_cast<disks::Ticks>(flights * static_cast<double>(disks::mean_free_path(200)))};
}

TEST(ScheduledChains, EndAlikeWithoutViolations) {
  std::map<std::string, int> clean;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const disks::Leg one = leg(seed, 4, 2);
    const auto graph = disks::near_graph(one.start);
    std::vector<disks::LegEnd> ends;
    for (const char* order : kOrders) {
      const auto run = scheme(order).start(one, graph, {.seed = seed});
      run->advance(one.duration);
      if (run->violation() != kNoViolation) continue;
      ends.push_back(run->end());
      ++clean[order];
      EXPECT_EQ(run->liftings(), ends.back().liftings.size());
      EXPECT_EQ(ends.back(), ends.front()) << order;
    }
  }
  for (const char* order : kOrders) EXPECT_GT(clean[order], 5) << order;
}

TEST(ScheduledChains, TheOrderDecidesHowOftenTheHorizonIsViolated) {
  std::map<std::string, int> violated;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const disks::Leg one = leg(seed, 8, 8);
    const auto graph = disks::near_graph(one.start);
    for (const char* order : kOrders) {
      const auto run = scheme(order).start(one, graph, {.seed = seed});
      run->advance(one.duration);
      violated[order] += run->violation() != kNoViolation ? 1 : 0;
    }
  }
  EXPECT_LT(violated["windowed"] + 5, violated["chain-by-chain"]);
  EXPECT_LT(violated["least-time"] + 5, violated["chain-by-chain"]);
}

TEST(ScheduledChains, StandStillAfterAViolationThatAborts) {
  int aborted = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const disks::Leg one = leg(seed, 16, 30);
    const auto graph = disks::near_graph(one.start);
    for (const char* order : kOrders) {
      const auto run =
          scheme(order).start(one, graph, {.seed = seed, .on_violation = OnViolation::abort});
      run->advance(one.duration);
      if (run->violation() == kNoViolation) continue;
      ++aborted;
      const disks::LegEnd end = run->end();
      EXPECT_EQ(end.active.size(), 16u) << order;
      run->advance(one.duration);
      EXPECT_EQ(run->end(), end) << order;
    }
  }
  EXPECT_GT(aborted, 20);
}

TEST(ScheduledChains, RepairNothing) {
  const disks::Leg one = leg(1, 4, 2);
  EXPECT_THROW(scheme("random").start(one, disks::near_graph(one.start),
                                      {.on_violation = OnViolation::repair}),
               InputError);
}

}  // namespace
}  // namespace touchstone::optimized
