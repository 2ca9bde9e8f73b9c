#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "models/core/errors.hpp"
#include "models/longrange/pair_potential.hpp"
#include "models/longrange/registry.hpp"
#include "models/longrange/starts.hpp"
#include "optimized/longrange/nufft/ring_nufft_kernel.hpp"
#include "optimized/longrange/nufft/ring_nufft_spectrum.hpp"

namespace touchstone::optimized {
namespace {

using longrange::Model;
using longrange::RunParameters;
using longrange::State;
using std::numbers::pi;

double rms(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return std::sqrt(sum / static_cast<double>(values.size()));
}

/// Forces of a fast solver beside direct sums in double.
double error_of(RingNufft& solver, double softening, const std::vector<double>& q) {
  std::vector<double> found(q.size());
  solver.evaluate(q, 1, found);
  std::vector<double> truth(q.size());
  for (std::size_t i = 0; i < q.size(); ++i) {
    for (std::size_t j = 0; j < q.size(); ++j) {
      const double half = std::sin((q[i] - q[j]) / 2);
      const double d = 4 * half * half + 2 * softening;
      truth[i] -= std::sin(q[i] - q[j]) / (d * std::sqrt(d)) / static_cast<double>(q.size());
    }
    found[i] -= truth[i];
  }
  return rms(found) / rms(truth);
}

TEST(RingSpectrum, IsTheFourierSeriesOfThePotential) {
  for (const double eps : {10.0, 0.1, 1e-3, 1e-5}) {
    const auto modes = static_cast<std::size_t>(ring_modes_needed(eps, 1e-14));
    const std::vector<double> v = ring_spectrum(eps, modes);
    for (const double d : {0.0, 0.01, 0.3, 2.0, 3.1}) {
      long double sum = v[0];
      long double slope = 0;
      for (std::size_t k = 1; k <= modes; ++k) {
        sum += 2 * v[k] * std::cos(static_cast<long double>(k) * d);
        slope -= 2 * v[k] * static_cast<double>(k) * std::sin(static_cast<long double>(k) * d);
      }
      const double truth = longrange::pair_potential<double>({Model::ring, eps}, d, 0);
      EXPECT_NEAR(static_cast<double>(sum), truth, 1e-14 * std::abs(v[0]) / std::sqrt(eps)) << eps;
      const double square = 4 * std::pow(std::sin(d / 2), 2) + 2 * eps;
      const double largest = std::min(0.19245 / eps, std::pow(2 * eps, -1.5));
      EXPECT_NEAR(static_cast<double>(slope), std::sin(d) / std::pow(square, 1.5), 2e-14 * largest)
          << eps << ' ' << d;
    }
  }
}

TEST(RingNufft, KeepsItsTolerance) {
  const State start = longrange::cold_circle(100, 1);
  for (const auto& lanes : ring_nufft_lanes())
    for (const double eps : {10.0, 0.1, 1e-3})
      for (const double tolerance : {1e-4, 1e-6, 1e-9, 1e-12}) {
        if (!lanes.available) continue;
        RingNufft solver(lanes, eps, tolerance, 100);
        EXPECT_LE(error_of(solver, eps, start.q), tolerance + 3e-14) << eps << ' ' << tolerance;
      }
}

TEST(RingNufft, HasMoreCellsThanModes) {
  for (const double tolerance : {0.9, 0.1, 1e-3, 1e-6})
    for (double eps = 1e-5;; eps /= 1.3) {
      RingNufftPlan plan;
      try {
        plan = ring_nufft_plan(eps, tolerance);
      } catch (const InputError&) {
        break;
      }
      ASSERT_LT(plan.last_mode, plan.cells) << eps << ' ' << tolerance;
    }
}

TEST(RingNufft, ASmallSofteningNeedsMoreCells) {
  std::size_t cells = 0;
  for (const double eps : {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6}) {
    const RingNufftPlan plan = ring_nufft_plan(eps, 1e-13);
    EXPECT_GE(plan.cells, 2 * cells) << eps;
    EXPECT_LE(plan.error, 1e-14);
    cells = plan.cells;
  }
  EXPECT_NO_THROW(ring_nufft_plan(1e-7, 1e-9));
}

TEST(RingNufft, SaysWhyASofteningIsTooSmall) {
  const auto refusal = [](double softening, double tolerance) -> std::string {
    try {
      ring_nufft_plan(softening, tolerance);
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_NE(refusal(1e-7, 1e-13).find("with an error of"), std::string::npos);
  EXPECT_NE(refusal(1e-9, 1e-6).find("Fourier modes"), std::string::npos);
  EXPECT_NE(refusal(1e-200, 0.9).find("Fourier modes"), std::string::npos);
}

TEST(RingNufft, HoldsAllParticlesAtOnePlaceAndFarTurns) {
  const auto& lanes = ring_nufft_lanes().back();
  for (const std::size_t n : {1u, 2u, 1000u}) {
    RingNufft solver(lanes, 1e-3, 1e-13, n);
    // On the border of two cells, in the first cell, in the last, and far away.
    for (const double angle : {pi / 2048, 0.0, -1e-9, 2 * pi - 1e-9, 1e3, -1e7, 1e15}) {
      std::vector<double> force(n, 7);
      solver.evaluate(std::vector<double>(n, angle), 1, force);
      for (const double f : force) EXPECT_NEAR(f, 0, 1e-12) << angle;
      const double pairs = static_cast<double>(n - 1) / 2;
      EXPECT_NEAR(solver.potential(), -pairs / std::sqrt(2e-3), 1e-12 * (1 + pairs)) << angle;
    }
  }
}

TEST(RingNufft, ThreadsShareTheChunks) {
  const State start = longrange::cold_circle(60000, 1);
  for (const auto& lanes : ring_nufft_lanes()) {
    if (!lanes.available) continue;
    const std::string name = std::string("longrange/ring-nufft-") + lanes.backend;
    const auto& scheme = longrange::scheme(name);
    RunParameters p{.system = {Model::ring, 1e-3}, .time_step = 0.005};
    const auto alone = scheme.start(start, p);
    p.threads = 3;
    const auto team = scheme.start(start, p);
    alone->advance(1);
    team->advance(1);
    EXPECT_EQ(alone->state(), team->state()) << name;
    EXPECT_EQ(alone->energies().potential, team->energies().potential) << name;
  }
}

TEST(RingNufft, ForcesAddUpToZero) {
  const State start = longrange::cold_circle(5000, 1);
  RingNufft solver(ring_nufft_lanes().back(), 1e-3, 1e-6, 5000);
  std::vector<double> force(5000);
  solver.evaluate(start.q, 1, force);
  long double sum = 0;
  long double size = 0;
  for (const double f : force) {
    sum += f;
    size += std::abs(f);
  }
  EXPECT_LE(std::abs(static_cast<double>(sum / size)), 1e-15);  // whatever the tolerance
}

}  // namespace
}  // namespace touchstone::optimized
