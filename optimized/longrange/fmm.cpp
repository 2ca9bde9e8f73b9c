// optimized/longrange/fmm.cpp
// Purpose   What fmm_kernel.hpp declares: up the tree, across, and down.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "models/core/errors.hpp"
#include "optimized/longrange/fmm_kernel.hpp"

namespace touchstone::optimized {
namespace {

using std::numbers::pi;

constexpr double kBestTolerance = 1e-10;  // of dense clusters, beyond it rounding shows
constexpr double kSmoothSide = 0.6;       // in units of the softening length

}  // namespace

std::size_t fmm_nodes(double tolerance) {
  if (tolerance < kBestTolerance)
    throw input_error("longrange/gravity-2d-fmm", "tolerance",
                      fmt::format("{} or more, which rounding allows", kBestTolerance),
                      fmt::format("{}; the error would be {}", tolerance, kBestTolerance));
  // Measured: below 3 (3 + sqrt 8)^(-p) of the root of mean square (the worst gradient of a pair of
  // boxes is 12 times that).
  const double rate = std::log(3 + std::sqrt(8.0));
  const auto nodes = static_cast<std::size_t>(std::ceil(std::log(3 / tolerance) / rate));
  return nodes + nodes % 2;  // even, so that a matrix has rows by fours
}

MultipoleGravity::MultipoleGravity(const FmmLanes& lanes, double softening, double tolerance,
                                   FmmTuning tuning, FmmFaults faults)
    : lanes_(lanes), softening_(softening), tuning_(tuning), faults_(faults) {
  p_ = fmm_nodes(tolerance);
  if (faults.few_nodes) p_ = p_ / 4 * 2;
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
  if (faults_.far_box_lost && !tree_.far.empty()) tree_.far.pop_back();
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

/// T_0(x) ... T_(p-1)(x)
static void chebyshev_values(double x, std::size_t p, double* t) {
  t[0] = 1;
  if (p > 1) t[1] = x;
  for (std::size_t k = 2; k < p; ++k) t[k] = 2 * x * t[k - 1] - t[k - 2];
}

constexpr std::size_t kMostNodes = 20;

void MultipoleGravity::particles_to_box(std::uint32_t index) {
  const FmmBox& box = tree_.boxes[index];
  const double scale = 2 / tree_.side_of(box.level);
  std::array<double, kMostNodes * kMostNodes> moments{};
  std::array<double, kMostNodes> tx{};
  std::array<double, kMostNodes> ty{};
  for (std::size_t i = box.first; i < box.last; ++i) {
    chebyshev_values((tree_.x[i] - tree_.centre_x(box)) * scale, p_, tx.data());
    chebyshev_values((tree_.y[i] - tree_.centre_y(box)) * scale, p_, ty.data());
    for (std::size_t k = 0; k < p_; ++k)
      for (std::size_t l = 0; l < p_; ++l) moments[k * p_ + l] += tx[k] * ty[l];
  }
  // From moments to weights of the nodes: sums over k, then over l.
  double* w = weights(index);
  for (std::size_t k = 0; k < p_; ++k) {
    std::array<double, kMostNodes> row{};
    for (std::size_t l = 0; l < p_; ++l)
      for (std::size_t b = 0; b < p_; ++b) row[b] += moments[k * p_ + l] * chebyshev_[l * p_ + b];
    for (std::size_t a = 0; a < p_; ++a)
      for (std::size_t b = 0; b < p_; ++b) w[a * p_ + b] += chebyshev_[k * p_ + a] * row[b];
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

std::vector<double> MultipoleGravity::series_of(std::uint32_t box) const {
  const double* at = locals_.data() + box * size();
  std::vector<double> series(size(), 0.0);
  for (std::size_t a = 0; a < p_; ++a) {
    std::array<double, kMostNodes> row{};
    for (std::size_t l = 0; l < p_; ++l)
      for (std::size_t b = 0; b < p_; ++b) row[l] += at[a * p_ + b] * chebyshev_[l * p_ + b];
    for (std::size_t k = 0; k < p_; ++k)
      for (std::size_t l = 0; l < p_; ++l) series[k * p_ + l] += chebyshev_[k * p_ + a] * row[l];
  }
  return series;
}

/// Near pairs of the box and of those that contain it, and the gradient of its far potential.
void MultipoleGravity::finish_leaf(std::uint32_t index, std::span<double> forces) const {
  const FmmBox& box = tree_.boxes[index];
  const std::size_t n = tree_.x.size();
  const double scale = 2 / tree_.side_of(box.level);
  const bool has_far = !tree_.far.empty();
  const std::vector<double> series = has_far ? series_of(index) : std::vector<double>();
  for (std::size_t first = box.first; first < box.last; first += kNearBlock) {
    const std::size_t count = std::min(kNearBlock, box.last - first);
    std::array<double, kNearBlock> x{};
    std::array<double, kNearBlock> y{};
    std::array<double, kNearBlock> sum_x{};
    std::array<double, kNearBlock> sum_y{};
    std::copy_n(tree_.x.begin() + static_cast<std::ptrdiff_t>(first), count, x.begin());
    std::copy_n(tree_.y.begin() + static_cast<std::ptrdiff_t>(first), count, y.begin());
    for (std::uint32_t b = index; b != kNoBox; b = tree_.boxes[b].parent)
      for (const std::uint32_t source : tree_.near[b]) {
        const FmmBox& s = tree_.boxes[source];
        lanes_.forces(x.data(), y.data(), &tree_.x[s.first], &tree_.y[s.first], s.count(),
                      softening_, sum_x.data(), sum_y.data());
      }
    for (std::size_t i = 0; i < count; ++i) {
      double fx = -2 * sum_x[i];
      double fy = -2 * sum_y[i];
      if (has_far) {
        std::array<double, kMostNodes> tx{};
        std::array<double, kMostNodes> ty{};
        std::array<double, kMostNodes> slope_x{};
        std::array<double, kMostNodes> slope_y{};
        const auto slopes = [&](double at, auto& t, auto& slope) {
          chebyshev_values(at, p_, t.data());
          double u = 1;  // U_(k-1) and the one before: T_k' = k U_(k-1)
          double before = 0;
          for (std::size_t k = 1; k < p_; ++k) {
            slope[k] = static_cast<double>(k) * u;
            const double next = 2 * at * u - before;
            before = u;
            u = next;
          }
        };
        slopes((x[i] - tree_.centre_x(box)) * scale, tx, slope_x);
        slopes((y[i] - tree_.centre_y(box)) * scale, ty, slope_y);
        std::array<double, kMostNodes> value{};  // sums over k first: vectors of l, no sum of lanes
        std::array<double, kMostNodes> slope{};
        for (std::size_t k = 0; k < p_; ++k)
          for (std::size_t l = 0; l < p_; ++l) {
            value[l] += tx[k] * series[k * p_ + l];
            slope[l] += slope_x[k] * series[k * p_ + l];
          }
        for (std::size_t l = 0; l < p_; ++l) {
          fx -= scale * slope[l] * ty[l];
          fy -= scale * value[l] * slope_y[l];
        }
      }
      const std::uint32_t particle = tree_.particle[first + i];
      forces[particle] = fx / static_cast<double>(n);
      forces[n + particle] = fy / static_cast<double>(n);
    }
  }
}

double MultipoleGravity::leaf_potential(std::uint32_t index) const {
  const FmmBox& box = tree_.boxes[index];
  const double scale = 2 / tree_.side_of(box.level);
  const bool has_far = !tree_.far.empty();
  const std::vector<double> series = has_far ? series_of(index) : std::vector<double>();
  double total = 0;
  for (std::size_t first = box.first; first < box.last; first += kNearBlock) {
    const std::size_t count = std::min(kNearBlock, box.last - first);
    std::array<double, kNearBlock> x{};
    std::array<double, kNearBlock> y{};
    std::array<double, kNearBlock> sum{};
    std::copy_n(tree_.x.begin() + static_cast<std::ptrdiff_t>(first), count, x.begin());
    std::copy_n(tree_.y.begin() + static_cast<std::ptrdiff_t>(first), count, y.begin());
    for (std::uint32_t b = index; b != kNoBox; b = tree_.boxes[b].parent)
      for (const std::uint32_t source : tree_.near[b]) {
        const FmmBox& s = tree_.boxes[source];
        lanes_.potentials(x.data(), y.data(), &tree_.x[s.first], &tree_.y[s.first], s.count(),
                          softening_, sum.data());
      }
    for (std::size_t i = 0; i < count; ++i) {
      total += sum[i] - std::log(softening_);
      if (!has_far) continue;
      std::array<double, kMostNodes> tx{};
      std::array<double, kMostNodes> ty{};
      chebyshev_values((x[i] - tree_.centre_x(box)) * scale, p_, tx.data());
      chebyshev_values((y[i] - tree_.centre_y(box)) * scale, p_, ty.data());
      for (std::size_t k = 0; k < p_; ++k)
        for (std::size_t l = 0; l < p_; ++l) total += series[k * p_ + l] * tx[k] * ty[l];
    }
  }
  return total;
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
