// benchmarks/melted_disks.hpp
// Purpose   Starts of hard disks in equilibrium: a lattice, melted by the quickest scheme at hand
//           until what the rate depends on is steady (equilibrium.hpp).
#pragma once
#include <functional>

#include "benchmarks/equilibrium.hpp"
#include "models/disks/registry.hpp"

namespace touchstone::benchmarks {

/// Any correct scheme of those that `fit`; wide vectors save time, then threads.
const disks::DiskScheme& quickest_scheme(const std::function<bool(const disks::DiskScheme&)>& fit);

struct MeltedDisks : Relaxation {
  disks::Configuration configuration;
};
/// `quantity` is what must be steady, given what some sweeps made and their number.
MeltedDisks melted(const disks::DiskScheme& scheme, const disks::Configuration& start,
                   const disks::RunParameters& run,
                   const std::function<double(const SweepStats& made, double sweeps)>& quantity,
                   std::uint64_t most_sweeps = 16384);

}  // namespace touchstone::benchmarks
