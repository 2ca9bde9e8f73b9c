// optimized/cmc/shells/shell_tree.hpp
// Purpose   u and phi of every 8th shell, every 64th and so on: a search tree of eight branches
//           above the records of all shells, whose nodes are whole vectors.
// Source    A static B+ tree: S. Slotin, Algorithms for Modern Hardware (2022), "Static B-trees".
// Cost      2.3 bytes per shell; two lines of the cache and one comparison of vectors per node,
//           log8 N nodes for a search.
// Not here  The search (apsis_search.cpp).
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace touchstone::optimized {

class ShellTree {
 public:
  /// Entries of a node.
  static constexpr std::size_t kWidth = 8;
  struct alignas(64) Node {
    double u[kWidth], phi[kWidth];
  };
  /// Most nodes in the uppermost level; all of them are looked at.
  static constexpr std::size_t kMostTop = 4;

  /// Entry i of node b is the first entry of node 8 b + i of the level below; below the lowest one
  /// are shells, by eights. Behind the last entry come some with u = 0 and an endless potential.
  using Level = std::vector<Node>;

  /// Builds the tree from `shells` records of four numbers, u and phi first.
  void update(const double* records, std::size_t shells);

  /// Levels, from the lowest one.
  const std::vector<Level>& levels() const { return levels_; }

 private:
  std::vector<Level> levels_;
};

}  // namespace touchstone::optimized
