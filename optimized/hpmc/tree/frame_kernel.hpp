// optimized/hpmc/tree/frame_kernel.hpp
// Purpose   Data of sweeps that follow from box and parameters, and the search for an
//           overlap among all bodies of a configuration.
// Not here  Runs: domains on threads (domain_run_kernel.hpp), ranks (rank_run_kernel.hpp).
#pragma once
#include <cmath>
#include <optional>
#include <utility>

#include "models/hpmc/boxes/domain_grid.hpp"
#include "models/hpmc/registry.hpp"
#include "optimized/hpmc/tree/tree_sampler_kernel.hpp"

namespace touchstone::optimized {

/// Sets the frame. Only box and types of the configuration are used. In directions that are cut the
/// images of bodies are bodies of other domains.
inline void set_frame(SamplerFrame& frame, const shapes::Configuration& c,
                      const shapes::MoveLaw& law, double diameter,
                      const shapes::RunParameters& parameters, const shapes::DomainGrid& grid) {
  frame.box = c.box;
  frame.law = law;
  frame.radii.clear();
  for (const shapes::Body& body : c.types) frame.radii.push_back(circumradius(body));
  frame.path = parameters.sweeps_per_step * parameters.max_displacement;
  frame.widest = diameter / 2;
  frame.images = c.box.images(diameter + 2 * frame.path);
  std::erase_if(frame.images, [&](shapes::Vec3 image) {
    const shapes::Vec3 f = c.box.fractional(image);
    return image == shapes::Vec3{} || (grid.cut(0) && std::abs(f.x) > 0.5) ||
           (grid.cut(1) && std::abs(f.y) > 0.5) || (grid.cut(2) && std::abs(f.z) > 0.5);
  });
  frame.periodic = {!grid.cut(0), !grid.cut(1), !grid.cut(2)};
}

/// Two bodies that overlap, taken as one domain with all images.
template <class PairTest, class Tree>
std::optional<std::pair<std::size_t, std::size_t>> overlap_among(const shapes::Configuration& c,
                                                                 const PairTest& overlap,
                                                                 SamplerFrame frame) {
  frame.periodic = {true, true, true};
  frame.path = 0;
  frame.images = c.box.images(2 * frame.widest);
  std::erase(frame.images, shapes::Vec3{});
  const DomainBodies all{c.centres, c.orientations, c.type, {}, 0};
  TreeSampler<PairTest, Tree> sampler(overlap, frame);
  sampler.load(all);
  return sampler.find_overlap();
}

}  // namespace touchstone::optimized
