// optimized/longrange/fmm/fmm_leaves.cpp
// Purpose   Particles and their leaf in fmm_kernel.hpp: moments of the leaf, near pairs, and the
//           gradient and the values of the far potential.
#include <algorithm>
#include <array>
#include <cmath>

#include "optimized/longrange/fmm/fmm_kernel.hpp"

namespace touchstone::optimized {
namespace {

/// T_0(x) ... T_(p-1)(x)
void chebyshev_values(double x, std::size_t p, double* t) {
  t[0] = 1;
  if (p > 1) t[1] = x;
  for (std::size_t k = 2; k < p; ++k) t[k] = 2 * x * t[k - 1] - t[k - 2];
}

}  // namespace

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
        lanes_.forces(count, x.data(), y.data(), &tree_.x[s.first], &tree_.y[s.first], s.count(),
                      softening_, sum_x.data(), sum_y.data());
      }
    std::array<double, kNearBlock> slope_x{};
    std::array<double, kNearBlock> slope_y{};
    if (has_far) {
      for (std::size_t i = 0; i < count; ++i) {
        x[i] = (x[i] - tree_.centre_x(box)) * scale;
        y[i] = (y[i] - tree_.centre_y(box)) * scale;
      }
      lanes_.gradients(x.data(), y.data(), series.data(), p_, slope_x.data(), slope_y.data());
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t particle = tree_.particle[first + i];
      forces[particle] = (-2 * sum_x[i] - scale * slope_x[i]) / static_cast<double>(n);
      forces[n + particle] = (-2 * sum_y[i] - scale * slope_y[i]) / static_cast<double>(n);
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

}  // namespace touchstone::optimized
