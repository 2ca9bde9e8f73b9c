// optimized/longrange/fmm/fmm_tree.cpp
// Purpose   Definitions of fmm_tree.hpp.
#include "optimized/longrange/fmm/fmm_tree.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace touchstone::optimized {
namespace {

/// Level at which boxes are no longer split: columns and rows fit into 32 bits.
constexpr std::uint32_t kDeepest = 30;

class Builder {
 public:
  Builder(FmmTree& tree, std::span<const double> q, double smooth_side, const FmmTuning& tuning)
      : tree_(tree), q_(q), smooth_side_(smooth_side), tuning_(tuning) {}

  void build() {
    const std::size_t n = q_.size() / 2;
    enclose();
    const auto half = static_cast<std::ptrdiff_t>(n);
    tree_.x.assign(q_.begin(), q_.begin() + half);
    tree_.y.assign(q_.begin() + half, q_.end());
    tree_.particle.resize(n);
    std::iota(tree_.particle.begin(), tree_.particle.end(), 0u);
    quarter_.resize(n);
    numbers_.resize(n);
    particles_.resize(n);
    tree_.boxes.push_back({0, 0, 0, kNoBox, 0, n, {kNoBox, kNoBox, kNoBox, kNoBox}});
    tree_.level_begin = {0};
    for (std::uint32_t first = 0; first < tree_.boxes.size();) {
      const auto last = static_cast<std::uint32_t>(tree_.boxes.size());
      for (std::uint32_t b = first; b < last; ++b) split(b);
      tree_.level_begin.push_back(last);
      first = last;
    }
    tree_.near.resize(tree_.boxes.size());
    interact(0, 0);
  }

 private:
  void enclose() {
    const auto half = static_cast<std::ptrdiff_t>(q_.size() / 2);
    const auto [x0, x1] = std::minmax_element(q_.begin(), q_.begin() + half);
    const auto [y0, y1] = std::minmax_element(q_.begin() + half, q_.end());
    // Small beside the softening, forces are differences of nearly equal potentials: the smaller
    // the box, the fewer digits they lose. Particles in one place have no force in any box.
    const double extent = std::max(*x1 - *x0, *y1 - *y0);
    const double least = extent == 0 ? smooth_side_ : smooth_side_ / 32;
    // A little more than needed, so that the last particle is inside of the last box.
    tree_.side = std::exp2(std::ceil(std::log2(std::max(extent, least) * (1 + 1e-9))));
    tree_.left = *x0 + (*x1 - *x0) / 2 - tree_.side / 2;
    tree_.bottom = *y0 + (*y1 - *y0) / 2 - tree_.side / 2;
  }

  void split(std::uint32_t index) {
    const FmmBox box = tree_.boxes[index];
    if (box.count() <= tuning_.leaf || box.level == kDeepest) return;
    // A box whose side is no number would be split for ever: one quarter would hold all.
    const double side = tree_.side_of(box.level);
    if (!(side > smooth_side_ && std::isfinite(side))) return;
    const double x = tree_.centre_x(box);
    const double y = tree_.centre_y(box);
    std::array<std::size_t, 5> begin{};
    for (std::size_t k = box.first; k < box.last; ++k) {
      quarter_[k] =
          static_cast<std::uint8_t>((tree_.x[k] >= x ? 1 : 0) + (tree_.y[k] >= y ? 2 : 0));
      ++begin[quarter_[k] + 1u];
    }
    begin[0] = box.first;
    for (std::size_t c = 0; c < 4; ++c) begin[c + 1] += begin[c];
    sort(box, begin, tree_.x, numbers_);
    sort(box, begin, tree_.y, numbers_);
    sort(box, begin, tree_.particle, particles_);
    for (std::uint32_t c = 0; c < 4; ++c) {
      if (begin[c] == begin[c + 1]) continue;
      tree_.boxes[index].children[c] = static_cast<std::uint32_t>(tree_.boxes.size());
      tree_.boxes.push_back({box.level + 1,
                             2 * box.column + c % 2,
                             2 * box.row + c / 2,
                             index,
                             begin[c],
                             begin[c + 1],
                             {kNoBox, kNoBox, kNoBox, kNoBox}});
    }
  }

  /// Sorts particles by quarters, in their order before. Coordinates are moved along with the
  /// particles: read from where the particles were, each would be a miss of the cache.
  template <class T>
  void sort(const FmmBox& box, const std::array<std::size_t, 5>& begin, std::vector<T>& values,
            std::vector<T>& scratch) {
    std::array<std::size_t, 4> next{begin[0], begin[1], begin[2], begin[3]};
    for (std::size_t k = box.first; k < box.last; ++k) scratch[next[quarter_[k]]++] = values[k];
    const auto first = static_cast<std::ptrdiff_t>(box.first);
    const auto last = static_cast<std::ptrdiff_t>(box.last);
    std::copy(scratch.begin() + first, scratch.begin() + last, values.begin() + first);
  }

  void interact(std::uint32_t target, std::uint32_t source) {
    const FmmBox& a = tree_.boxes[target];
    const FmmBox& b = tree_.boxes[source];
    const std::size_t pairs = a.count() * b.count();
    const auto apart = [](std::uint32_t i, std::uint32_t j) { return i > j ? i - j : j - i; };
    const bool touching = apart(a.column, b.column) <= 1 && apart(a.row, b.row) <= 1;
    const bool whole = !touching || !(tree_.side_of(a.level) > smooth_side_);
    if (whole && pairs > tuning_.far_pairs) {
      tree_.far.push_back({target, source});
    } else if (whole || pairs <= tuning_.near_pairs || a.is_leaf() || b.is_leaf()) {
      tree_.near[target].push_back(source);
    } else {
      for (const std::uint32_t child : a.children)
        for (const std::uint32_t other : b.children)
          if (child != kNoBox && other != kNoBox) interact(child, other);
    }
  }

  FmmTree& tree_;
  std::span<const double> q_;
  double smooth_side_;
  FmmTuning tuning_;
  std::vector<std::uint8_t> quarter_;  ///< quarter of each particle in the box that is split
  std::vector<double> numbers_;
  std::vector<std::uint32_t> particles_;
};

}  // namespace

bool FmmBox::is_leaf() const {
  return std::all_of(children.begin(), children.end(),
                     [](std::uint32_t child) { return child == kNoBox; });
}

double FmmTree::side_of(std::uint32_t level) const {
  return std::ldexp(side, -static_cast<int>(level));
}
double FmmTree::centre_x(const FmmBox& box) const {
  return left + (box.column + 0.5) * side_of(box.level);
}
double FmmTree::centre_y(const FmmBox& box) const {
  return bottom + (box.row + 0.5) * side_of(box.level);
}

FmmTree fmm_tree(std::span<const double> coordinates, double smooth_side, const FmmTuning& tuning) {
  FmmTree tree{};
  Builder(tree, coordinates, smooth_side, tuning).build();
  return tree;
}

}  // namespace touchstone::optimized
