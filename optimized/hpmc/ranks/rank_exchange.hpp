// optimized/hpmc/ranks/rank_exchange.hpp
// Purpose   What the ranks of a run of hard shapes tell each other: parcels of bodies between
//           neighbours, and whether anybody has found an overlap.
// Source    Anderson, Irrgang, Glotzer 2016, section 3.4 (migration, ghosts).
// Not here  The ranks themselves: threads (rank_threads_kernel.hpp), processes (../mpi/main.cpp).
//           Who is sent where (rank_bodies_kernel.hpp).
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "models/shapes/vector.hpp"

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

/// Every operation is called by all ranks in the same order. Errors end the whole run.
class RankExchange {
 public:
  virtual ~RankExchange() = default;
  virtual std::size_t rank() const = 0;
  virtual std::size_t ranks() const = 0;

  /// `out[k]` goes to rank neighbours[k]; `in[k]` is what that rank has for this one. If a rank is
  /// a neighbour of another, so is the other of it.
  virtual void swap(std::span<const std::size_t> neighbours, const std::vector<Parcel>& out,
                    std::vector<Parcel>& in) = 0;
  /// Whether it is so on any rank.
  virtual bool any(bool own) = 0;
};

}  // namespace touchstone::optimized
