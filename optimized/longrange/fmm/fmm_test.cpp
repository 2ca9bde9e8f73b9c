#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "models/core/errors.hpp"
#include "models/longrange/pair_potential.hpp"
#include "models/longrange/starts.hpp"
#include "optimized/longrange/fmm/fmm_kernel.hpp"

namespace touchstone::optimized {
namespace {

constexpr FmmTuning kDeep{.leaf = 4, .near_pairs = 16, .far_pairs = 0};

/// Particles of a disc; every fifth far outside.
std::vector<double> halo(std::size_t n) {
  std::vector<double> q = longrange::annulus(n, 0, 1, 1).q;
  for (std::size_t i = 0; i < q.size(); ++i)
    if (i % n % 5 == 0) q[i] *= 50;
  return q;
}

/// Dense clusters in a row of seven by five.
std::vector<double> clusters(std::size_t n) {
  std::vector<double> q = longrange::annulus(n, 0, 0.02, 1).q;
  for (std::size_t i = 0; i < n; ++i) {
    q[i] += 0.3 * static_cast<double>(i % 5);
    q[n + i] += 0.2 * static_cast<double>(i % 7);
  }
  return q;
}

/// Relative error, root of mean square.
double error_of(MultipoleGravity& solver, double eps, const std::vector<double>& q,
                int threads = 1) {
  const std::size_t n = q.size() / 2;
  std::vector<double> found(q.size());
  solver.evaluate(q, threads, found);
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

// Marks every ordered pair by the near lists of a leaf and its ancestors, and by far boxes.
TEST(FmmTree, CountsEveryPairOnce) {
  const std::size_t n = 300;
  for (const double smooth_side : {1e-3, 0.3}) {
    const FmmTree tree = fmm_tree(halo(n), smooth_side, kDeep);
    std::vector<int> met(n * n, 0);
    const auto mark = [&](std::uint32_t target, std::uint32_t source) {
      const FmmBox& a = tree.boxes[target];
      const FmmBox& b = tree.boxes[source];
      for (std::size_t i = a.first; i < a.last; ++i)
        for (std::size_t j = b.first; j < b.last; ++j) ++met[i * n + j];
    };
    for (std::uint32_t box = 0; box < tree.boxes.size(); ++box)
      for (const std::uint32_t source : tree.near[box]) mark(box, source);
    for (const FmmPair& pair : tree.far) mark(pair.target, pair.source);
    for (const int times : met) ASSERT_EQ(times, 1);
    EXPECT_GT(tree.far.size(), 100u);
  }
}

TEST(FmmTree, HasParticlesInTheirBoxes) {
  const std::vector<double> q = halo(500);
  const FmmTree tree = fmm_tree(q, 1e-3, kDeep);
  for (const FmmBox& box : tree.boxes) {
    const double half = tree.side_of(box.level) / 2 * (1 + 1e-12);
    std::size_t in_children = 0;
    for (const std::uint32_t child : box.children)
      if (child != kNoBox) in_children += tree.boxes[child].count();
    EXPECT_EQ(in_children, box.is_leaf() ? 0 : box.count());
    for (std::size_t i = box.first; i < box.last; ++i) {
      EXPECT_LE(std::abs(tree.x[i] - tree.centre_x(box)), half);
      EXPECT_LE(std::abs(tree.y[i] - tree.centre_y(box)), half);
      EXPECT_EQ(tree.x[i], q[tree.particle[i]]);
    }
  }
  EXPECT_EQ(tree.level_begin.back(), tree.boxes.size());
}

TEST(MultipoleGravity, KeepsItsTolerance) {
  const std::vector<double> q = halo(200);
  bool best = true;  // the others do the same sums
  for (const FmmLanes& lanes : fmm_lanes()) {
    if (!lanes.available) continue;
    for (const double eps : {0.5, 1e-2, 1e-8})
      for (const double tolerance : {1e-3, 1e-6, 1e-10}) {
        if (!best && tolerance < 1e-3) continue;
        MultipoleGravity solver(lanes, eps, tolerance, kDeep);
        EXPECT_LE(error_of(solver, eps, q), tolerance) << eps << ' ' << tolerance;
      }
    best = false;
  }
}

/// Tolerances on both sides of any at which the number of nodes changes, and states whose errors
/// are near the bound: dense clusters in a soft potential.
TEST(MultipoleGravity, KeepsTolerancesOfAnySize) {
  const auto all = fmm_lanes();
  const auto best = std::find_if(all.begin(), all.end(), [](const auto& l) { return l.available; });
  for (const std::vector<double>& q : {halo(200), clusters(200)})
    for (const double eps : {10.0, 1.0})
      for (double tolerance = 0.1; tolerance > 1e-9; tolerance *= 0.6) {
        MultipoleGravity solver(*best, eps, tolerance, kDeep);
        EXPECT_LE(error_of(solver, eps, q), tolerance) << eps << ' ' << tolerance;
      }
}

TEST(MultipoleGravity, RefusesWhatRoundingForbids) {
  EXPECT_THROW(fmm_nodes(1e-11), InputError);
  EXPECT_EQ(fmm_nodes(1e-9) % 2, 0u);
}

TEST(MultipoleGravity, HoldsParticlesAtOnePlace) {
  for (const std::size_t n : {1u, 2u, 3000u}) {
    MultipoleGravity solver(fmm_lanes().back(), 1e-3, 1e-9);
    std::vector<double> force(2 * n, 7);
    solver.evaluate(std::vector<double>(2 * n, 0.3), 1, force);
    for (const double f : force) EXPECT_NEAR(f, 0, 1e-7);
    const double truth = static_cast<double>(n - 1) / 2 * std::log(1e-3);
    EXPECT_NEAR(solver.potential(), truth, 1e-9 * static_cast<double>(n));
  }
}

TEST(MultipoleGravity, HoldsAParticleFarBeyondTheRest) {
  for (const double far : {1e6, 1e10, 1e20}) {
    std::vector<double> q = longrange::annulus(300, 0, 1, 1).q;
    q[0] = far;
    MultipoleGravity solver(fmm_lanes().back(), 1e-3, 1e-9, kDeep);
    EXPECT_LE(error_of(solver, 1e-3, q), 1e-9) << far;
  }
}

TEST(FmmTree, EndsWhereTheExtentIsNoNumber) {
  std::vector<double> q = longrange::annulus(300, 0, 1, 1).q;
  q[0] = 1e308;
  q[1] = -1e308;
  EXPECT_EQ(fmm_tree(q, 1e-3, kDeep).boxes.size(), 1u);
}

// Far boxes whose particles all coincide need no pairs, however many there are.
TEST(MultipoleGravity, DoesNotCountPairsInADenseCluster) {
  std::vector<double> q = longrange::annulus(20000, 0, 1e-3, 1).q;
  q[0] = 1;
  MultipoleGravity solver(fmm_lanes().back(), 1e-2, 1e-9);
  std::vector<double> force(q.size());
  solver.evaluate(q, 1, force);
  std::size_t pairs = 0;
  for (std::uint32_t b = 0; b < solver.tree().boxes.size(); ++b)
    for (const std::uint32_t source : solver.tree().near[b])
      pairs += solver.tree().boxes[b].count() * solver.tree().boxes[source].count();
  EXPECT_LT(pairs, 1000u * 20000u);
  EXPECT_NEAR(force[0], -2 / (1 + 1e-2), 1e-3);
}

TEST(MultipoleGravity, ThreadsShareTheBoxes) {
  const std::vector<double> q = halo(600);
  for (const FmmTuning& tuning :
       {kDeep, FmmTuning{.leaf = 32, .near_pairs = 1024, .far_pairs = 0}}) {
    MultipoleGravity alone(fmm_lanes().back(), 1e-3, 1e-3, tuning);
    MultipoleGravity team(fmm_lanes().back(), 1e-3, 1e-3, tuning);
    std::vector<double> a(q.size());
    std::vector<double> b(q.size());
    alone.evaluate(q, 1, a);
    team.evaluate(q, 3, b);
    EXPECT_EQ(a, b);
    EXPECT_EQ(alone.potential(), team.potential());
  }
}

}  // namespace
}  // namespace touchstone::optimized
