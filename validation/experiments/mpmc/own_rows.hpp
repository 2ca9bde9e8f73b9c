// validation/experiments/mpmc/own_rows.hpp
// Purpose   Measurements of one scheme of hard disks at a state point of the user's own: the
//           pressure. Effort follows from the error that was asked for (disk_effort.hpp), in 32
//           chains.
// Not here  Which point, and which schemes (own_disks.hpp), verdicts (validation/own_rows.hpp).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "models/disks/published.hpp"
#include "validation/experiments/mpmc/disk_runs.hpp"

namespace touchstone::validation::mpmc {

struct OwnState {
  StatePoint state;
  double relative_error;                          ///< wanted standard error of the pressure
  std::optional<disks::PublishedPressure> known;  ///< pressure of just this point
  std::string nearest;                            ///< published value, where none is known here
};

/// The lattice of the point. Throws InputError where the disks do not fit.
disks::Configuration start_of(const OwnState& point);

/// Reason why a scheme cannot run the point, in its own words; empty where it can.
std::string refusal(const disks::DiskScheme& scheme, const OwnState& point);

/// All that a scheme is held to at the point. What it cannot run is not run, with its reason.
std::vector<Measurement> rows_of(const Plan& plan, const disks::DiskScheme& scheme,
                                 const disks::DiskScheme& oracle, const OwnState& point);

}  // namespace touchstone::validation::mpmc
