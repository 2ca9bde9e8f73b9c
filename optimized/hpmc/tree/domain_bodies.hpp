// optimized/hpmc/tree/domain_bodies.hpp
// Purpose   Which bodies each domain moves, and which others it sees: the exchange of a step, in
//           memory that all domains share.
// Source    Anderson, Irrgang, Glotzer 2016, section 3.4.
// Law       A domain sees its own bodies and, of the neighbours below it (up to 7, around the
//           periodic box), those within one largest diameter: all of these are frozen. Nothing is
//           needed from above, where its own frozen slab is.
// Not here  Ranks that share no memory (rank_bodies_kernel.hpp).
#pragma once
#include <vector>

#include "models/core/exec.hpp"
#include "models/hpmc/boxes/domain_grid.hpp"
#include "optimized/hpmc/tree/tree_sampler_kernel.hpp"

namespace touchstone::optimized {

class DomainBuckets {
 public:
  /// Sorts bodies by domain, each in the order of tags.
  void sort(const shapes::Configuration& state, const shapes::DomainGrid& grid) {
    const std::size_t domains = grid.size();
    first_.assign(domains + 1, 0);
    domain_.resize(state.size());
    tags_.resize(state.size());
    for (std::size_t i = 0; i < state.size(); ++i) {
      domain_[i] = domains == 1 ? 0 : grid.domain(state.centres[i]);
      ++first_[domain_[i] + 1];
    }
    for (std::size_t d = 0; d < domains; ++d) first_[d + 1] += first_[d];
    std::vector<std::size_t>& next = next_;
    next.assign(first_.begin(), first_.end() - 1);
    for (std::size_t i = 0; i < state.size(); ++i)
      tags_[next[domain_[i]]++] = static_cast<std::uint32_t>(i);
  }

  /// Gathers the bodies that a domain moves and those that it sees.
  void gather(const shapes::Configuration& state, const shapes::DomainGrid& grid,
              std::array<int, 3> counts, std::uint32_t domain, DomainBodies& bodies) const {
    bodies.clear();
    const auto add = [&](std::uint32_t tag, shapes::Vec3 image) {
      bodies.add(state.centres[tag] + image, state.orientations[tag], state.type[tag], tag);
    };
    for (const std::uint32_t tag : own(domain))
      if (grid.active(state.centres[tag], domain)) add(tag, {});
    bodies.movers = bodies.size();
    if (grid.size() == 1) return;
    for (const std::uint32_t tag : own(domain))
      if (!grid.active(state.centres[tag], domain)) add(tag, {});
    const auto at = grid.place(domain);
    for (int below = 1; below < 8; ++below) {
      int index[3];
      double turns[3];
      bool there = true;
      for (int k = 0; k < 3; ++k) {
        const auto axis = static_cast<std::size_t>(k);
        const int step = below >> k & 1;
        there = there && (step == 0 || counts[axis] > 1);
        index[k] = at[axis] - step;
        turns[k] = index[k] < 0 ? -1 : 0;
        if (index[k] < 0) index[k] += counts[axis];
      }
      if (!there) continue;
      const shapes::Vec3 image = state.box.from_fractional({turns[0], turns[1], turns[2]});
      const auto neighbour =
          static_cast<std::uint32_t>(index[0] + counts[0] * (index[1] + counts[1] * index[2]));
      for (const std::uint32_t tag : own(neighbour))
        if (grid.reached(state.centres[tag] + image, domain)) add(tag, image);
    }
  }

 private:
  std::span<const std::uint32_t> own(std::uint32_t domain) const {
    return std::span(tags_).subspan(first_[domain], first_[domain + 1] - first_[domain]);
  }

  std::vector<std::size_t> first_;
  std::vector<std::size_t> next_;
  std::vector<std::uint32_t> domain_;
  std::vector<std::uint32_t> tags_;
};

}  // namespace touchstone::optimized
