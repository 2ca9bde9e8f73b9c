#include "validation/experiments/cmc/two_masses.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

namespace touchstone::validation::cmc {
namespace {

/// Planted fault: stars recoil as if all had one mass.
class EqualRecoil final : public cluster::ClusterRun {
 public:
  EqualRecoil(const cluster::Stars& start, const cluster::ClusterParameters& p) : start_(start) {
    cluster::Stars equal = start;
    for (double& m : equal.mass) m = 1 / static_cast<double>(start.size());
    run_ = cluster::cluster_scheme("cmc/reference").start(equal, p);
  }
  void step() override { run_->step(); }
  cluster::StepReport report() const override { return run_->report(); }
  cluster::Stars stars() const override {
    cluster::Stars stars = run_->stars();
    for (std::size_t i = 0; i < stars.size(); ++i) stars.mass[i] = start_.mass[stars.id[i]];
    return stars;
  }
  std::vector<cluster::Lfsr113> streams() const override { return run_->streams(); }

 private:
  cluster::Stars start_;
  std::unique_ptr<cluster::ClusterRun> run_;
};

double mean_over(const cluster::ClusterScheme& scheme, int clusters) {
  double sum = 0;
  for (int k = 1; k <= clusters; ++k)
    sum += exchange_in_cluster(scheme, {}, 8, static_cast<std::uint32_t>(k)) / clusters;
  return sum;
}

// Computed with another program: -1.54537 times 20/19.
TEST(TwoMasses, TheoryHasItsValue) { EXPECT_NEAR(exchange_in_theory(), -1.62670, 1e-4); }

/// Single clusters scatter by about 1.2.
TEST(TwoMasses, HeavyStarsLoseEnergyOnlyIfTheyRecoilLess) {
  constexpr int kClusters = 40;
  const double error = 1.2 / std::sqrt(kClusters);
  const auto& scheme = cluster::cluster_scheme("cmc/openmp");
  EXPECT_NEAR(mean_over(scheme, kClusters), exchange_in_theory(), 5 * error);
  cluster::ClusterScheme faulty = scheme;
  faulty.start = [](const cluster::Stars& start, const cluster::ClusterParameters& p) {
    return std::make_unique<EqualRecoil>(start, p);
  };
  EXPECT_NEAR(mean_over(faulty, kClusters), 0, 5 * error);
}

}  // namespace
}  // namespace touchstone::validation::cmc
