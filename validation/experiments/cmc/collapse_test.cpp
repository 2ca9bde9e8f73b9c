#include "validation/experiments/cmc/collapse.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "models/cmc/plummer.hpp"
#include "models/cmc/structure.hpp"
#include "models/core/errors.hpp"
#include "models/core/interrupt.hpp"

namespace touchstone::validation::cmc {
namespace {

/// A cluster that shrinks by a hundredth in each step, its velocities as they should be.
class Shrinking final : public cluster::ClusterRun {
 public:
  Shrinking() : stars_(cluster::plummer::sample(20000, 1)) {}
  void step() override {
    for (double& r : stars_.radius) r *= 0.99;
    ++steps_;
  }
  cluster::StepReport report() const override {
    return {.step = steps_,
            .time = 0.01 * static_cast<double>(steps_),
            .stars = stars_.size(),
            .kinetic = 0.25,
            .potential = -0.5 - 0.001 * static_cast<double>(steps_)};
  }
  cluster::Stars stars() const override { return stars_; }
  std::vector<cluster::Lfsr113> streams() const override { return {}; }

 private:
  cluster::Stars stars_;
  std::uint64_t steps_ = 0;
};

TEST(FollowCollapse, OfAClusterThatShrinks) {
  Shrinking run;
  const double start = cluster::casertano_hut_core(run.stars()).density / kStartDensity;
  double done = 0;
  const Collapse collapse = follow_collapse(run, {3, 10}, 1000, [&](double part) { done += part; });
  ASSERT_EQ(collapse.times.size(), 2u);
  EXPECT_NEAR(done, 1, 1e-12);
  // Density goes as r^-3 exactly; the median of 21 steps lags by 10.
  EXPECT_NEAR(collapse.slopes[0], -3, 1e-9);
  const double expected = std::log(10 / start) / (3 * -std::log(0.99)) + 10;
  EXPECT_NEAR(static_cast<double>(collapse.steps), expected, 1.01);
  const double relaxation =
      cluster::half_mass_relaxation_time(cluster::plummer::half_mass_radius());
  EXPECT_NEAR(collapse.times[1], 0.01 * static_cast<double>(collapse.steps) / relaxation, 1e-12);
  EXPECT_NEAR(collapse.energy_error, 0.004 * static_cast<double>(collapse.steps), 1e-12);
  EXPECT_EQ(collapse.mass_lost, 0);
  ASSERT_FALSE(collapse.trace.empty());
  EXPECT_NEAR(collapse.trace[0].lagrangian_radii[2],
              0.99 * cluster::lagrangian_radius(cluster::plummer::sample(20000, 1), 0.5), 1e-12);
}

/// The energy of its second step is no number.
class WithoutEnergy final : public cluster::ClusterRun {
 public:
  void step() override { right_.step(); }
  cluster::StepReport report() const override {
    cluster::StepReport report = right_.report();
    if (report.step == 2) report.kinetic = std::nan("");
    return report;
  }
  cluster::Stars stars() const override { return right_.stars(); }
  std::vector<cluster::Lfsr113> streams() const override { return {}; }

 private:
  Shrinking right_;
};

TEST(FollowCollapse, RemembersAnEnergyThatIsNoNumber) {
  WithoutEnergy run;
  EXPECT_TRUE(std::isnan(follow_collapse(run, {1e300}, 5).energy_error));
}

TEST(FollowCollapse, GivesUpAndKeepsAFewHundredSteps) {
  Shrinking run;
  const Collapse collapse = follow_collapse(run, {1e300}, 30);
  EXPECT_TRUE(collapse.times.empty());
  EXPECT_EQ(collapse.steps, 30u);
  EXPECT_EQ(collapse.trace.size(), 30u);
}

std::filesystem::path checkpoint_file() {
  return std::filesystem::temp_directory_path() / fmt::format("touchstone-collapse-{}", getpid());
}

CollapseCheckpoint checkpoint(const std::string& key) {
  return {.path = checkpoint_file().string(),
          .key = key,
          .every = 60,
          .start = [](const cluster::Stars& stars, auto continued) {
            return cluster::cluster_scheme("cmc/openmp")
                .start(stars, {.seed = 3, .ranks = 2, .continued = std::move(continued)});
          }};
}

TEST(FollowCollapse, GoesOnFromACheckpoint) {
  const cluster::Stars stars = cluster::plummer::sample(300, 1);
  CollapseCheckpoint unstored = checkpoint("");
  unstored.path.clear();
  const Collapse whole = follow_collapse(stars, unstored, {1.5, 1e300}, 60);
  int stops = 0;
  Collapse found;
  for (bool finished = false; !finished; ++stops) {  // a signal in each run but the fourth
    set_interrupt(stops < 3);
    try {
      found = follow_collapse(stars, checkpoint("300 stars"), {1.5, 1e300}, 60);
      finished = true;
    } catch (const Interrupted&) {
    }
    set_interrupt(false);
  }
  EXPECT_EQ(stops, 4);
  EXPECT_EQ(found.steps, whole.steps);
  EXPECT_EQ(found.times, whole.times);
  EXPECT_EQ(found.energy_error, whole.energy_error);
  EXPECT_EQ(found.mass_lost, whole.mass_lost);
  EXPECT_GT(found.step_seconds, 0);
  ASSERT_EQ(found.trace.size(), whole.trace.size());
  EXPECT_EQ(found.trace.back().lagrangian_radii, whole.trace.back().lagrangian_radii);
  ASSERT_EQ(found.profiles.size(), whole.profiles.size());
  EXPECT_EQ(found.profiles.back().density, whole.profiles.back().density);
  ASSERT_TRUE(std::filesystem::exists(checkpoint_file()));
  EXPECT_THROW(follow_collapse(stars, checkpoint("others"), {2}, 60), InputError);
  std::ofstream(checkpoint_file()) << "no checkpoint";
  EXPECT_THROW(follow_collapse(stars, checkpoint("300 stars"), {2}, 60), InputError);
  std::filesystem::remove(checkpoint_file());
}

TEST(DensityProfile, IsThatOfPlummersModel) {
  const Profile profile = density_profile(cluster::plummer::sample(200000, 2), 0, 1);
  std::size_t compared = 0;
  for (std::size_t k = 20; k < profile.radius.size() && profile.radius[k] < 3; ++k, ++compared)
    EXPECT_NEAR(profile.density[k] / cluster::plummer::density(profile.radius[k]), 1, 0.35);
  EXPECT_GT(compared, 10u);
}

TEST(FittedSlope, OfALine) {
  EXPECT_NEAR(fitted_slope({1, 2, 4}, {5, 3, -1}), -2, 1e-12);
  EXPECT_TRUE(std::isnan(fitted_slope({1, 2}, {1, 2})));
}

TEST(SingularTime, IsThatOfASelfSimilarCollapse) {
  std::vector<double> times, densities;
  for (double time = 10; time < 16; time += 0.1) {
    times.push_back(time);
    densities.push_back(3 * std::pow(17.25 - time, -2 * 2.23 / (6 - 2.23)));
  }
  EXPECT_NEAR(singular_time(times, densities), 17.25, 1e-9);
  EXPECT_TRUE(std::isnan(singular_time({}, {})));
}

}  // namespace
}  // namespace touchstone::validation::cmc
