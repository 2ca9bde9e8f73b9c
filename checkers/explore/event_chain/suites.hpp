// checkers/explore/event_chain/suites.hpp
// Purpose   The configurations on which Algorithm 5 and its variants are explored: the two suites
//           of the paper, hand-made witnesses, and a seeded random family.
// Source    Li et al. 2021, Fig. 3 and Remark 12: SequentialC4 and SequentialC5 of the authors'
//           public program. Witnesses: found by search, each for the variants it is named after.
#pragma once
#include <cstdint>
#include <vector>

#include "checkers/explore/event_chain/configuration.hpp"

namespace touchstone::explore {

/// Lengths in thousandths of the paper's unit.
Configuration sequential_c4();
Configuration sequential_c5();

/// Small configurations that kill variants which C4 and C5 let pass (directed killers).
std::vector<Configuration> witnesses();

/// A family in which all contact separations are whole: diameter 5000, lanes whose distances are
/// 3000, 4000 or more than a diameter, so b is 5000, 4000 or 3000 in one lane or two neighbours.
struct FamilyOptions {
  std::uint32_t fewest_spheres = 3;
  std::uint32_t most_spheres = 5;
  std::uint32_t chains = 2;
};
/// Number `number` of the family of `seed`: spheres placed at random one after the other without
/// overlap, random active ones, a random leg. Depends on nothing else.
Configuration random_configuration(std::uint64_t seed, std::uint64_t number,
                                   const FamilyOptions& options = {});

}  // namespace touchstone::explore
