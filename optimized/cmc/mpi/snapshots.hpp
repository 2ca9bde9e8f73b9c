// optimized/cmc/mpi/snapshots.hpp
// Purpose   Stars in files: the start of a run on ranks, and the snapshots that it leaves, as
//           `touchstone judge --law stars` reads them.
// Source    trajectories/star_snapshots.hpp.
#pragma once
#include <string>

#include "models/cmc/registry.hpp"

namespace touchstone::optimized {

/// The last snapshot of a file, numbered anew in radial order. Throws InputError.
cluster::Stars last_snapshot(const std::string& path);

/// A snapshot, with all digits. Masses and energies that `start` has more of have left, with stars
/// or as winds.
std::string snapshot_text(const cluster::Stars& start, const cluster::Stars& stars,
                          const cluster::StepReport& report);

}  // namespace touchstone::optimized
