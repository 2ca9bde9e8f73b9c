// optimized/hpmc/tree/box_tree_kernel.hpp
// Purpose   A tree of axis-aligned boxes around bodies, in the order of a walk that visits parents
//           first, with skip counts instead of a stack; grows after accepted moves, and is built
//           anew each step.
// Source    Anderson, Irrgang, Glotzer 2016, section 3.2 (leaves of up to 16 bodies, as the public
//           code has them today).
// Split     At the middle of the longest axis of the node's box; where that leaves less than an
//           eighth on one side (bodies at one place), at the median index: O(N log N) always.
// Cost      A test of two boxes is two comparisons of four floats; floats are rounded outward.
// Not here  What leaves hold (tree_sampler_kernel.hpp).
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "models/hpmc/vector.hpp"
#include "optimized/hpmc/tree/four_floats.hpp"

namespace touchstone::optimized {

inline constexpr std::uint32_t kLeafCapacity = 16;

/// Bounds that a box in doubles is certainly inside of.
inline float float_below(double x) {
  const float f = static_cast<float>(x);
  return f - std::abs(f) * 0x1p-23f - 1e-37f;
}
inline float float_above(double x) { return -float_below(-x); }

struct alignas(16) FloatBox {
  float low[4];
  float high[4];

  /// Box of a ball: float_below() and float_above() in lanes; in the fourth all boxes are the same.
  static FloatBox around(shapes::Vec3 r, double radius) {
    const FourFloats ulp = FourFloats::all(0x1p-23f), least = FourFloats::all(1e-37f);
    const FourFloats a = FourFloats::rounded(r.x - radius, r.y - radius, r.z - radius);
    const FourFloats b = FourFloats::rounded(r.x + radius, r.y + radius, r.z + radius);
    FloatBox box;
    (a - abs(a) * ulp - least).store(box.low);
    (b + abs(b) * ulp + least).store(box.high);
    return box;
  }
  bool contains(const FloatBox& b) const {
    return all_at_most(FourFloats::load(low), FourFloats::load(b.low), FourFloats::load(b.high),
                       FourFloats::load(high));
  }
  bool meets(const FloatBox& b) const {
    return all_at_most(FourFloats::load(low), FourFloats::load(b.high), FourFloats::load(b.low),
                       FourFloats::load(high));
  }
  FloatBox grown(double margin) const {
    FloatBox box = *this;
    for (int k = 0; k < 3; ++k) {
      box.low[k] = float_below(static_cast<double>(low[k]) - margin);
      box.high[k] = float_above(static_cast<double>(high[k]) + margin);
    }
    return box;
  }
  void add(const FloatBox& b) {
    for (int k = 0; k < 4; ++k) {
      low[k] = std::min(low[k], b.low[k]);
      high[k] = std::max(high[k], b.high[k]);
    }
  }
};

class BoxTree {
 public:
  static constexpr std::uint32_t kInner = 0xFFFFFFFFu;

  struct Leaf {
    std::uint32_t node;
    std::uint32_t first;  ///< place in order()
    std::uint32_t count;
  };

  /// Box of body i is that of a ball at centres[i] with radii[i].
  void build(std::span<const shapes::Vec3> centres, std::span<const double> radii) {
    items_.resize(centres.size());
    other_.resize(centres.size());
    for (std::size_t i = 0; i < centres.size(); ++i)
      items_[i] = {{static_cast<float>(centres[i].x), static_cast<float>(centres[i].y),
                    static_cast<float>(centres[i].z)},
                   static_cast<std::uint32_t>(i)};
    boxes_.clear();
    skips_.clear();
    parents_.clear();
    leaf_of_node_.clear();
    leaves_.clear();
    order_.resize(centres.size());
    if (!centres.empty())
      split(centres, radii, 0, static_cast<std::uint32_t>(centres.size()), kInner);
  }

  /// Told of each list of leaves that was looked at; trees that count hide it.
  template <class List, class Query>
  static void looked(const List&, const Query&) {}

  std::size_t nodes() const { return boxes_.size(); }
  const FloatBox& box(std::size_t node) const { return boxes_[node]; }
  std::uint32_t skip(std::size_t node) const { return skips_[node]; }
  std::uint32_t parent(std::size_t node) const { return parents_[node]; }
  std::span<const Leaf> leaves() const { return leaves_; }
  /// Bodies of leaf l are order()[first, first + count).
  std::span<const std::uint32_t> order() const { return order_; }

