#include "checkers/disks/predicates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <set>
#include <utility>

#include "checkers/disks/disk_kind.hpp"

namespace touchstone::property {
namespace {

using disks::Configuration;
using disks::DiskScheme;
using disks::Simulation;

/// Runs and hands the configuration after each sweep to `look(sweep, configuration)`.
template <class Look>
Finding after_every_sweep(const DiskScheme& scheme, const Run& run, Look&& look) {
  Finding finding;
  const auto simulation = begin(scheme, run.start, run.parameters);
  for (std::uint64_t sweep = 1; sweep <= run.sweeps && finding.violations == 0; ++sweep) {
    simulation->advance(1);
    look(finding, fmt::format("{}, sweep {}", text(run), sweep), simulation->configuration());
  }
  finding.trials = simulation->stats().trials;
  return finding;
}

bool same_counts(const Simulation& a, const Simulation& b) {
  const SweepStats p = a.stats();
  const SweepStats q = b.stats();
  if (p.trials != q.trials || p.accepted != q.accepted) return false;
  if ((a.stages() == nullptr) != (b.stages() == nullptr)) return false;
  return a.stages() == nullptr || (a.stages()->trials == b.stages()->trials &&
                                   a.stages()->accepted == b.stages()->accepted &&
                                   a.stages()->occupancy == b.stages()->occupancy);
}

/// Whether both have measured the same pressure, but for the order of sums.
bool same_pressure(const Simulation& a, const Simulation& b) {
  if (a.rift() == nullptr || b.rift() == nullptr) return true;
  const disks::RiftPressure p = a.rift()->pressure(1);
  const disks::RiftPressure q = b.rift()->pressure(1);
  return std::abs(p.x - q.x) <= 1e-12 * q.x && std::abs(p.y - q.y) <= 1e-12 * q.y;
}

/// Runs both and compares after every sweep.
Finding same_trajectory(Simulation& a, Simulation& b, const Run& run, const std::string& who) {
  Finding finding;
  for (std::uint64_t sweep = 1; sweep <= run.sweeps && finding.violations == 0; ++sweep)
    finding += same_after(a, b, run, 1, fmt::format("{}, sweep {}", who, sweep));
  finding.trials = a.stats().trials + b.stats().trials;
  return finding;
}

Run with_threads(Run run, int threads) {
  run.parameters.threads = threads;
  return run;
}

/// Cells along a side, found by trying all even numbers: the fewest that are narrower than
/// sqrt(2), else the most that are as wide as a disk. Written anew: schemes share choose_grid().
std::uint32_t lines_of(double side, std::uint32_t asked) {
  if (asked > 0) return asked;
  std::uint32_t most = 0;
  for (std::uint32_t m = 2; side / m >= 1; m += 2) {
    most = m;
    if (side / m < std::numbers::sqrt2) break;
  }
  return most;
}

std::uint64_t occupied_cells(const Run& run) {
  const disks::Box& box = run.start.box;
  const std::uint32_t columns = lines_of(box.width, run.parameters.columns);
  const std::uint32_t rows = lines_of(box.height, run.parameters.rows);
  std::set<std::pair<double, double>> cells;
  for (const disks::Vec<double> p : run.start.centres) {  // a lower edge is of the cell before
    const double x = std::ceil(p.x / (box.width / columns)) - 1;
    const double y = std::ceil(p.y / (box.height / rows)) - 1;
    cells.emplace(x < 0 ? columns - 1 : x, y < 0 ? rows - 1 : y);
  }
  return cells.size();
}

}  // namespace

std::string text(const Run& run) {
  return fmt::format(
      "{} disks in {:.6g} x {:.6g}, step {:g}, nM {}, threads {}, seed {}, from sweep {}",
      run.start.size(), run.start.box.width, run.start.box.height, run.parameters.max_displacement,
      run.parameters.trials_per_cell, run.parameters.threads, run.parameters.seed,
      run.parameters.first_sweep);
}

std::vector<disks::Vec<double>> displacements(const Configuration& before,
                                              const Configuration& after) {
  std::vector<disks::Vec<double>> result;
  for (const disks::Vec<double> p : before.centres) {
    const auto nearest =
        std::min_element(after.centres.begin(), after.centres.end(),
                         [&](disks::Vec<double> a, disks::Vec<double> b) {
                           return before.box.distance2(p, a) < before.box.distance2(p, b);
                         });
    if (nearest != after.centres.end()) result.push_back(before.box.nearest(p, *nearest));
  }
  return result;
}

Finding legal(const DiskScheme& scheme, const Run& run) {
  return after_every_sweep(scheme, run, [&](Finding& f, const std::string& where, const auto& c) {
    const double smallest = disks::smallest_distance_all_pairs(c);
    f.require(smallest >= 1 - scheme.tolerance,
              fmt::format("{}: two disks at distance {:.9g}", where, smallest));
  });
}

Finding inside_the_box(const DiskScheme& scheme, const Run& run) {
  return after_every_sweep(scheme, run, [&](Finding& f, const std::string& where, const auto& c) {
    for (const disks::Vec<double> p : c.centres)
      f.require(p.x >= 0 && p.x < c.box.width && p.y >= 0 && p.y < c.box.height,
                fmt::format("{}: a disk at ({:.17g}, {:.17g})", where, p.x, p.y));
    f.require(c.box.width == run.start.box.width && c.box.height == run.start.box.height,
              fmt::format("{}: the box has changed", where));
  });
}

Finding conserves_particles(const DiskScheme& scheme, const Run& run) {
  return after_every_sweep(scheme, run, [&](Finding& f, const std::string& where, const auto& c) {
    f.require(c.size() == run.start.size(),
              fmt::format("{}: {} disks are left of {}", where, c.size(), run.start.size()));
    std::set<std::pair<double, double>> places;
    for (const disks::Vec<double> p : c.centres)
      f.require(places.emplace(p.x, p.y).second, where + ": two disks at the same place");
  });
}

Finding same_seed_same_trajectory(const DiskScheme& scheme, const Run& run) {
  const auto first = begin(scheme, run.start, run.parameters);
  const auto second = begin(scheme, run.start, run.parameters);
  return same_trajectory(*first, *second, run, "run twice");
}

Finding different_seeds_differ(const DiskScheme& scheme, const Run& run) {
  Run other = run;
  other.parameters.seed += 1;
  const auto first = begin(scheme, run.start, run.parameters);
  const auto second = begin(scheme, other.start, other.parameters);
  first->advance(run.sweeps);
  second->advance(run.sweeps);
  Finding finding;
  finding.trials = first->stats().trials + second->stats().trials;
  finding.require(first->stats().accepted == 0 ||
                      first->configuration().centres != second->configuration().centres,
                  fmt::format("{}: the next seed gives the same configuration", text(run)));
  return finding;
}

Finding thread_invariant(const DiskScheme& scheme, const Run& run,
                         const std::vector<int>& numbers) {
  Finding finding;
  for (const int threads : numbers) {
    const auto one = begin(scheme, run.start, with_threads(run, 1).parameters);
    const auto many = begin(scheme, run.start, with_threads(run, threads).parameters);
    finding.threads = std::max(finding.threads, many->threads());
    finding += same_trajectory(*one, *many, with_threads(run, threads), "against 1 thread");
  }
  return finding;
}

Finding same_after(Simulation& a, Simulation& b, const Run& run, std::uint64_t sweeps,
                   const std::string& who) {
  a.advance(sweeps);
  b.advance(sweeps);
  Finding finding;
  const std::string here = fmt::format("{}: {}", who, text(run));
  finding.require(a.configuration().centres == b.configuration().centres,
                  here + ": positions differ");
  finding.require(same_counts(a, b), here + ": counts differ");
  finding.require(same_pressure(a, b), here + ": pressures differ");
  finding.trials = a.stats().trials + b.stats().trials;
  return finding;
}

Finding equals(const DiskScheme& scheme, const DiskScheme& other, const Run& run) {
  const auto mine = begin(scheme, run.start, run.parameters);
  const auto theirs = begin(other, run.start, run.parameters);
  return same_trajectory(*mine, *theirs, run, "against " + other.info.name);
}

Finding trials_counted(const DiskScheme& scheme, const Run& run) {
  const auto simulation = begin(scheme, run.start, run.parameters);
  simulation->advance(1);
  const SweepStats stats = simulation->stats();
  const std::uint64_t expected =
      scheme.trials == DiskScheme::Trials::per_disk
          ? run.start.size()
          : occupied_cells(run) * static_cast<std::uint64_t>(run.parameters.trials_per_cell);
  Finding finding;
  finding.trials = stats.trials;
  finding.require(stats.trials == expected,
                  fmt::format("{}: {} trials in the first sweep, expected {}", text(run),
                              stats.trials, expected));
  finding.require(
      stats.accepted <= stats.trials,
      fmt::format("{}: {} of {} trials accepted", text(run), stats.accepted, stats.trials));
  if (simulation->stages() != nullptr) {
    const SweepStats total = simulation->stages()->total();
    finding.require(total.trials == stats.trials && total.accepted == stats.accepted,
                    text(run) + ": the stages do not add up to the total");
  }
  return finding;
}

Finding reports_itself(const DiskScheme& scheme, const Run& run) {
  constexpr std::uint64_t kSweeps = 3;
  Finding finding;
  for (const int threads : {1, 2, 7}) {
    const Run asked = with_threads(run, threads);
    const auto simulation = begin(scheme, asked.start, asked.parameters);
    const auto require = [&](bool holds, const std::string& what) {
      finding.require(holds, text(asked) + ": " + what);
    };
    require(simulation->threads() >= 1 && simulation->threads() <= threads,
            fmt::format("reports {} threads", simulation->threads()));
    require(simulation->memory_bytes() >= asked.start.size() * sizeof(disks::Vec<float>),
            fmt::format("reports {} bytes", simulation->memory_bytes()));
    require(simulation->stats().trials == 0, "reports trials before the first sweep");
    simulation->advance(kSweeps - 1);
    simulation->advance(1);
    finding.trials += simulation->stats().trials;
    const disks::StageCounters* const stages = simulation->stages();
    if (stages == nullptr) continue;
    require(stages->sweeps == kSweeps,
            fmt::format("reports {} sweeps of {}", stages->sweeps, kSweeps));
    const std::uint64_t occupancy =
        std::accumulate(stages->occupancy.begin(), stages->occupancy.end(), std::uint64_t{0});
    require(occupancy == kSweeps * asked.start.size(),
            fmt::format("counts {} disks of all colours in {} sweeps", occupancy, kSweeps));
  }
  return finding;
}

Finding rejects(const DiskScheme& scheme, const Run& run) {
  // Exported single precision positions drift by their rounding, far less than this.
  constexpr double kStill = 5e-6;
  Finding finding = after_every_sweep(
      scheme, run, [&](Finding& f, const std::string& where, const Configuration& c) {
        f.require(c.size() == run.start.size(), where + ": the number of disks has changed");
        for (const disks::Vec<double> d : displacements(run.start, c))
          f.require(std::abs(d.x) < kStill && std::abs(d.y) < kStill,
                    fmt::format("{}: a disk has moved by ({:.3g}, {:.3g})", where, d.x, d.y));
      });
  const auto simulation = begin(scheme, run.start, run.parameters);
  simulation->advance(run.sweeps);
  finding.require(
      simulation->stats().accepted == 0,
      fmt::format("{}: {} moves counted as accepted", text(run), simulation->stats().accepted));
  return finding;
}

}  // namespace touchstone::property
