// models/disks/lattice_geometry.hpp
// Purpose   Sites of a periodic lattice cut into cells: numbering, legal configurations, their
//           symmetries and pictures. Knows nothing of the spaces and bodies it is used to judge.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "models/core/tiny_model.hpp"
#include "models/disks/lattice_space.hpp"

namespace touchstone::disks {

/// A periodic lattice of columns x rows cells, each width sites wide (and high, in two dimensions).
struct LatticeSetup {
  int dimensions = 1;
  int cell_width = 4;
  int columns = 4;
  int rows = 1;
  int particles = 6;
  int trials_per_cell = 1;
  int range = 2;           ///< particles closer than this along every axis collide
  int capacity = 0;        ///< particles per cell; 0: as many as fit
  bool keep_order = true;  ///< the order of the lists is part of a state

  int width() const { return columns * cell_width; }
  int height() const { return dimensions == 1 ? 1 : rows * cell_width; }
  int sites() const { return width() * height(); }
  /// "ring L=16 w=4 N=6 nM=2", "squares 8x8 w=4 N=3 nM=1".
  std::string name() const;
};

class LatticeGeometry {
 public:
  /// Throws InputError for lattices whose states do not fit into a key.
  explicit LatticeGeometry(LatticeSetup setup);

  const LatticeSetup& setup() const { return setup_; }
  int capacity() const;

  /// A list of sites, in order, as one word; and back.
  StateKey pack(const std::vector<int>& sites) const;
  std::vector<int> unpack(StateKey key) const;
  template <class Visitor>
  void for_each_site(StateKey key, Visitor&& visit) const {
    const StateKey mask = (StateKey{1} << bits_) - 1;
    for (int shift = (63 - (key == 0 ? 63 : __builtin_clzll(key))) / bits_ * bits_; shift >= 0;
         shift -= bits_)
      if (key != 0) visit(static_cast<int>(key >> shift & mask) - 1);
  }
  /// The same sites in increasing order: the configuration.
  StateKey sorted(StateKey key) const;

  std::uint32_t cell(int site) const { return cell_[static_cast<std::size_t>(site)]; }
  Site local(int site) const { return local_[static_cast<std::size_t>(site)]; }
  int site(std::uint32_t cell, Site local) const;

  /// Two particles that may not be there together: all coordinates differ by less than the range.
  bool collide(int a, int b) const;
  /// All sets of non-colliding sites, each sorted.
  std::vector<StateKey> configurations() const;
  /// Pairs that touch: at the range along one axis, closer along the other.
  std::int64_t contacts(StateKey key) const;
  /// Images under translations by whole cells, reflections and, on squares, rotations; one entry
  /// for each element of the group, always in the same order. Lists keep their order where that is
  /// part of a state; only sorted() makes a configuration of an image then.
  std::vector<StateKey> images(StateKey key) const;
  /// Cells between bars, particles as their place in the list of their cell; rows joined by '/'.
  std::string picture(StateKey key) const;

 private:
  int distance(int a, int b, int period) const;
  /// Sorts sites as key() of a system lists them.
  void in_order_of_cells(std::vector<int>& sites) const;
  LatticeSetup setup_;
  int bits_;
  std::vector<std::uint32_t> cell_;  // of every site
  std::vector<Site> local_;          // the same
};

}  // namespace touchstone::disks
