#include <gtest/gtest.h>

#include "models/disks/chains/chain_registry.hpp"
#include "models/disks/chains/chain_schedule.hpp"
#include "models/disks/chains/near_graph.hpp"
#include "models/disks/registry.hpp"
#include "models/disks/start.hpp"

namespace touchstone::optimized {
namespace {

using disks::ChainParameters;
using disks::OnViolation;

disks::Leg crowded_leg(std::size_t disks, std::size_t active) {
  const auto start = disks::in_fixed_point(disks::compressed_start(disks, 0.5, disks::kSquare, 3));
  return {start, disks::spread_active(disks, active), 100 * disks::mean_free_path(disks)};
}

disks::LegEnd run(const std::string& scheme, const disks::Leg& leg, int threads,
                  OnViolation on_violation, disks::Ticks* violation = nullptr) {
  ChainParameters parameters;
  parameters.threads = threads;
  parameters.on_violation = on_violation;
  const auto chains =
      disks::chain_scheme(scheme).start(leg, disks::near_graph(leg.start), parameters);
  chains->advance(leg.duration / 2);  // times are forgotten in between
  chains->advance(leg.duration - leg.duration / 2);
  if (violation != nullptr) *violation = chains->violation();
  return chains->end();
}

class TeamThreads : public testing::TestWithParam<std::string> {};

TEST_P(TeamThreads, RepairedLegsAreThoseInTheOrderOfTime) {
  const disks::Leg leg = crowded_leg(300, 24);
  const disks::LegEnd expected = run("ecmc/ordered-chains", leg, 1, OnViolation::remember);
  EXPECT_GT(expected.liftings.size(), 1000u);
  for (const int threads : {1, 2, 3, 4})
    EXPECT_EQ(run(GetParam(), leg, threads, OnViolation::repair), expected) << threads;
}

TEST_P(TeamThreads, BeforeAViolationLiftingsAreThoseInTheOrderOfTime) {
  const disks::Leg leg = crowded_leg(300, 24);
  const disks::LegEnd expected = run("ecmc/ordered-chains", leg, 1, OnViolation::remember);
  disks::Ticks violation = 0;
  const disks::LegEnd end = run(GetParam(), leg, 2, OnViolation::remember, &violation);
  ASSERT_NE(violation, disks::kNoViolation) << "the leg is to be crowded";
  EXPECT_FALSE(disks::first_difference(end.liftings, expected.liftings, violation));
  run(GetParam(), leg, 2, OnViolation::abort, &violation);
  EXPECT_NE(violation, disks::kNoViolation);
}

INSTANTIATE_TEST_SUITE_P(Kernels, TeamThreads,
                         testing::Values("ecmc/word-chains", "ecmc/tag-chains"),
                         [](const auto& parameter) {
                           return parameter.param == "ecmc/word-chains" ? "words" : "tags";
                         });

/// 16384 disks are the fewest for which the sampler shares its legs between threads.
TEST(SamplerThreads, GiveTheSameConfiguration) {
  const disks::Configuration start = disks::hexagonal_start(16384, 0.6);
  const auto after_a_sweep = [&](int threads) {
    disks::RunParameters parameters;
    parameters.threads = threads;
    const auto sampler = disks::scheme("ecmc/sampler").start(start, parameters);
    sampler->advance(1);
    return sampler->configuration().centres;
  };
  ASSERT_GE(disks::chain_schedule(start.size()).active, 16u);
  const auto expected = after_a_sweep(1);
  EXPECT_TRUE(after_a_sweep(2) == expected);
  EXPECT_FALSE(expected == start.centres);
}

}  // namespace
}  // namespace touchstone::optimized