  /// visit(leaf) for each leaf whose box meets `query`, until one returns true; whether one did.
  template <class Visit>
  bool any(const FloatBox& query, Visit&& visit) const {
    const FloatBox* boxes = boxes_.data();
    const std::size_t size = boxes_.size();
    for (std::size_t node = 0; node < size; ++node) {
      if (boxes[node].meets(query)) {
        if (skips_[node] == 0 && visit(leaf_of_node_[node])) return true;
      } else {
        node += skips_[node];
      }
    }
    return false;
  }

  /// A body of this leaf has moved to a place with this box. Whether the leaf's box had to grow.
  bool grow(std::uint32_t leaf, const FloatBox& box) {
    std::uint32_t node = leaves_[leaf].node;
    if (boxes_[node].contains(box)) return false;
    for (; node != kInner && !boxes_[node].contains(box); node = parents_[node])
      boxes_[node].add(box);
    return true;
  }

  std::size_t memory_bytes() const {
    return boxes_.capacity() * (sizeof(FloatBox) + 12) + leaves_.capacity() * sizeof(Leaf) +
           (items_.capacity() + other_.capacity()) * sizeof(Item) + 4 * order_.capacity();
  }

 private:
  struct Item {
    float at[3];
    std::uint32_t body;
  };

  void split(std::span<const shapes::Vec3> centres, std::span<const double> radii,
             std::uint32_t first, std::uint32_t last, std::uint32_t parent) {
    const auto node = static_cast<std::uint32_t>(boxes_.size());
    boxes_.emplace_back();
    skips_.push_back(0);
    parents_.push_back(parent);
    leaf_of_node_.push_back(kInner);
    if (last - first <= kLeafCapacity) {
      FloatBox box = empty();
      for (std::uint32_t k = first; k < last; ++k) {
        order_[k] = items_[k].body;
        box.add(FloatBox::around(centres[order_[k]], radii[order_[k]]));
      }
      boxes_[node] = box;
      leaf_of_node_[node] = static_cast<std::uint32_t>(leaves_.size());
      leaves_.push_back({node, first, last - first});
      return;
    }
    const std::uint32_t middle = parted(first, last);
    split(centres, radii, first, middle, node);
    const auto second = static_cast<std::uint32_t>(boxes_.size());
    split(centres, radii, middle, last, node);
    skips_[node] = static_cast<std::uint32_t>(boxes_.size()) - node - 1;
    boxes_[node] = boxes_[node + 1];
    boxes_[node].add(boxes_[second]);
  }

  /// Stable: bodies stay in order on each side.
  std::uint32_t parted(std::uint32_t first, std::uint32_t last) {
    float low[3], high[3];
    std::fill(low, low + 3, std::numeric_limits<float>::infinity());
    std::fill(high, high + 3, -std::numeric_limits<float>::infinity());
    for (std::uint32_t k = first; k < last; ++k)
      for (int axis = 0; axis < 3; ++axis) {
        low[axis] = std::min(low[axis], items_[k].at[axis]);
        high[axis] = std::max(high[axis], items_[k].at[axis]);
      }
    int longest = 0;
    for (int axis = 1; axis < 3; ++axis)
      if (high[axis] - low[axis] > high[longest] - low[longest]) longest = axis;
    const float middle = 0.5f * low[longest] + 0.5f * high[longest];
    std::uint32_t left = first, right = 0;
    for (std::uint32_t k = first; k < last; ++k) {  // both are written, one advances: no branches
      const Item item = items_[k];
      const std::uint32_t is_left = item.at[longest] < middle ? 1 : 0;
      items_[left] = item;
      other_[right] = item;
      left += is_left;
      right += 1 - is_left;
    }
    std::copy_n(other_.begin(), right, items_.begin() + left);
    const std::uint32_t count = last - first;
    if (left - first < count / 8 + 1 || right < count / 8 + 1) return first + count / 2;
    return left;
  }

  static FloatBox empty() {
    constexpr float kFar = std::numeric_limits<float>::infinity();
    return {{kFar, kFar, kFar, kFar}, {-kFar, -kFar, -kFar, -kFar}};
  }

  std::vector<FloatBox> boxes_;
  std::vector<std::uint32_t> skips_;
  std::vector<std::uint32_t> parents_;
  std::vector<std::uint32_t> leaf_of_node_;
  std::vector<Leaf> leaves_;
  std::vector<std::uint32_t> order_;
  std::vector<Item> items_;
  std::vector<Item> other_;
};

}  // namespace touchstone::optimized
