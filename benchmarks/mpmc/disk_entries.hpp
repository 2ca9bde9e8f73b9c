// benchmarks/mpmc/disk_entries.hpp
// Purpose   Schemes and sizes to time, and for how long: the paper's protocol, and what is left of
//           it when a class is too small for it.
// Source    Anderson et al., J. Comput. Phys. 254, 27 (2013), section 5.1 and Figure 4: packing
//           fraction 0.698, 100 sweeps to warm up, 100 timed sweeps, 11 runs, median.
// Not here  Timing (timed_disks.hpp), jobs (disk_jobs.cpp).
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/request.hpp"
#include "models/disks/registry.hpp"

namespace touchstone::benchmarks::mpmc {

inline constexpr double kPackingFraction = 0.698;
inline constexpr int kRuns = 11;
inline constexpr std::uint64_t kWarmup = 100;
inline constexpr std::uint64_t kSweeps = 100;
/// All pairs: beyond this a sweep says nothing that N^2 does not.
inline constexpr std::size_t kAllPairsLimit = 1024;

/// One scheme at one size on some threads.
struct DiskEntry {
  const disks::DiskScheme* scheme;
  std::size_t disks;
  int threads;
  std::string name() const;  ///< "mpmc/checkerboard-openmp/disks:64009/threads:2"
  /// Whether a sweep over all pairs would be too long in any class.
  bool too_many_pairs() const { return scheme->all_pairs && disks > kAllPairsLimit; }
};

struct Protocol {
  int runs = kRuns;
  std::uint64_t warmup = kWarmup;  ///< per run
  std::uint64_t sweeps = kSweeps;  ///< timed, per run
  bool full() const { return runs == kRuns && warmup == kWarmup && sweeps == kSweeps; }
};

/// A correct scheme of this machine that makes trial moves: this protocol is for them. Event chains
/// have a protocol of their own (../ecmc/chain_entries.hpp).
bool is_timed(const disks::DiskScheme& scheme);
/// Numbers of disks of the class, ascending: the four of Table 4 and a geometric sweep below.
std::vector<std::size_t> disk_sizes(const Request& request);

/// The entries of one size, those with too many pairs among them; none when the filter matches no
/// scheme.
std::vector<DiskEntry> disk_entries(const Request& request, std::size_t disks);

/// Trial moves of a sweep, nearly: N, or 2.2 N in cells with nM = 4.
double nominal_trials(const DiskEntry& entry);

/// The protocol of an entry whose sweep takes `seconds`: the paper's where the class allows it,
/// else fewer sweeps, then fewer runs. nullopt when even that is too long for the class; the
/// serial baseline, which the ratios of Table 4 refer to, is always timed.
std::optional<Protocol> protocol(const Request& request, const DiskEntry& entry, double seconds);

}  // namespace touchstone::benchmarks::mpmc
