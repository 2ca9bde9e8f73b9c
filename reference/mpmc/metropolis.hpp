// reference/mpmc/metropolis.hpp
// Purpose   Serial Metropolis sampling of hard disks: the oracle that every mpmc scheme is compared
//           with. Written to be read, not to be fast.
// Source    N. Metropolis et al., J. Chem. Phys. 21, 1087 (1953), section II; here disks are drawn
//           at random, not one after another, so that detailed balance holds, and steps are
//           uniform in a disc.
// Samples   Uniformly, all non-overlapping configurations of N unit disks in a periodic box.
// Cost      O(N) per trial, O(N^2) per sweep. All pairs on purpose: the oracle shares no neighbour
//           search with the schemes it judges.
// Not here  Cell lists (optimized/mpmc/metropolis_cell_list.cpp), pressure (models/disks).
#pragma once
#include "models/core/random/philox.hpp"
#include "models/core/scheme.hpp"
#include "models/disks/cell_stream.hpp"
#include "models/disks/configuration.hpp"

namespace touchstone::reference {

class Metropolis {
 public:
  explicit Metropolis(double max_displacement) : max_displacement_(max_displacement) {}

  /// N trials; a trial that would make two disks overlap leaves the state as it was.
  SweepStats sweep(disks::Configuration& state, const Philox& random, std::uint64_t sweep) const {
    SweepStats stats;
    PhiloxStream stream = random.stream(Purpose::metropolis, sweep, 0);
    for (; stats.trials < state.size(); ++stats.trials) {
      const std::size_t i = stream.below(static_cast<std::uint32_t>(state.size()));
      const std::uint32_t radial = stream.next();
      const auto step = disks::in_disc<double>(radial, stream.next(), max_displacement_);
      const disks::Vec<double> moved = state.box.wrap(state.centres[i] + step);
      if (overlaps_another(state, moved, i)) continue;
      state.centres[i] = moved;
      ++stats.accepted;
    }
    return stats;
  }

 private:
  static bool overlaps_another(const disks::Configuration& state, disks::Vec<double> p,
                               std::size_t self) {
    for (std::size_t j = 0; j < state.size(); ++j)
      if (j != self && state.box.distance2(p, state.centres[j]) < 1.0) return true;
    return false;
  }
  double max_displacement_;
};

}  // namespace touchstone::reference
