#include "validation/experiments/cmc/two_masses.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <random>
#include <vector>

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
TEST(TwoMasses, TheoryHasItsValue) { EXPECT_NEAR(exchange_by_diffusion(), -1.62670, 1e-4); }

/// By drawing pairs: places of stars weighted with the density, speeds by rejection, volumes of 20
/// stars as sums of exponential ones.
TEST(TwoMasses, FiniteStepsExchangeWhatDrawnPairsDo) {
  constexpr double kPi = std::numbers::pi, kA = 3 * kPi / 16;  // scale length
  constexpr int kPairs = 200'000;
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> uniform;
  std::exponential_distribution<double> exponential;
  std::normal_distribution<double> normal;
  const auto speed = [&] {
    while (true)
      if (const double q = uniform(random);
          0.1 * uniform(random) < q * q * std::pow(1 - q * q, 3.5))
        return q;
  };
  const auto velocity = [&] {
    double v[3], square = 0;
    for (double& x : v) square += std::pow(x = normal(random), 2);
    const double scale = speed() / std::sqrt(square);
    return std::array{v[0] * scale, v[1] * scale, v[2] * scale};
  };
  const TwoMasses wanted;
  constexpr double kMass = 2.25 / 2000;  // of a pair: a light star has 3/4 of the mean, a heavy 3/2
  for (const double timestep : {1e-4, 1e-3}) {
    std::vector<double> weights, parts;
    for (int k = 0; k < kPairs; ++k) {
      const double x = 1 / std::sqrt(std::pow(1 - uniform(random), -2.0 / 3) - 1), s = 1 + x * x;
      const double density = 2000 * 3 / (4 * kPi * std::pow(kA, 3)) * std::pow(s, -2.5);
      const double escape = std::sqrt(2 / (kA * std::sqrt(s)));
      double volume = 0, square = 0;
      for (int j = 0; j < 20; ++j) volume += exponential(random) / 20;
      const auto one = velocity(), other = velocity();
      for (std::size_t j = 0; j < 3; ++j) square += std::pow(escape * (one[j] - other[j]), 2);
      const double weight = std::pow(s, -2.5) / volume / std::sqrt(square);
      const double angle2 =
          8 * kPi * 2000 * density / volume * timestep * kMass * kMass / std::pow(square, 1.5);
      weights.push_back(weight);
      parts.push_back((1 - std::cos(std::min(kPi / 2, std::sqrt(angle2)))) / (angle2 / 2));
    }
    double found = 0, all = 0, square = 0;
    for (std::size_t k = 0; k < kPairs; ++k) {
      found += weights[k] * parts[k];
      all += weights[k];
    }
    for (std::size_t k = 0; k < kPairs; ++k)
      square += std::pow(weights[k] * (parts[k] - found / all), 2);
    const double error = std::sqrt(square) / all;
    EXPECT_LT(5 * error, (1 - found / all) / 2);  // half of what is missing is seen
    EXPECT_NEAR(share_exchanged(wanted, timestep), found / all, 5 * error) << timestep;
  }
  EXPECT_NEAR(share_exchanged(wanted, 1e-12), 1, 1e-6);
}

/// Schemes make the step that the theory is asked for.
TEST(TwoMasses, StepsHaveTheLengthOfTheTheory) {
  const TwoMasses wanted;
  const auto start = cluster_of_two_masses(wanted, 3);
  const auto run = cluster::cluster_scheme("cmc/reference")
                       .start(start, {.seed = 1,
                                      .ranks = 16,
                                      .theta_max = wanted.theta_max,
                                      .pair_masses = cluster::PairMasses::any});
  run->step();
  EXPECT_NEAR(run->report().timestep / first_timestep(start, wanted, 16), 1, 1e-12);
}

/// Single clusters scatter by about 1.2.
TEST(TwoMasses, HeavyStarsLoseEnergyOnlyIfTheyRecoilLess) {
  constexpr int kClusters = 40;
  const double error = 1.2 / std::sqrt(kClusters);
  const auto& scheme = cluster::cluster_scheme("cmc/openmp");
  EXPECT_NEAR(mean_over(scheme, kClusters), exchange_by_diffusion(), 5 * error);
  cluster::ClusterScheme faulty = scheme;
  faulty.start = [](const cluster::Stars& start, const cluster::ClusterParameters& p) {
    return std::make_unique<EqualRecoil>(start, p);
  };
  EXPECT_NEAR(mean_over(faulty, kClusters), 0, 5 * error);
}

}  // namespace
}  // namespace touchstone::validation::cmc
