// checkers/cmc/read_step.hpp
// Purpose   Evidence of a whole step: what the stars before and after it say about encounters and
//           new positions, as values that are uniform if the laws of a step hold.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, equations 7
//           (deflection in a time step, with its square) and 13 (positions); M. Henon, Astrophys.
//           Space Sci. 14, 151 (1971).
// Computes  A value of a known distribution is turned into its distribution function, averaged over
//           the unknown azimuth by the midpoint rule; then it is uniform (Kolmogorov and Smirnov).
//           The sign of a radial velocity after an encounter is drawn anew with the position: it is
//           the one with which the pair keeps its radial momentum.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "checkers/cmc/after_encounter.hpp"
#include "models/cmc/stars.hpp"

namespace touchstone::cmc {

/// Seen in all steps.
struct Seen {
  std::uint64_t pairs = 0, unbalanced = 0, kicked_outwards = 0;
  std::uint64_t moved = 0, outwards = 0, strange = 0;
  /// Speeds, radial speeds, radial velocities with their signs.
  std::array<std::vector<double>, 3> deflections;
  std::vector<double> positions;
};

/// Adds the pairs of a step of this length; `initial` is the number of stars of the start.
void look_at_pairs(const cluster::Stars& before, const std::vector<std::optional<Met>>& all,
                   std::size_t ranks, double timestep, std::size_t initial, Seen& seen);

/// Adds every 17th star of a step, from `first` on.
void look_at_positions(const cluster::Stars& before, const std::vector<std::optional<Met>>& all,
                       std::size_t first, Seen& seen);

/// P-values of some tests, and words on them.
struct Tests {
  std::vector<double> p;
  std::string text;
};

/// Four tests: of the three distributions of deflections, and of the numbers of radial kicks of
/// either sign.
Tests encounter_tests(const Seen& seen);

/// Two tests: of places, and of the numbers of radial velocities of either sign.
Tests position_tests(const Seen& seen);

}  // namespace touchstone::cmc
