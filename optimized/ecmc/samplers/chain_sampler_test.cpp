#include "optimized/ecmc/samplers/chain_sampler.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "models/core/errors.hpp"
#include "models/disks/start.hpp"
#include "optimized/ecmc/team/chain_team.hpp"
#include "optimized/ecmc/words/word_kernels.hpp"

namespace touchstone::optimized {
namespace {

struct Mean {
  double value = 0;
  double error = 0;
};

/// The pressure of 20 disks with `active` of them moving together, from 16 chains.
Mean pressure(std::size_t active) {
  constexpr int kChains = 16;
  const disks::Configuration start = disks::hexagonal_start(20, 0.4);
  double sum = 0;
  double squares = 0;
  for (std::uint64_t chain = 0; chain < kChains; ++chain) {
    const StartPhase start_phase = [](const disks::FixedConfiguration& phase,
                                      const std::vector<disks::DiskIndex>& first) {
      disks::ChainParameters parameters;
      parameters.on_violation = disks::OnViolation::repair;
      parameters.record = false;
      return std::make_unique<ChainTeam<WordKernel<SerialMemory>>>(WordDisks(phase, 1), first,
                                                                   parameters);
    };
    ChainSampler sampler(start, {.seed = 100 * active + chain}, disks::chain_schedule(20, active),
                         start_phase);
    sampler.advance(100);
    const disks::RiftAverage before = *sampler.rift();
    sampler.advance(400);
    const double p = sampler.rift()->pressure(start.density(), before).mean();
    sum += p;
    squares += p * p;
  }
  const double mean = sum / kChains;
  return {mean, std::sqrt((squares / kChains - mean * mean) / (kChains - 1))};
}

TEST(ChainSampler, PressureDoesNotDependOnHowManyMoveTogether) {
  const Mean one = pressure(1);
  const Mean ten = pressure(10);
  const double error = std::hypot(one.error, ten.error);
  EXPECT_LT(std::abs(one.value - ten.value), 5 * error);
  EXPECT_LT(error, 0.01 * one.value);  // ten without the factor 19 / 10 are 0.3 lower
}

TEST(ChainSampler, RowsWithoutRoomAreRefused) {
  const disks::Configuration jammed{{4, 2}, {{1, 0.5}, {1, 1.5}}};
  EXPECT_THROW(ChainSampler(jammed, {}, disks::chain_schedule(2, 1), {}), InputError);
}

TEST(ChainSampler, SchedulesKeepTheirTotalLength) {
  for (const std::size_t disks : {72u, 870u, 65536u}) {
    const disks::ChainSchedule many = disks::chain_schedule(disks);
    const disks::ChainSchedule one = disks::serial_chain_schedule(disks);
    const double ratio =
        static_cast<double>(many.active * many.legs) / static_cast<double>(one.legs);
    EXPECT_NEAR(ratio, 1, 0.15) << disks;
    EXPECT_EQ(many.leg, one.leg);
  }
}

TEST(ChainSampler, EverySetOfActiveDisksIsEquallyLikely) {
  constexpr int kDraws = 20000;
  std::vector<int> counts(1 << 5, 0);
  Philox random(1);
  for (int draw = 0; draw < kDraws; ++draw) {
    unsigned set = 0;
    for (const disks::DiskIndex i :
         disks::random_active(5, 2, disks::active_stream(random, static_cast<std::uint64_t>(draw))))
      set |= 1u << i;
    ++counts[set];
  }
  double chi_squared = 0;
  int sets = 0;
  for (const int count : counts) {
    if (count == 0) continue;
    ++sets;
    chi_squared += (count - kDraws / 10.0) * (count - kDraws / 10.0) / (kDraws / 10.0);
  }
  EXPECT_EQ(sets, 10);
  EXPECT_LT(chi_squared, 45);  // 9 degrees of freedom: 1e-6
}

}  // namespace
}  // namespace touchstone::optimized
