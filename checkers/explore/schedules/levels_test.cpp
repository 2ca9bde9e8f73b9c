// checkers/explore/schedules/levels_test.cpp
// Purpose   The ring demonstration to its exact fractions, and steps that keep their law at each
//           level, so that each level has been seen to pass and to fail.
#include "checkers/explore/schedules/levels.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checkers/explore/kernels/kernel.hpp"
#include "checkers/explore/schedules/judge.hpp"
#include "checkers/explore/schedules/ring_steps.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

using testing::HasSubstr;

LevelReport judged(std::size_t sites, RingProtocol protocol) {
  return judge_schedules(ring_step(sites, protocol));
}

struct Demonstration {
  std::size_t sites;
  Rational defect;  ///< defect of interleaved schedules
  Rational distance;
  Rational neighbours;
  Rational claimed;
};

class ClaimThenRelease : public testing::TestWithParam<Demonstration> {};

/// No race, no overlap, no deadlock, every run valid: and a wrong distribution.
TEST_P(ClaimThenRelease, SamplesWronglyByTheseFractions) {
  const Demonstration& expected = GetParam();
  const LevelReport found = judged(expected.sites, RingProtocol::claim_then_release);
  EXPECT_FALSE(found.confluence.holds);
  ASSERT_TRUE(found.oblivious.applies);
  ASSERT_EQ(found.oblivious.schedules.size(), 6u);
  for (const auto& [word, defect] : found.oblivious.schedules) {
    const bool serial = word == "aabb" || word == "bbaa";
    EXPECT_EQ(defect, serial ? Rational(0) : expected.defect) << word;
  }
  EXPECT_FALSE(found.scheduler.holds());
  EXPECT_EQ(found.scheduler.illegal, 0);
  EXPECT_EQ(found.scheduler.stuck, 0);
  EXPECT_EQ(found.scheduler.distance, expected.distance);
  EXPECT_EQ(found.scheduler.observed, expected.neighbours);
  EXPECT_EQ(found.scheduler.claimed, expected.claimed);
  EXPECT_FALSE(found.adversarial.holds());
}

INSTANTIATE_TEST_SUITE_P(
    Rings, ClaimThenRelease,
    testing::Values(
        Demonstration{4, Rational(1, 2), Rational(2, 21), Rational(4, 7), Rational(2, 3)},
        Demonstration{5, Rational(1, 4), Rational(1, 18), Rational(4, 9), Rational(1, 2)},
        Demonstration{6, Rational(1, 4), Rational(1, 10), Rational(1, 3), Rational(2, 5)},
        Demonstration{7, Rational(1, 4), Rational(1, 21), Rational(2, 7), Rational(1, 3)}),
    [](const auto& param) { return "L" + std::to_string(param.param.sites); });

TEST(ScheduleLevels, TestThenSetLosesParticles) {
  const LevelReport found = judged(5, RingProtocol::test_then_set);
  EXPECT_EQ(found.scheduler.illegal, Rational(1, 16));
  EXPECT_FALSE(found.scheduler.holds());
}

TEST(ScheduleLevels, ALockKeepsTheLawButNotTheTrajectory) {
  const LevelReport found = judged(5, RingProtocol::lock);
  EXPECT_FALSE(found.confluence.holds);  // who comes first decides who is in the way
  EXPECT_THAT(found.confluence.witness, HasSubstr("from AB... with a:0 b:0: .B..A or B...A"));
  EXPECT_FALSE(found.oblivious.applies);
  EXPECT_TRUE(found.scheduler.holds());
  EXPECT_EQ(found.scheduler.distance, 0);
  EXPECT_FALSE(found.adversarial.holds());  // a scheduler that looks can choose who comes first
}

TEST(ScheduleLevels, TakingTurnsPassesEveryLevelThatApplies) {
  const LevelReport found = judged(5, RingProtocol::in_turn);
  EXPECT_TRUE(found.confluence.holds);
  EXPECT_EQ(found.confluence.tapes, 20u * 4u);
  EXPECT_TRUE(found.scheduler.holds());
  EXPECT_TRUE(found.adversarial.applies);
  EXPECT_TRUE(found.adversarial.holds());
}

/// Whether the other thread is in the way decides how long the lock is held.
TEST(ScheduleLevels, DiscardingAbortedStepsIsABias) {
  const LevelReport fresh = judged(6, RingProtocol::try_lock_discard);
  EXPECT_GT(fresh.scheduler.aborted, 0);
  EXPECT_FALSE(fresh.scheduler.holds());
  EXPECT_EQ(fresh.scheduler.distance, Rational(1, 10));
  const LevelReport same = judged(6, RingProtocol::try_lock_same);
  EXPECT_FALSE(same.scheduler.holds());  // its end depends on the schedule, so this does not help
  EXPECT_NE(same.scheduler.distance, fresh.scheduler.distance);
}

