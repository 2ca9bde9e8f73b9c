// optimized/hpmc/tree/sampler_frame.hpp
// Purpose   Data of the sweeps of a domain: its bodies, and what all domains of a run share.
// Not here  The sweeps (tree_sampler_kernel.hpp), the choice of bodies (domain_bodies.hpp).
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "models/hpmc/boxes/box.hpp"
#include "models/hpmc/move.hpp"

namespace touchstone::optimized {

/// Bodies that a domain sees: first those that it moves, in the order of tags, then those that
/// stay.
struct DomainBodies {
  std::vector<shapes::Vec3> centres;
  std::vector<shapes::Orientation> orientations;
  std::vector<std::uint32_t> types;
  std::vector<std::uint32_t> tags;
  std::size_t movers = 0;

  std::size_t size() const { return centres.size(); }
  void clear() {
    centres.clear();
    orientations.clear();
    types.clear();
    tags.clear();
    movers = 0;
  }
  void add(shapes::Vec3 r, const shapes::Orientation& q, std::uint32_t type, std::uint32_t tag) {
    centres.push_back(r);
    orientations.push_back(q);
    types.push_back(type);
    tags.push_back(tag);
  }
};

/// Common data of all domains of a run.
struct SamplerFrame {
  shapes::Box box;
  shapes::MoveLaw law;
  std::vector<double> radii;         ///< circumradius by type
  std::vector<shapes::Vec3> images;  ///< other than 0, in directions that are not cut
  std::array<bool, 3> periodic = {true, true, true};  ///< has images: not cut
  double path = 0;                                    ///< distance that a body may come in a step
  double widest = 0;                                  ///< the largest circumradius
};

}  // namespace touchstone::optimized
