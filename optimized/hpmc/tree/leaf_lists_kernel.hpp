// optimized/hpmc/tree/leaf_lists_kernel.hpp
// Purpose   Most trials end near the leaf they began in: for each leaf of a tree, those near it.
// Lists     The list of a leaf is of the leaves near its scope (its box, and what one move adds),
//           found by the tree at its first trial of a step. It holds every leaf whose guard (its
//           box, and some room to grow) meets the scope; a leaf that outgrows its guard gets a
//           wider one and is added to the lists around.
// Cost      Nothing is allocated in a sweep, except by lists that grow.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "optimized/hpmc/tree/box_tree_kernel.hpp"

namespace touchstone::optimized {

template <class Tree>
class LeafLists {
 public:
  /// Forgets all lists. `displacement`: the longest step of a trial.
  void reset(const Tree& tree, double displacement) {
    const auto leaves = tree.leaves();
    scope_margin_ = 1.5 * displacement;
    guard_margin_ = 0.5 * displacement;
    box_.resize(leaves.size());
    guard_.resize(leaves.size());
    scope_.resize(leaves.size());
    if (near_.size() < leaves.size()) near_.resize(leaves.size());
    listed_.assign(leaves.size(), 0);
    for (std::size_t l = 0; l < leaves.size(); ++l) {
      box_[l] = tree.box(leaves[l].node);
      guard_[l] = box_[l].grown(guard_margin_);
      scope_[l] = box_[l].grown(scope_margin_);
    }
  }

  /// Boxes of all leaves, as the tree has them.
  const FloatBox* boxes() const { return box_.data(); }

  /// Boxes of the bodies of a leaf for which its list is good.
  const FloatBox& scope(std::size_t leaf) const { return scope_[leaf]; }

  /// The other leaves that a body in `query` may meet; nullptr when `query` leaves the scope of
  /// `leaf`: the tree must be asked.
  const std::vector<std::uint32_t>* near(Tree& tree, std::uint32_t leaf, const FloatBox& query) {
    if (!scope_[leaf].contains(query)) return nullptr;
    if (listed_[leaf] == 0) list(tree, leaf);
    return &near_[leaf];
  }

  /// Soon near() will be asked of this leaf.
  /// Not inlined, it would be thought to do nothing, and left out.
  [[gnu::always_inline]] void prefetch(std::uint32_t leaf) const {
    __builtin_prefetch(&scope_[leaf]);
    __builtin_prefetch(&near_[leaf]);
    __builtin_prefetch(&box_[leaf]);
  }

  /// Updates the lists when the tree's box of a leaf has grown by `box`.
  void grew(Tree& tree, std::uint32_t leaf, const FloatBox& box) {
    box_[leaf].add(box);
    if (!guard_[leaf].contains(box)) outgrown(tree, leaf);
  }

 private:
  void list(Tree& tree, std::uint32_t leaf) {
    std::vector<std::uint32_t>& near = near_[leaf];
    near.clear();
    // A guard is in the tree's box, grown by its margin.
    tree.any(scope_[leaf].grown(1.01 * guard_margin_), [&](std::uint32_t other) {
      if (other != leaf && guard_[other].meets(scope_[leaf])) near.push_back(other);
      return false;
    });
    listed_[leaf] = 1;
  }

  void outgrown(Tree& tree, std::uint32_t leaf) {
    guard_[leaf] = box_[leaf].grown(guard_margin_);
    // A scope is in the tree's box, grown by its margin.
    tree.any(guard_[leaf].grown(1.01 * scope_margin_), [&](std::uint32_t other) {
      if (other == leaf || listed_[other] == 0 || !scope_[other].meets(guard_[leaf])) return false;
      std::vector<std::uint32_t>& near = near_[other];
      if (std::find(near.begin(), near.end(), leaf) == near.end()) near.push_back(leaf);
      return false;
    });
  }

  // Arrays by leaf.
  std::vector<FloatBox> box_;
  std::vector<FloatBox> guard_;
  std::vector<FloatBox> scope_;
  std::vector<std::vector<std::uint32_t>> near_;
  std::vector<std::uint8_t> listed_;
  double scope_margin_ = 0;
  double guard_margin_ = 0;
};

}  // namespace touchstone::optimized