/// Two configurations; one thread moves with probability 1/2, so that rows can be written down.
StepModel coin(bool aborts_when_one, AbortRule rule) {
  struct Coin {
    std::int32_t at;
  };
  StepModel model;
  model.name = "coin";
  model.configurations = 2;
  model.on_abort = rule;
  model.program = [=](std::size_t x) {
    KernelProgram kernel;
    const auto cell = kernel.cells.cell<std::int32_t>("face", static_cast<std::int32_t>(x));
    kernel.thread("coin", cell, Coin{static_cast<std::int32_t>(x)},
                  [=](auto& m, auto& face, Coin self) {
                    const auto toss = static_cast<std::int32_t>(m.choose(2));
                    if (aborts_when_one && self.at == 1 && toss == 0) m.abort(0);
                    m.store(face, toss, order::relaxed);
                  });
    return kernel.program();
  };
  model.configuration = [](std::span<const Value> memory) -> std::optional<std::size_t> {
    return static_cast<std::size_t>(memory[0]);
  };
  return model;
}

TEST(ScheduleLevels, AnHonestCoinPassesAllLevels) {
  const LevelReport found = judge_schedules(coin(false, AbortRule::keep));
  EXPECT_TRUE(found.confluence.holds);
  EXPECT_TRUE(found.oblivious.holds());
  EXPECT_TRUE(found.scheduler.holds());
  EXPECT_TRUE(found.adversarial.holds());
}

/// Who comes too early never ends: that depends on the schedule as another end would.
TEST(ScheduleLevels, AScheduleWithoutAnEndIsAnotherEnd) {
  StepModel model;
  model.name = "early";
  model.configurations = 1;
  model.program = [](std::size_t) {
    KernelProgram kernel;
    const auto cell = kernel.cells.cell<std::int32_t>("flag", 0);
    kernel.thread("raise", cell, [](auto& m, auto& flag) { m.store(flag, 1, order::relaxed); });
    struct Look {
      std::int32_t early;
    };
    kernel.thread("look", cell, Look{0}, [](auto& m, auto& flag, Look state) {
      for (;;) {
        state = m.checkpoint(state);
        const std::int32_t seen = m.load(flag, order::relaxed);
        if (seen == 1 && state.early == 0) return;
        state.early = 1;
      }
    });
    return kernel.program();
  };
  model.configuration = [](std::span<const Value>) { return std::optional<std::size_t>(0); };
  const Confluence found = judge_confluence(model, 1000);
  EXPECT_FALSE(found.holds);
  EXPECT_THAT(found.witness, HasSubstr("configuration 0 or no end"));
}

/// From 1 the toss 0 aborts. Kept: P(1,1) = 1; discarded: also 1; the claimed law needs 1/2.
TEST(ScheduleLevels, AbortsThatDependOnTheConfigurationBias) {
  for (const AbortRule rule : {AbortRule::keep, AbortRule::retry_fresh_choices}) {
    const LevelReport found = judge_schedules(coin(true, rule));
    EXPECT_EQ(found.scheduler.aborted, Rational(1, 4));
    EXPECT_EQ(found.scheduler.defect, Rational(1, 2));
  }
  // With the same toss again it never succeeds.
  const LevelReport same = judge_schedules(coin(true, AbortRule::retry_same_choices));
  EXPECT_EQ(same.scheduler.stuck, Rational(1, 4));
  EXPECT_FALSE(same.scheduler.holds());
}

TEST(ScheduleLevels, WeightsOfTheClaimedLawCount) {
  StepModel model = coin(false, AbortRule::keep);
  model.weights = {1, 3};
  const LevelReport found = judge_schedules(model);
  EXPECT_EQ(found.scheduler.defect, 1);  // (1/2 + 3/2) / 1 - 1
  EXPECT_EQ(found.scheduler.distance, Rational(1, 4));
}

TEST(ScheduleLevels, ABudgetThatIsUsedUpIsAnError) {
  EXPECT_THROW(judge_schedules(ring_step(5, RingProtocol::lock), 5), InputError);
  EXPECT_THROW(ring_step(2, RingProtocol::lock), InputError);
}

}  // namespace
}  // namespace touchstone::explore
