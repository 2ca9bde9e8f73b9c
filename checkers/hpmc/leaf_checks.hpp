// checkers/hpmc/leaf_checks.hpp
// Purpose   Checks of how bodies near a trial move are found: a tree of boxes, and the lists of
//           leaves that spare its use. A leaf that is missed shows in a simulation once in 1e7
//           trials, as an overlap that later moves may undo.
// Not here  The code (optimized/hpmc/tree), its mutants (checkers/mutants/hpmc/tree_mutants.cpp).
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checkers/check.hpp"
#include "models/core/origin.hpp"
#include "models/hpmc/vector.hpp"
#include "optimized/hpmc/tree/leaf_lists_kernel.hpp"

namespace touchstone::hpmc {

struct Ball {
  shapes::Vec3 r;
  double radius = 0;
};

/// Balls in the leaves of a tree.
class Leaves {
 public:
  virtual ~Leaves() = default;
  /// Number of leaves; leaf of each ball.
  virtual std::size_t size() const = 0;
  virtual std::uint32_t leaf_of(std::size_t ball) const = 0;
  virtual void move(std::size_t ball, shapes::Vec3 r) = 0;
  /// Leaves that the tree finds near the query.
  virtual std::vector<std::uint32_t> found(const Ball& query) = 0;
  /// Other leaves near the query, by the list of `leaf`; nothing where that list is not good.
  virtual std::optional<std::vector<std::uint32_t>> listed(std::uint32_t leaf,
                                                           const Ball& query) = 0;
};

template <class Tree>
class TreeLeaves final : public Leaves {
 public:
  TreeLeaves(const std::vector<Ball>& balls, double displacement) : balls_(balls) {
    std::vector<shapes::Vec3> centres;
    std::vector<double> radii;
    for (const Ball& ball : balls) {
      centres.push_back(ball.r);
      radii.push_back(ball.radius);
    }
    tree_.build(centres, radii);
    lists_.reset(tree_, displacement);
    leaf_of_.resize(balls.size());
    for (std::uint32_t l = 0; l < tree_.leaves().size(); ++l)
      for (std::uint32_t k = 0; k < tree_.leaves()[l].count; ++k)
        leaf_of_[tree_.order()[tree_.leaves()[l].first + k]] = l;
  }
  std::size_t size() const override { return tree_.leaves().size(); }
  std::uint32_t leaf_of(std::size_t ball) const override { return leaf_of_[ball]; }
  void move(std::size_t ball, shapes::Vec3 r) override {
    balls_[ball].r = r;
    const auto box = box_of(balls_[ball]);
    if (tree_.grow(leaf_of_[ball], box)) lists_.grew(tree_, leaf_of_[ball], box);
  }
  std::vector<std::uint32_t> found(const Ball& query) override {
    std::vector<std::uint32_t> leaves;
    tree_.any(box_of(query), [&](std::uint32_t leaf) {
      leaves.push_back(leaf);
      return false;
    });
    return leaves;
  }
  std::optional<std::vector<std::uint32_t>> listed(std::uint32_t leaf, const Ball& query) override {
    const auto* const near = lists_.near(tree_, leaf, box_of(query));
    return near == nullptr ? std::nullopt : std::optional(*near);
  }

 private:
  static optimized::FloatBox box_of(const Ball& ball) {
    return optimized::FloatBox::around(ball.r, ball.radius);
  }

  std::vector<Ball> balls_;
  Tree tree_;
  optimized::LeafLists<Tree> lists_;
  std::vector<std::uint32_t> leaf_of_;
};

/// Code for leaves, or wrong code of the same form.
struct LeafCode {
  std::string name;  ///< "hpmc/..." or "mutant/..."
  /// `displacement`: the longest step of a ball.
  std::function<std::unique_ptr<Leaves>(const std::vector<Ball>& balls, double displacement)> build;
};

template <class Tree>
LeafCode leaf_code(const std::string& name) {
  return {name, [](const std::vector<Ball>& balls, double displacement) {
            return std::make_unique<TreeLeaves<Tree>>(balls, displacement);
          }};
}

inline constexpr const char* kNearLeaves = "leaves/near";

/// Registers the check of this code as a job; for a mutant `killed_by` names it.
bool register_leaf_code(const LeafCode& code, const std::optional<std::string>& killed_by = {},
                        const Origin& origin = {});

}  // namespace touchstone::hpmc
