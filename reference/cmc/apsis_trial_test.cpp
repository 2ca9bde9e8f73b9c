// A trial that the public program's round-off decides: so near the apocentre that the program
// rejects what its equations accept (by 0.888 to 1). With that one decision reversed, all five of
// its steps are repeated. It is one draw of the second stream, which a run on two ranks meets in
// the second step and one on three ranks in the third.
#include <gtest/gtest.h>

#include <cmath>

#include "models/cmc/published.hpp"
#include "reference/cmc/henon.hpp"

namespace touchstone::reference {
namespace {

class SkipsOneTrial final : public HenonRun {
 public:
  using HenonRun::HenonRun;
  int skipped = 0;

 private:
  /// A star whose first trial is the one in question goes on with the next.
  void sample_position(std::size_t star, Move& move, cluster::Lfsr113& random) override {
    cluster::Lfsr113 ahead = random;
    const double s = ahead.uniform();
    ahead.next();
    if (s > 0.99999937 && s < 0.99999939) {
      random = ahead;
      ++skipped;
    }
    HenonRun::sample_position(star, move, random);
  }
};

/// The run differs from this step on.
void expect_one_trial(std::size_t ranks, std::size_t from_step) {
  const std::string folder = cluster::data_folder();
  const cluster::Stars start = cluster::read_stars(folder + "/cmc_start_n2000.csv");
  SkipsOneTrial skipping(start, {.seed = cluster::kPublishedSeed, .ranks = ranks});
  HenonRun plain(start, {.seed = cluster::kPublishedSeed, .ranks = ranks});
  for (const auto& step : cluster::read_steps(folder + "/cmc_steps_n2000.csv", ranks)) {
    if (step.step == 0) continue;
    skipping.step();
    plain.step();
    const cluster::StepReport report = skipping.report();
    EXPECT_NEAR(report.timestep / step.timestep, 1, 6e-8);
    EXPECT_NEAR(report.kinetic / step.kinetic, 1, 6e-8) << "step " << step.step;
    EXPECT_NEAR(report.potential / step.potential, 1, 6e-8) << "step " << step.step;
    EXPECT_NEAR(report.total_energy() / step.total, 1, 6e-8) << "step " << step.step;
    const double of_plain = std::abs(plain.report().kinetic / step.kinetic - 1);
    if (step.step < from_step)
      EXPECT_LT(of_plain, 6e-8);
    else
      EXPECT_GT(of_plain, 1e-5);
  }
  EXPECT_EQ(skipping.skipped, 1);
}

TEST(PublicProgram, OnTwoRanksDiffersByOneTrialAtAnApsis) { expect_one_trial(2, 2); }
TEST(PublicProgram, OnThreeRanksDiffersByTheSameDraw) { expect_one_trial(3, 3); }

}  // namespace
}  // namespace touchstone::reference
