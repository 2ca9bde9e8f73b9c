// optimized/hpmc/tree/near_bodies.hpp
// Purpose   Who is near: the bodies of a list of leaves whose circumspheres may meet that of one
//           body, found in vector lanes, with a margin for rounding.
// Source    Anderson, Irrgang, Glotzer 2016, section 3.1.
// Cost      No branch depends on what is found, one for each leaf: first the leaves whose boxes
//           meet the query, then all places of these, compressed. With AVX-512 17 instructions for
//           a box and 40 for a leaf of 16 places; 31 where only the nearest is asked for.
// Not here  Trees and lists of leaves (tree_sampler_kernel.hpp), who of them overlaps
//           (pair_screen.hpp).
#pragma once
#include <cstdint>

#include "models/hpmc/vector.hpp"
#include "optimized/hpmc/tree/box_tree_kernel.hpp"

namespace touchstone::optimized {

/// Offsets of the bodies of a leaf from its origin; empty places are far away.
struct alignas(64) LeafPoints {
  static constexpr float kFar = 1e18f;  ///< its square is finite
  float x[kLeafCapacity];
  float y[kLeafCapacity];
  float z[kLeafCapacity];
  shapes::Vec3 origin;
};

/// Bodies near another one.
struct alignas(64) NearBodies {
  static constexpr std::size_t kMost = 64;
  static constexpr std::size_t kRoom = kMost + kLeafCapacity;
  float x[kRoom] = {};  ///< centres, from that of the other body
  float y[kRoom] = {};
  float z[kRoom] = {};
  std::uint32_t slot[kRoom] = {};  ///< 16 for each leaf
  std::size_t count = 0;

  void add(const NearBodies& others, std::size_t k) {
    x[count] = others.x[k];
    y[count] = others.y[k];
    z[count] = others.z[k];
    slot[count++] = others.slot[k];
  }
};

struct LeafList {
  const LeafPoints* points;  ///< points of all leaves
  const FloatBox* boxes;
  const std::uint32_t* leaves;
  std::size_t count;
};
struct NearQuery {
  FloatBox box;  ///< box of the body
  shapes::Vec3 r;
  float near2;
  std::uint32_t self;  ///< is not near itself
};

/// Answer of the nearest body of a list of leaves, where all bodies are balls.
struct NearestBall {
  bool overlaps;  ///< for certain
  bool may;       ///< overlap: double precision decides
};

/// Fills `near` until the list ends or more than kMost - kLeafCapacity are there; returns how many
/// leaves of the list are done. On the widest vectors of this machine.
std::size_t find_near(const LeafList& list, const NearQuery& query, NearBodies& near);

/// Centres that are nearer than the root of `sure2` are of balls that overlap.
NearestBall nearest_ball(const LeafList& list, const NearQuery& query, float sure2);

}  // namespace touchstone::optimized
