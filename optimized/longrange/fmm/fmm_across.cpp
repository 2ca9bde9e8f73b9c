// optimized/longrange/fmm/fmm_across.cpp
// Purpose   Far boxes of fmm_kernel.hpp: by level and offset, sixteen pairs in one matrix product.
// Source    The 49 offsets of boxes are the eight images of ten: a matrix is stored for
//           0 <= rows <= columns, and nodes are renumbered.
// Computes  Of one offset each box is a target once: no two threads add to the same numbers, and
//           offsets come in a fixed order.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "optimized/longrange/fmm/fmm_kernel.hpp"

namespace touchstone::optimized {
namespace {

/// Target minus source, in sides.
struct Offset {
  int columns;
  int rows;
  bool operator==(const Offset&) const = default;
};

/// The node of a box whose image has node (a, b).
std::size_t image(const Offset& offset, std::size_t p, std::size_t a, std::size_t b) {
  if (std::abs(offset.rows) > std::abs(offset.columns)) std::swap(a, b);
  if (offset.columns < 0) a = p - 1 - a;
  if (offset.rows < 0) b = p - 1 - b;
  return a * p + b;
}

}  // namespace

const MultipoleGravity::Matrix& MultipoleGravity::matrix(double side, std::uint32_t columns,
                                                         std::uint32_t rows) {
  Matrix& found = matrices_[{side, 8 * columns + rows}];
  if (found.size() > 0) return found;
  found = Matrix(size() * size());
  for (std::size_t i = 0; i < size(); ++i)
    for (std::size_t j = 0; j < size(); ++j) {
      const double dx = side * (columns + (node_[i / p_] - node_[j / p_]) / 2);
      const double dy = side * (rows + (node_[i % p_] - node_[j % p_]) / 2);
      found[i * size() + j] = std::log(dx * dx + dy * dy + softening_);
    }
  return found;
}

void MultipoleGravity::across(int threads) {
  const auto key = [&](const FmmPair& pair) {
    const FmmBox& a = tree_.boxes[pair.target];
    const FmmBox& b = tree_.boxes[pair.source];
    const auto columns = static_cast<int>(a.column) - static_cast<int>(b.column);
    const auto rows = static_cast<int>(a.row) - static_cast<int>(b.row);
    return static_cast<int>(a.level) * 64 + (columns + 3) * 8 + rows + 3;
  };
  std::stable_sort(tree_.far.begin(), tree_.far.end(),
                   [&](const FmmPair& a, const FmmPair& b) { return key(a) < key(b); });
  for (std::size_t first = 0; first < tree_.far.size();) {
    std::size_t last = first;
    while (last < tree_.far.size() && key(tree_.far[last]) == key(tree_.far[first])) ++last;
    const FmmBox& a = tree_.boxes[tree_.far[first].target];
    const FmmBox& b = tree_.boxes[tree_.far[first].source];
    const auto apart = [](std::uint32_t i, std::uint32_t j) { return i > j ? i - j : j - i; };
    const std::uint32_t columns = apart(a.column, b.column);
    const std::uint32_t rows = apart(a.row, b.row);
    const Matrix& one =
        matrix(tree_.side_of(a.level), std::max(columns, rows), std::min(columns, rows));
    const Offset offset{static_cast<int>(a.column) - static_cast<int>(b.column),
                        static_cast<int>(a.row) - static_cast<int>(b.row)};
    std::vector<std::size_t> images;
    for (std::size_t i = 0; i < size(); ++i) images.push_back(image(offset, p_, i / p_, i % p_));
    [[maybe_unused]] const int team = team_for(last - first, 4 * kBoxBatch, threads);
#pragma omp parallel for schedule(dynamic) num_threads(team) if (team > 1)
    for (std::size_t k = first; k < last; k += kBoxBatch)
      multiply_batch(one, images, {&tree_.far[k], std::min(kBoxBatch, last - k)});
    first = last;
  }
}

void MultipoleGravity::multiply_batch(const Matrix& one, std::span<const std::size_t> images,
                                      std::span<const FmmPair> pairs) {
  const TransformArray<double> in(size() * kBoxBatch);
  const TransformArray<double> out(size() * kBoxBatch);
  // Box by box: the numbers of each lie together.
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const double* from = weights(pairs[k].source);
    for (std::size_t i = 0; i < size(); ++i) in[i * kBoxBatch + k] = from[images[i]];
  }
  lanes_.multiply(one.data(), size(), in.data(), out.data());
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    double* to = locals(pairs[k].target);
    for (std::size_t i = 0; i < size(); ++i) to[images[i]] += out[i * kBoxBatch + k];
  }
}

}  // namespace touchstone::optimized
