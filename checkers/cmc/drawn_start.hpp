// checkers/cmc/drawn_start.hpp
// Purpose   Numbers that are read off a start of a cluster, for its law: of both the code that
//           ships and the second code that draws from the same law.
#pragma once
#include <cstddef>
#include <vector>

#include "checkers/starts/start_kind.hpp"
#include "models/cmc/stars.hpp"

namespace touchstone::starts {

constexpr std::size_t kStars = 50;  ///< stars of a start whose law is tested

/// Radius, velocities and mass of three stars, and sums over all: independent between starts.
/// `wrong` where masses do not sum to 1 (with `equal`: are not 1 / N), energies are not those of
/// N-body units, or stars are not in order.
Drawn numbers_of(const cluster::Stars& stars, bool equal);

/// Stars at these radii, which ascend, with these speeds and masses, their directions at random;
/// scaled to N-body units.
cluster::Stars scaled(const std::vector<double>& radius, const std::vector<double>& speed,
                      const std::vector<double>& mass, std::mt19937_64& random);

/// Plummer's model out to `outermost` scale lengths, by other code than the one that ships.
cluster::Stars plummer_stars(double outermost, const std::vector<double>& mass,
                             std::mt19937_64& random);

}  // namespace touchstone::starts
