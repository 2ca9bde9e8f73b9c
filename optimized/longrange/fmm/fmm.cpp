// optimized/longrange/fmm/fmm.cpp
// Purpose   Definitions of fmm_kernel.hpp: nodes, and up and down the tree.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "models/core/errors.hpp"
#include "optimized/longrange/fmm/fmm_kernel.hpp"

namespace touchstone::optimized {
namespace {

using std::numbers::pi;

constexpr double kBestTolerance = 1e-10;  // of dense clusters, beyond it rounding shows
constexpr double kWorstTolerance = 1e-3;  // with fewer nodes errors in soft potentials are larger
constexpr double kSmoothSide = 0.6;       // in units of the softening length

}  // namespace

std::size_t fmm_nodes(double tolerance) {
  if (tolerance < kBestTolerance)
    throw input_error("longrange/gravity-2d-fmm", "tolerance",
                      fmt::format("{} or more, which rounding allows", kBestTolerance),
                      fmt::format("{}; the error would be {}", tolerance, kBestTolerance));
  // Measured: below 3 (3 + sqrt 8)^(-p) of the root of mean square for softening lengths up to 10;
  // with 100, 5.4 times that power was met, in a dense cluster with 12 nodes. (The worst gradient
  // of a pair of boxes is 12 times the first.)
  const double rate = std::log(3 + std::sqrt(8.0));
  const auto nodes = static_cast<std::size_t>(
      std::ceil(std::log(3 / std::min(tolerance, kWorstTolerance)) / rate));
  return nodes + nodes % 2;  // even, so that a matrix has rows by fours
}

FmmTuning fmm_tuning(std::size_t nodes) {
  // A product of a matrix and a box takes as long as so many pairs. To split neighbours pays when a
  // pair of their children, a sixteenth of the pairs, is worth a product, and does at half of that.
  const std::size_t far_pairs = 3 * nodes * nodes * nodes * nodes / 10;
  return {.leaf = 5 * nodes * nodes / 9, .near_pairs = 8 * far_pairs, .far_pairs = far_pairs};
}

MultipoleGravity::MultipoleGravity(const FmmLanes& lanes, double softening, double tolerance,
                                   std::optional<FmmTuning> tuning)
    : lanes_(lanes), softening_(softening) {
  p_ = fmm_nodes(tolerance);
  tuning_ = tuning.value_or(fmm_tuning(p_));
  const auto count = static_cast<double>(p_);
  for (std::size_t a = 0; a < p_; ++a)
    node_.push_back(-std::cos(pi * (static_cast<double>(a) + 0.5) / count));
  for (std::size_t k = 0; k < p_; ++k)
    for (std::size_t a = 0; a < p_; ++a)
      chebyshev_.push_back((k == 0 ? 1 : 2) / count *
                           std::cos(static_cast<double>(k) * std::acos(node_[a])));
  for (const int half : {0, 1})
    for (std::size_t b = 0; b < p_; ++b) {  // node of the child
      const double x = (node_[b] + (half == 0 ? -1 : 1)) / 2;
      for (std::size_t a = 0; a < p_; ++a) {
        double sum = 0;
        for (std::size_t k = 0; k < p_; ++k)
          sum += chebyshev_[k * p_ + a] * std::cos(static_cast<double>(k) * std::acos(x));
        halves_[half].push_back(sum);
      }
    }
}

int MultipoleGravity::team_for(std::size_t items, std::size_t per_thread, int threads) {
  return std::clamp(static_cast<int>(items / per_thread), 1, threads);
}

void MultipoleGravity::evaluate(std::span<const double> q, int threads, std::span<double> forces) {
  tree_ = fmm_tree(q, kSmoothSide * std::sqrt(softening_), tuning_);
  leaves_.clear();
  for (std::uint32_t b = 0; b < tree_.boxes.size(); ++b)
    if (tree_.boxes[b].is_leaf()) leaves_.push_back(b);
  if (weights_.size() < tree_.boxes.size() * size()) {
    weights_ = TransformArray<double>(tree_.boxes.size() * size());
    locals_ = TransformArray<double>(tree_.boxes.size() * size());
  }
  std::fill(weights_.data(), weights_.data() + weights_.size(), 0.0);
  std::fill(locals_.data(), locals_.data() + locals_.size(), 0.0);
  if (!tree_.far.empty()) {
    upward(threads);
    across(threads);
    downward(threads);
  }
  [[maybe_unused]] const int team = team_for(leaves_.size(), 16, threads);
#pragma omp parallel for schedule(dynamic) num_threads(team) if (team > 1)
  for (std::size_t l = 0; l < leaves_.size(); ++l) finish_leaf(leaves_[l], forces);
}

void MultipoleGravity::upward(int threads) {
  [[maybe_unused]] const int of_leaves = team_for(leaves_.size(), 64, threads);
#pragma omp parallel for schedule(dynamic) num_threads(of_leaves) if (of_leaves > 1)
  for (std::size_t l = 0; l < leaves_.size(); ++l) particles_to_box(leaves_[l]);
  for (std::size_t level = tree_.level_begin.size() - 1; level-- > 0;) {
    const std::uint32_t count = tree_.level_begin[level + 1] - tree_.level_begin[level];
    [[maybe_unused]] const int team = team_for(count, 64, threads);
#pragma omp parallel for schedule(dynamic, 16) num_threads(team) if (team > 1)
    for (std::uint32_t b = tree_.level_begin[level]; b < tree_.level_begin[level + 1]; ++b)
      for (const std::uint32_t child : tree_.boxes[b].children)
        if (child != kNoBox) from_child(child);
  }
}

void MultipoleGravity::downward(int threads) {
  for (std::size_t level = 1; level + 1 < tree_.level_begin.size(); ++level) {
    const std::uint32_t count = tree_.level_begin[level + 1] - tree_.level_begin[level];
    [[maybe_unused]] const int team = team_for(count, 64, threads);
#pragma omp parallel for schedule(dynamic, 16) num_threads(team) if (team > 1)
    for (std::uint32_t b = tree_.level_begin[level]; b < tree_.level_begin[level + 1]; ++b)
      to_child(b);
  }
}

void MultipoleGravity::from_child(std::uint32_t child) {
  const FmmBox& box = tree_.boxes[child];
  const std::vector<double>& along_x = halves_[box.column % 2];
  const std::vector<double>& along_y = halves_[box.row % 2];
  const double* from = weights(child);
  double* to = weights(box.parent);
  for (std::size_t c = 0; c < p_; ++c) {  // nodes of the child along x
    std::array<double, kMostNodes> row{};
    for (std::size_t d = 0; d < p_; ++d)
      for (std::size_t b = 0; b < p_; ++b) row[b] += from[c * p_ + d] * along_y[d * p_ + b];
    for (std::size_t a = 0; a < p_; ++a)
      for (std::size_t b = 0; b < p_; ++b) to[a * p_ + b] += along_x[c * p_ + a] * row[b];
  }
}

void MultipoleGravity::to_child(std::uint32_t child) {
  const FmmBox& box = tree_.boxes[child];
  const std::vector<double>& along_x = halves_[box.column % 2];
  const std::vector<double>& along_y = halves_[box.row % 2];
  const double* from = locals(box.parent);
  double* to = locals(child);
  for (std::size_t a = 0; a < p_; ++a) {
    std::array<double, kMostNodes> row{};  // at the nodes of the child along y
    for (std::size_t d = 0; d < p_; ++d)
      for (std::size_t b = 0; b < p_; ++b) row[d] += from[a * p_ + b] * along_y[d * p_ + b];
    for (std::size_t c = 0; c < p_; ++c)
      for (std::size_t d = 0; d < p_; ++d) to[c * p_ + d] += along_x[c * p_ + a] * row[d];
  }
}

double MultipoleGravity::potential() const {
  double sum = 0;
  for (const std::uint32_t leaf : leaves_) sum += leaf_potential(leaf);
  return sum / (2 * static_cast<double>(tree_.x.size()));
}

std::size_t MultipoleGravity::memory_bytes() const {
  std::size_t bytes = tree_.x.size() * (2 * sizeof(double) + sizeof(std::uint32_t)) +
                      tree_.boxes.size() * (sizeof(FmmBox) + sizeof(tree_.near[0])) +
                      tree_.far.size() * sizeof(FmmPair) +
                      (weights_.size() + locals_.size()) * sizeof(double);
  for (const auto& [key, one] : matrices_) bytes += one.size() * sizeof(double);
  return bytes;
}

}  // namespace touchstone::optimized
