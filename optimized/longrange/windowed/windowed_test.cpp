#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "models/core/errors.hpp"
#include "models/longrange/starts.hpp"
#include "optimized/longrange/windowed/windowed_kernel.hpp"

namespace touchstone::optimized {
namespace {

using std::numbers::pi;

/// Relative error, root of mean square.
double error_of(WindowedGravity& solver, double eps, const std::vector<double>& q) {
  const std::size_t n = q.size() / 2;
  std::vector<double> found(q.size());
  solver.evaluate(q, 1, found);
  double wrong = 0;
  double size = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double fx = 0;
    double fy = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const double dx = q[i] - q[j];
      const double dy = q[n + i] - q[n + j];
      const double factor = -2 / (dx * dx + dy * dy + eps) / static_cast<double>(n);
      fx += factor * dx;
      fy += factor * dy;
    }
    wrong += std::pow(found[i] - fx, 2) + std::pow(found[n + i] - fy, 2);
    size += fx * fx + fy * fy;
  }
  return std::sqrt(wrong / size);
}

/// Largest error of waves exp(-i omega t), up to half of those of a grid twice too fine, from a
/// particle spread to the grid, relative to 1.
double wave_error(const WindowedLanes& lanes, const SpreadingKernel& kernel) {
  constexpr std::size_t kPoints = 64;
  const double at = 31.37;
  std::vector<double> grid((kPoints + 1) * kPoints, 0);
  lanes.spread(kernel, &at, &at, 1, grid.data(), kPoints);
  double worst = 0;
  for (std::size_t k = 0; k <= kPoints / 4; ++k) {
    const double omega = 2 * pi * static_cast<double>(k) / kPoints;
    double re = 0;
    double im = 0;
    for (std::size_t row = 0; row < kPoints; ++row)
      for (std::size_t column = 0; column < kPoints; ++column) {
        const double value = grid[row * kPoints + column];
        re += value * std::cos(omega * static_cast<double>(column));
        im -= value * std::sin(omega * static_cast<double>(column));
      }
    const double scale = kernel.transform(omega) * kernel.transform(0);
    worst = std::max(
        worst, std::hypot(re / scale - std::cos(omega * at), im / scale + std::sin(omega * at)));
  }
  return worst;
}

TEST(SpreadingKernel, ErrorFallsWithItsWidth) {
  for (const WindowedLanes& lanes : windowed_lanes()) {
    if (!lanes.available) continue;
    for (const double tolerance : {1e-3, 1e-6, 1e-9, 1e-12})
      EXPECT_LE(wave_error(lanes, spreading_kernel(tolerance, 2)), tolerance + 1e-13);
    double before = 1;
    for (const std::size_t width : {4u, 6u, 8u, 10u, 12u}) {
      const auto kernel = spreading_kernel_of(width, 2.3 * static_cast<double>(width));
      const double error = wave_error(lanes, kernel);
      EXPECT_LT(error, before / 20) << width;
      before = error;
    }
  }
}

TEST(SpreadingKernel, PiecesAreTheKernel) {
  const SpreadingKernel kernel = spreading_kernel(1e-12, 2);
  for (std::size_t j = 0; j < kernel.width; ++j)
    for (const double x : {-1.0, -0.3, 0.8}) {
      double sum = 0;
      for (std::size_t m = kernel.terms; m-- > 0;)
        sum = sum * x + kernel.pieces[m * kernel.lanes + j];
      const double z =
          2 * (static_cast<double>(j) + (1 + x) / 2) / static_cast<double>(kernel.width) - 1;
      EXPECT_NEAR(sum, kernel.at(z), 1e-13) << j << ' ' << x;
    }
  EXPECT_THROW(spreading_kernel_of(17, 30), InputError);
}

TEST(Transform, HasTheSignsItSays) {
  const Transform forward(TransformKind::forward, 6);
  const Transform backward(TransformKind::backward, 6);
  const Transform real(TransformKind::real_to_complex, 6);
  TransformArray<Complex> a(6);
  TransformArray<Complex> b(6);
  TransformArray<double> r(6);
  a[1] = r[1] = 1;
  const Complex turn = std::polar(1.0, -2 * pi / 6);
  forward.execute(a.data(), b.data());
  EXPECT_NEAR(std::abs(b[1] - turn), 0, 1e-15);
  backward.execute(a.data(), b.data());
  EXPECT_NEAR(std::abs(b[1] - std::conj(turn)), 0, 1e-15);
  real.execute(r.data(), b.data());
  EXPECT_NEAR(std::abs(b[1] - turn), 0, 1e-15);
  EXPECT_EQ(good_transform_size(7), 8u);
  EXPECT_EQ(good_transform_size(721), 750u);
}

TEST(WindowedGravity, KeepsItsTolerance) {
  const std::vector<double> q = longrange::annulus(200, 1, 1.5, 1).q;
  for (const WindowedLanes& lanes : windowed_lanes())
    for (const double eps : {10.0, 0.3, 0.05})
      for (const double tolerance : {1e-3, 1e-6, 1e-9, 1e-12}) {
        if (!lanes.available) continue;
        WindowedGravity solver(lanes, eps, tolerance);
        EXPECT_LE(error_of(solver, eps, q), tolerance) << eps << ' ' << tolerance;
      }
}

TEST(WindowedGravity, RefusesWideStatesWithTheirError) {
  EXPECT_NO_THROW(windowed_plan(1e-3, 1e-7, 4.5));
  try {
    windowed_plan(1e-3, 1e-12, 100);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("with an error of"), std::string::npos);
  }
  EXPECT_THROW(windowed_plan(1e-10, 1e-3, 1), InputError);
}

TEST(WindowedGravity, HoldsParticlesAtOnePlace) {
  for (const std::size_t n : {1u, 2u, 500u}) {
    WindowedGravity solver(windowed_lanes().back(), 0.1, 1e-12);
    std::vector<double> force(2 * n, 7);
    solver.evaluate(std::vector<double>(2 * n, 1e3), 1, force);
    for (const double f : force) EXPECT_NEAR(f, 0, 1e-10);
    const double truth = static_cast<double>(n - 1) / 2 * std::log(0.1);
    EXPECT_NEAR(solver.potential(), truth, 1e-11 * static_cast<double>(n));
  }
}

/// So many particles that each of three threads has some, in so few strips that those spread at the
/// same time are next to each other but for one, by kernels of all widths.
TEST(WindowedGravity, ThreadsShareTheStrips) {
  const std::vector<double> q = longrange::annulus(20'000, 0, 1, 1).q;
  for (const double tolerance : {1e-3, 1e-6, 1e-12}) {
    WindowedGravity alone(windowed_lanes().back(), 0.05, tolerance);
    std::vector<double> a(q.size());
    alone.evaluate(q, 1, a);
    for (int turn = 0; turn < 5; ++turn) {
      WindowedGravity team(windowed_lanes().back(), 0.05, tolerance);
      std::vector<double> b(q.size());
      team.evaluate(q, 3, b);
      EXPECT_EQ(a, b) << tolerance;
      EXPECT_EQ(alone.potential(), team.potential()) << tolerance;
    }
  }
}

}  // namespace
}  // namespace touchstone::optimized
