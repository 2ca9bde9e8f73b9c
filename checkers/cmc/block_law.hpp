// checkers/cmc/block_law.hpp
// Purpose   Independent oracle of how a step divides a cluster: the stars of each rank, and the
//           shell of 20 stars around a star that gives its density. Shares nothing with
//           models/cmc/partition.hpp and the schemes.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), equation 17 and sections
//           2.1 and 3.2.
#pragma once
#include <cstddef>
#include <vector>

#include "models/cmc/stars.hpp"

namespace touchstone::cmc {

/// Number of stars in a bin, and in the shell that gives a density.
inline constexpr std::size_t kStarsOfAverage = 20;

/// First star of each rank's block, and the end of the last one: whole bins are dealt, the last
/// rank has the stars left over.
std::vector<std::size_t> borders(std::size_t stars, std::size_t ranks,
                                 std::size_t bin = kStarsOfAverage);

/// Space between two radii.
struct ShellOfStars {
  long double inner = 0, outer = 0;
  long double volume() const;
};

/// Shell of the ten stars to either side of the star at this place (from 0), or that of the 21
/// innermost or outermost stars.
ShellOfStars shell_around(const cluster::Stars& stars, std::size_t place);

}  // namespace touchstone::cmc
