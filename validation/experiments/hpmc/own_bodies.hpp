// validation/experiments/hpmc/own_bodies.hpp
// Purpose   Bodies that a user names or describes in a file, and starts of any number of them.
// Format    A file *.json holds one object with `shape_class` and `params`, as one of `shapes` in a
//           file for ./touchstone overlap (validation/data/overlap.md).
#pragma once
#include <cstdint>
#include <string>

#include "models/hpmc/configuration.hpp"
#include "validation/experiments/hpmc/shape_chains.hpp"

namespace touchstone::validation::hpmc {

/// Throws InputError for an unknown name, a file that is no body, and bodies whose area or volume
/// has no formula.
shapes::Body own_body(const std::string& name_or_file);
/// Whether it is a file, as it says by its ending.
bool is_body_file(const std::string& name_or_file);

/// A run of `bodies` bodies, with start and moves, but for its length. Disks start on rows; others
/// on the simple, face-centred or body-centred lattice with the fewest empty places on which the
/// bodies, all turned alike, do not overlap; where they do on all of them, as a fluid that was
/// compressed. Throws InputError for boxes that are too small, and where the compression does not
/// get there.
struct OwnStart {
  ChainRun run;
  std::string description;  ///< "face-centred lattice, 4 of 108 places empty"
};
OwnStart own_start(const shapes::Body& body, std::size_t bodies, double packing);

}  // namespace touchstone::validation::hpmc
