#include "optimized/cmc/mpi/snapshots.hpp"

#include <fmt/format.h>

#include <unordered_map>

#include "models/core/errors.hpp"
#include "trajectories/star_snapshots.hpp"

namespace touchstone::optimized {

cluster::Stars last_snapshot(const std::string& path) {
  trajectories::SnapshotReader reader(path);
  trajectories::Snapshot snapshot;
  while (reader.next(snapshot)) continue;
  if (snapshot.stars.size() == 0) throw input_error(path, "start", "a snapshot with stars", "none");
  for (std::size_t i = 0; i < snapshot.stars.size(); ++i)
    snapshot.stars.id[i] = static_cast<std::uint32_t>(i);
  return snapshot.stars;
}

std::string snapshot_text(const cluster::Stars& start, const cluster::Stars& stars,
                          const cluster::StepReport& report) {
  std::unordered_map<std::uint32_t, double> mass;  // that is still here
  for (std::size_t i = 0; i < stars.size(); ++i) mass[stars.id[i]] = stars.mass[i];
  long double escaped = 0;
  for (std::size_t i = 0; i < start.size(); ++i)
    escaped += static_cast<long double>(start.mass[i]) - mass[start.id[i]];
  std::string text =
      fmt::format("# time {:.17g} escaped_mass {:.17g} escaped_energy {:.17g}\n", report.time,
                  static_cast<double>(escaped), report.escaped_energy + report.lost_energy);
  for (std::size_t i = 0; i < stars.size(); ++i)
    fmt::format_to(std::back_inserter(text), "{:.17g} {:.17g} {:.17g} {:.17g}\n", stars.mass[i],
                   stars.radius[i], stars.radial_velocity[i], stars.tangential_velocity[i]);
  return text;
}

}  // namespace touchstone::optimized
