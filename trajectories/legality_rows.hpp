// trajectories/legality_rows.hpp
// Purpose   Records about the bodies of all frames: overlaps, their number, and hints at a diameter
//           that is not that of the run.
#pragma once
#include <vector>

#include "trajectories/findings.hpp"
#include "trajectories/rows.hpp"

namespace touchstone::trajectories {

ResultRecord overlap_row(const Request& request, const Findings& found);
ResultRecord number_row(const Request& request, const Findings& found);

/// Says in the notes of these records that the diameter may be too small, where the closest two
/// disks or balls are further apart than chance explains (1e-6).
void hint_at_diameter(std::vector<ResultRecord>& rows, const Request& request,
                      const Findings& found);

}  // namespace touchstone::trajectories
