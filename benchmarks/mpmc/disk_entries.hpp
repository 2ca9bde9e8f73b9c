// benchmarks/mpmc/disk_entries.hpp
// Purpose   Schemes and sizes to time, and for how long: the paper's protocol, and what is left of
//           it when a class is too small for it.
// Source    Anderson et al., J. Comput. Phys. 254, 27 (2013), section 5.1 and Figure 4: packing
//           fraction 0.698, 100 sweeps to warm up, 100 timed sweeps, 11 runs, median.
// Not here  Timing (timed_disks.hpp).
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "benchmarks/records.hpp"
#include "models/disks/registry.hpp"

namespace touchstone::benchmarks::mpmc {

inline constexpr const char* kFamily = "mpmc";
inline constexpr const char* kRate = "trial moves per second";
inline constexpr double kPackingFraction = 0.698;
inline constexpr int kRuns = 11;
inline constexpr std::uint64_t kWarmup = 100;
inline constexpr std::uint64_t kSweeps = 100;
/// All pairs: beyond this a sweep says nothing that N^2 does not.
inline constexpr std::size_t kAllPairsLimit = 1024;
/// Trial moves of a sweep, for each lane of a vector, beyond which classes tiny and S leave a
/// scheme out; some 0.6 s in 2026.
inline constexpr double kMostTrials = 6e6;

/// One scheme at one size on some threads.
struct DiskEntry {
  const disks::DiskScheme* scheme;
  std::size_t disks;
  int threads;
  std::string left_out = {};  ///< why it is not timed, if it is not
  std::string name() const;   ///< "mpmc/checkerboard-openmp/disks:64009/threads:2"
  Subject subject() const;
  bool tries_each_disk_once() const {
    return scheme->trials == disks::DiskScheme::Trials::per_disk;
  }
};

/// Sweeps of each run.
struct SweepPlan {
  int runs = kRuns;
  std::uint64_t warmup = kWarmup;
  std::uint64_t sweeps = kSweeps;  ///< timed
  bool full() const { return runs == kRuns && warmup == kWarmup && sweeps == kSweeps; }
};

/// Numbers of disks of the class, ascending: the four of Table 4 and a geometric sweep below.
std::vector<std::size_t> disk_sizes(const Request& request);

/// The entries of one size: schemes that make trial moves. Event chains have a protocol of their
/// own (../ecmc/chain_entries.hpp). The serial baseline, which the ratios of Table 4 refer to, is
/// left out of no class.
std::vector<DiskEntry> disk_entries(const Request& request, std::size_t disks);

/// The plan for a scheme whose sweep takes `seconds`: the paper's where the class allows it, else
/// fewer sweeps, then fewer runs.
SweepPlan sweep_plan(const Request& request, double seconds);

}  // namespace touchstone::benchmarks::mpmc
