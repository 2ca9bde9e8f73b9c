#include "validation/experiments/longrange/water_bag.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "models/core/registry.hpp"
#include "validation/experiments/longrange/runs.hpp"

namespace touchstone::validation::longrange {
namespace {

namespace lr = touchstone::longrange;

TEST(QuietBag, HasNoMomentumAndTheEnergyOfItsLaw) {
  const QuietBag bag{.streams = 50, .per_stream = 16, .half_momentum = 0.9};
  const lr::State state = quiet_bag(bag, 0);
  ASSERT_EQ(state.q.size(), bag.particles());
  EXPECT_NEAR(lr::magnetisation(state.q).length(), 0, 1e-15);
  double sum = 0;
  for (const double p : state.p) sum += p;
  EXPECT_NEAR(sum, 0, 1e-12);
  EXPECT_NEAR(lr::kinetic_energy(state) / 800, 0.81 / 6, 1e-4);
}

TEST(WaveFrequency, IsThatOfTheLinearTheory) {
  const auto& scheme = quick_scheme(lr::Model::hmf);
  const QuietBag bag{.streams = 100, .per_stream = 16, .half_momentum = 0.9};
  const auto run = scheme.start(quiet_bag(bag, 1e-4), {.time_step = 0.1});
  EXPECT_NEAR(wave_frequency(*run, 0.1, 60), std::sqrt(0.81 - 0.5), 0.01);
}

TEST(WaveFrequency, WithoutAWaveIsNotANumber) {
  const auto& scheme = baseline_of(lr::schemes());
  const auto run = scheme.start({{0.1, 0.2}, {0, 0}}, {.time_step = 0.1});
  EXPECT_TRUE(std::isnan(wave_frequency(*run, 0.1, 4)));
}

/// Planted fault: everything is NaN after some steps.
class Blown final : public lr::Simulation {
 public:
  Blown(std::unique_ptr<lr::Simulation> right, std::uint64_t last)
      : right_(std::move(right)), last_(last) {}
  void advance(std::uint64_t steps) override { right_->advance(steps), done_ += steps; }
  lr::State state() const override {
    lr::State state = right_->state();
    if (done_ > last_) state.q.assign(state.q.size(), std::nan(""));
    return state;
  }
  lr::Energies energies() const override {
    lr::Energies energies = right_->energies();
    if (done_ > last_) energies.kinetic = energies.potential = std::nan("");
    return energies;
  }
  std::vector<double> forces() const override { return right_->forces(); }
  std::size_t memory_bytes() const override { return right_->memory_bytes(); }

 private:
  std::unique_ptr<lr::Simulation> right_;
  std::uint64_t last_, done_ = 0;
};

TEST(WaveFrequency, OfPositionsThatBecomeNaNIsNotANumber) {
  const QuietBag bag{.streams = 20, .per_stream = 16, .half_momentum = 0.9};
  Blown run(quick_scheme(lr::Model::hmf).start(quiet_bag(bag, 1e-4), {.time_step = 0.1}), 300);
  EXPECT_TRUE(std::isnan(wave_frequency(run, 0.1, 60)));
}

TEST(FollowEnergies, OneThatIsNaNMakesTheLargestErrorNaN) {
  Blown run(baseline_of(lr::schemes()).start({{-1, 1}, {0, 0}}, {.time_step = 0.05}), 20);
  EXPECT_TRUE(std::isnan(follow_energies(run, 2, 0.05, 4, 20).largest_error()));
  EXPECT_TRUE(std::isnan(EnergySeries{{}, {}, {}, {0, std::nan(""), 1e-9}}.largest_error()));
}

TEST(JudgeKnown, FailsOutsideAndForWhatIsNotANumber) {
  ResultRecord record;
  judge_known(record, 1.01, 1, 0.02, "theory", "size");
  EXPECT_EQ(record.verdict, Verdict::pass);
  judge_known(record, 1.03, 1, 0.02, "theory", "size");
  EXPECT_EQ(record.verdict, Verdict::fail);
  judge_known(record, std::nan(""), 1, 0.02, "theory", "size");
  EXPECT_EQ(record.verdict, Verdict::fail);
}

TEST(FollowEnergies, KeepsTheSumWithinItsError) {
  const auto& scheme = baseline_of(lr::schemes());
  const auto run = scheme.start({{-1, 1}, {0, 0}}, {.time_step = 0.05});
  const EnergySeries series = follow_energies(*run, 2, 0.05, 4, 20);
  ASSERT_EQ(series.time.size(), 21u);
  EXPECT_NEAR(series.time.back(), 4, 1e-12);
  EXPECT_EQ(series.error.front(), 0);
  EXPECT_GT(series.largest_error(), 0);
  EXPECT_LT(series.largest_error(), 1e-5);
  for (std::size_t k = 0; k < 21; ++k)
    EXPECT_NEAR(series.kinetic[k] + series.potential[k], series.potential[0], 1e-5);
}

// One of each kind of kernel, the multipole method, and the reference.
TEST(SchemesFor, AreTheBestOfEachKind) {
  EXPECT_EQ(schemes_for(lr::Model::hmf).size(), 3u);
  EXPECT_EQ(schemes_for(lr::Model::plane).size(), 5u);
  for (const auto* scheme : schemes_for(lr::Model::ring)) EXPECT_TRUE(scheme->available);
}

}  // namespace
}  // namespace touchstone::validation::longrange
