// trajectories/plummer_rows.hpp
// Purpose   Records that hold the first snapshot of a star cluster to Plummer's model.
// Source    S. J. Aarseth, M. Henon, R. Wielen, Astron. Astrophys. 37, 183 (1974).
// Law       In N-body units (G = M = 1, energy -1/4): radii by the mass inside; squares of speeds,
//           in units of that of escape, beta distributed with 3/2 and 9/2; directions uniform. Each
//           a Kolmogorov-Smirnov test at 1e-6 of the number of stars, whatever their masses.
// Decides   The smallest effect is a share of stars on the wrong side of a value that the test sees
//           with a chance of 0.95; above --resolution it is inconclusive.
#pragma once
#include <vector>

#include "trajectories/rows.hpp"
#include "trajectories/star_snapshots.hpp"

namespace touchstone::trajectories {

/// Throws InputError where the total mass is not 1.
std::vector<ResultRecord> plummer_rows(const Request& request, const Snapshot& start);

}  // namespace touchstone::trajectories
