// optimized/longrange/fmm_leaves.cpp
// Purpose   Particles and their leaf in fmm_kernel.hpp: moments of the leaf, near pairs, and the
//           gradient and the values of the far potential.
#include <algorithm>
#include <array>
#include <cmath>

#include "optimized/longrange/fmm_kernel.hpp"

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

}  // namespace touchstone::optimized
