// checkers/cmc/compare_runs.hpp
// Purpose   The state of a run beside that of another after the same step, bit for bit.
#pragma once
#include <string>

#include "checkers/cmc/findings.hpp"
#include "models/cmc/registry.hpp"

namespace touchstone::cmc {

/// The scheme that others are compared with, bit for bit.
inline constexpr const char* kReference = "cmc/reference";

/// Compares stars, streams and reports; `here` begins what is said of a difference. False where
/// stars differ: everything after differs, too.
inline bool compare_runs(Findings& findings, const cluster::ClusterRun& run,
                         const cluster::ClusterRun& expected, const std::string& here) {
  const std::string different = first_difference(run.stars(), expected.stars());
  findings.expect(different.empty(), here + different);
  findings.expect(run.streams() == expected.streams(), here + "streams");
  const cluster::StepReport a = run.report(), b = expected.report();
  findings.expect(a.timestep == b.timestep, here + "time step");
  findings.expect(a.kinetic == b.kinetic && a.potential == b.potential &&
                      a.escaped_energy == b.escaped_energy &&
                      a.unplaced_energy == b.unplaced_energy && a.lost_energy == b.lost_energy &&
                      a.internal_energy == b.internal_energy && a.moved_energy == b.moved_energy &&
                      a.collided_energy == b.collided_energy,
                  here + "energies");
  findings.expect(run.binaries() == expected.binaries() && a.meetings == b.meetings,
                  here + "binaries");
  findings.expect(a.tidal_radius == b.tidal_radius, here + "tidal radius");
  findings.expect(a.trials == b.trials && a.above_bound == b.above_bound, here + "positions tried");
  return different.empty();
}

}  // namespace touchstone::cmc
