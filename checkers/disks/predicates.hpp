// checkers/disks/predicates.hpp
// Purpose   Invariants that hold for any start and any parameters, as predicates of one run: used
//           by checks on standard runs and by the RapidCheck tests on generated ones.
// Source    Deterministic invariants of the checkerboard algorithm; Algorithm 1 for the counts.
// Cost      O(N^2) per sweep for legality (all pairs, on purpose), else as the scheme.
// Not here  Which runs (standard_runs.hpp), statistics (laws.cpp, checkers/mpmc).
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "models/disks/registry.hpp"

namespace touchstone::property {

struct Run {
  disks::Configuration start;
  disks::RunParameters parameters;
  std::uint64_t sweeps = 10;
};

/// One line: sizes and parameters, enough to recognise the run.
std::string text(const Run& run);

/// Number of times that something went wrong, and the first of them in words.
struct Finding {
  std::uint64_t violations = 0;
  std::uint64_t trials = 0;  ///< trial moves attempted
  std::string first = {};
  int threads = 1;  ///< most that shared the work of a run, where runs are compared by threads

  bool any() const { return violations > 0; }
  void require(bool holds, const std::string& otherwise) {
    if (holds) return;
    if (violations++ == 0) first = otherwise;
  }
  Finding& operator+=(const Finding& other) {
    if (violations == 0) first = other.first;
    violations += other.violations;
    trials += other.trials;
    threads = std::max(threads, other.threads);
    return *this;
  }
};

/// Checks that after every sweep no two disks are closer than 1 - scheme.tolerance, by comparing
/// all pairs.
Finding legal(const disks::DiskScheme& scheme, const Run& run);
/// Checks that after every sweep 0 <= x < width and 0 <= y < height, and no coordinate is a NaN.
Finding inside_the_box(const disks::DiskScheme& scheme, const Run& run);
/// Checks that after every sweep the number of disks is that of the start, at distinct places.
Finding conserves_particles(const disks::DiskScheme& scheme, const Run& run);
/// Two runs with the same seed have the same configurations and counts, bit for bit.
Finding same_seed_same_trajectory(const disks::DiskScheme& scheme, const Run& run);
/// Two runs with different seeds do not (for a run that accepts something).
Finding different_seeds_differ(const disks::DiskScheme& scheme, const Run& run);
/// Each of these numbers of threads gives what 1 thread gives, bit for bit.
Finding thread_invariant(const disks::DiskScheme& scheme, const Run& run,
                         const std::vector<int>& numbers = {2, 3, 4, 7});
/// Configurations and counts equal those of `other`, bit for bit, after every sweep.
Finding equals(const disks::DiskScheme& scheme, const disks::DiskScheme& other, const Run& run);
/// After so many sweeps in one call, configurations, counts and pressures equal those of `b`, bit
/// for bit; `who` begins what is said of a difference.
Finding same_after(disks::Simulation& a, disks::Simulation& b, const Run& run, std::uint64_t sweeps,
                   const std::string& who);
/// The first sweep attempts trials_per_cell moves in each cell that is not empty (a scheme without
/// stages: one per disk), no more are accepted than attempted, and stages add up to the total.
Finding trials_counted(const disks::DiskScheme& scheme, const Run& run);
/// Agreement of what a simulation says about itself after three sweeps with 1, 2 and 7 threads
/// (threads, sweeps, disks of all colours, memory) with what was asked.
Finding reports_itself(const disks::DiskScheme& scheme, const Run& run);
/// Finds moves or accepted trials in a run in which no move can succeed.
Finding rejects(const disks::DiskScheme& scheme, const Run& run);

/// The displacement of each disk of `before` to the nearest one of `after`.
std::vector<disks::Vec<double>> displacements(const disks::Configuration& before,
                                              const disks::Configuration& after);

}  // namespace touchstone::property
