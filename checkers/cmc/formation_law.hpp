// checkers/cmc/formation_law.hpp
// Purpose   Binaries that form from three single stars of a cluster a second time: how likely a
//           triple of neighbours becomes one in a step, which stars it has, and how hard it is.
// Source    The estimate behind the public CMC program's rate: three stars within one distance
//           (models/cmc/binary_formation.hpp has its formula).
// Computes  In long double: a rate of encounters times a chance.
#pragma once
#include <array>
#include <cstddef>
#include <vector>

#include "models/cmc/stars.hpp"

namespace touchstone::cmc {

/// Three neighbours before a step, and the stars around them.
struct ThreeNeighbours {
  using Real = long double;
  std::size_t inner = 0;  ///< place of the innermost one, from 0
  std::array<double, 3> mass{};
  Real density = 0;           ///< number of stars per volume, around the middle one
  Real mean = 0, speed2 = 0;  ///< mean mass, and mean square of the speed, by mass
  Real time = 0;              ///< length of the step in dynamical times

  /// Number of the lightest one, of like ones the outermost.
  std::size_t lightest() const;
  /// The other two, the heavier one first, of like ones the inner one.
  std::array<std::size_t, 2> bound() const;
  Real of_bound() const;  ///< sum of their masses
  Real all() const { return Real{mass[0]} + mass[1] + mass[2]; }
  /// Binding energy of a binary of hardness 1.
  Real unit() const { return mean * speed2 / 2; }
  /// Hardness of the widest binary that may form.
  Real least(double hardness) const;
  /// Rate at which three stars come within the distance at which the two have this hardness.
  Real rate(Real hardness) const;
  /// Chance that a binary forms.
  Real chance(double hardness) const;
};

/// The three stars from this place on, in the block of the stars from `first` up to `end`.
ThreeNeighbours three_at(const cluster::Stars& stars, std::size_t place, std::size_t first,
                         std::size_t end, long double time);

}  // namespace touchstone::cmc
