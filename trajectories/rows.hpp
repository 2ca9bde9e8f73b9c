// trajectories/rows.hpp
// Purpose   The records about one file, a trajectory, a log of energies or a star cluster, or about
//           two logs of volumes.
// Records   Kind validation; the scheme is "file/" and the name of the file. Metrics have names of
//           their own, so that no page of the report takes them for measurements of a scheme.
#pragma once
#include <vector>

#include "suite/job.hpp"
#include "suite/results.hpp"
#include "trajectories/request.hpp"

namespace touchstone::trajectories {

/// A record of this file without its value.
ResultRecord blank_record(const Request& request, const std::string& family,
                          const std::string& metric);

/// Reads all frames, one at a time, and judges them. Throws InputError for a bad file.
std::vector<ResultRecord> trajectory_rows(const Request& request, JobContext& context);

/// The energy of an integrator: largest error, and drift.
std::vector<ResultRecord> energy_rows(const Request& request);

/// Snapshots of a star cluster: masses, energy, virial ratio, radii.
std::vector<ResultRecord> star_rows(const Request& request, JobContext& context);

/// Volumes at two constant pressures: the ratio of their distributions.
std::vector<ResultRecord> volume_rows(const Request& request);

}  // namespace touchstone::trajectories
