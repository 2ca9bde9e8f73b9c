// benchmarks/hpmc/shape_systems.hpp
// Purpose   The systems of hard shapes that are timed.
// Source    Anderson, Irrgang, Glotzer, Comput. Phys. Commun. 204, 21 (2016), section 4: pentagons,
//           dodecahedra, tetrahedra with octahedra; disks and balls of its Table 1. Sizes of trial
//           moves: acceptance of a fifth.
// Not here  Their starts (shape_start.hpp), which schemes run them (shape_entries.hpp).
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/hpmc/registry.hpp"
#include "suite/problem_class.hpp"

namespace touchstone::benchmarks::hpmc {

struct ShapeSystem {
  std::string name;
  double packing;
  double displacement;
  double rotation;    ///< largest angle
  std::size_t block;  ///< bodies of what is copied: a fluid's start, or a cell of the solid
  int dimensions;
  double block_volume;        ///< volume of its bodies
  double diameter;            ///< diameter of the largest circumscribed ball
  std::array<int, 3> copies;  ///< along each direction: smallest, class S, class W and above
  /// The lattice of one block, at `melting`; of a solid, of so many cells at `packing`.
  std::function<shapes::Configuration(int copies)> lattice;
  bool reference;  ///< whether the reference is quick enough: not with exact polyhedra
  bool round;      ///< disks or balls: no rotations
  double melting;  ///< packing fraction at which a lattice melts; 0: stays a solid
  std::uint64_t most_steps = 16384;  ///< in which a start must be in equilibrium

  std::size_t bodies(int copies_along) const;
  double side(int copies_along) const;  ///< side of the box
  shapes::RunParameters parameters() const;
};

const std::vector<ShapeSystem>& shape_systems();

/// Copies along each direction that come closest to so many bodies.
int copies_for(const ShapeSystem& system, std::size_t bodies);

/// `copies` of a configuration side by side along each direction.
shapes::Configuration replicated(const shapes::Configuration& one, int copies);

}  // namespace touchstone::benchmarks::hpmc
