// optimized/cmc/forming_triples.hpp
// Purpose   Triples of single stars of a block that become binaries in a step.
// Source    models/cmc/binary_formation.hpp.
// Computes  The same decisions and stars as the serial reference, from the stars before any pair
//           is deflected.
// Not here  Pairs (close_encounters.hpp).
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/cmc/binary_formation.hpp"
#include "models/cmc/registry.hpp"
#include "optimized/cmc/block.hpp"
#include "optimized/cmc/colliding_pairs.hpp"

namespace touchstone::optimized {

/// Three stars, from number `inner` on, that become two.
struct FormedTriple {
  std::size_t inner = 0;
  cluster::Formed formed;
};

/// Those of a block that become binaries in a step.
struct FormedInBlock {
  std::vector<FormedTriple> triples;  ///< from the inside
  std::vector<Neighbours> apart;      ///< pairs with such stars, as they were: they do not meet
  std::uint64_t crowded = 0, given_up = 0;

  /// Whether the pair of this inner star has a star of a triple.
  bool has(std::size_t inner) const;
};

/// The number of a star's binary is -1 where it is single. `first` is the number of the first star
/// among those of the field, `time` the step in dynamical times.
FormedInBlock those_that_form(const cluster::Stars& stars, const cluster::Block& block,
                              const std::vector<std::int32_t>& binary_number, const Field& field,
                              std::size_t first, const cluster::BinaryFormation& how,
                              std::uint32_t seed, std::uint64_t step, double time);
/// Gives pairs that do not meet their velocities back, and triples their new stars, the third of
/// which is there no longer.
void become_binaries(const FormedInBlock& formed, cluster::Stars& stars);

}  // namespace touchstone::optimized
