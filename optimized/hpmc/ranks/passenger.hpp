// optimized/hpmc/ranks/passenger.hpp
// Purpose   A body as ranks of a run of hard shapes send it: one that migrates, or a ghost.
// Source    Anderson, Irrgang, Glotzer 2016, section 3.4 (migration, ghosts).
// Not here  Who is sent where (rank_bodies_kernel.hpp).
#pragma once
#include <cstdint>
#include <vector>

#include "models/hpmc/vector.hpp"

namespace touchstone::optimized {

/// A body on its way: 72 bytes.
struct Passenger {
  shapes::Vec3 r = {};
  shapes::Orientation q = {};
  std::uint32_t type = 0;
  std::uint32_t tag = 0;
  std::uint32_t domain = 0;  ///< that it goes to
  std::uint32_t reserved = 0;
};
using Parcel = std::vector<Passenger>;

}  // namespace touchstone::optimized
