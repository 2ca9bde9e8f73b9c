// optimized/longrange/fmm/fmm_tree.hpp
// Purpose   The quadtree of the fast multipole method: particles sorted by boxes, and who interacts
//           with whom, as near pairs or as far boxes.
// Computes  Every ordered pair of particles exactly once: either near or by one pair of boxes of
//           the same level (tested).
// Cost      O(N levels), serial.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace touchstone::optimized {

/// Rules for splitting boxes, and for treating pairs of boxes as a whole.
struct FmmTuning {
  std::size_t leaf = 0;        ///< boxes of more particles are split
  std::size_t near_pairs = 0;  ///< pairs of particles that neighbours may have unsplit
  std::size_t far_pairs = 0;   ///< fewer are summed directly even where boxes are far apart
};

struct FmmBox {
  std::uint32_t level;
  std::uint32_t column;  ///< column in its level, from the left
  std::uint32_t row;
  std::uint32_t parent;
  std::size_t first;  ///< its particles, in the order of the tree
  std::size_t last;
  std::array<std::uint32_t, 4> children;  ///< kNoBox where there is none

  std::size_t count() const { return last - first; }
  bool is_leaf() const;
};
inline constexpr std::uint32_t kNoBox = 0xFFFFFFFFu;

struct FmmPair {
  std::uint32_t target;
  std::uint32_t source;
};

struct FmmTree {
  double left;  ///< corner of the root
  double bottom;
  double side;            ///< side of the root: a power of two
  std::vector<double> x;  ///< particles in the order of the tree
  std::vector<double> y;
  std::vector<std::uint32_t> particle;           ///< their original number
  std::vector<FmmBox> boxes;                     ///< parents before children; level by level
  std::vector<std::uint32_t> level_begin;        ///< first box of each level, and the end
  std::vector<std::vector<std::uint32_t>> near;  ///< for each box: boxes whose particles are summed
  std::vector<FmmPair> far;

  double side_of(std::uint32_t level) const;
  double centre_x(const FmmBox& box) const;
  double centre_y(const FmmBox& box) const;
};

/// Boxes of side `smooth_side` or less are not split: there the softened potential is smooth, so
/// that even neighbours interact as far boxes do.
FmmTree fmm_tree(std::span<const double> coordinates, double smooth_side, const FmmTuning& tuning);

}  // namespace touchstone::optimized
