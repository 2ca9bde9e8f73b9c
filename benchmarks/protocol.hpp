// benchmarks/protocol.hpp
// Purpose   What is timed and for how long: the paper's protocol, and what is left of it when a
//           class is too small for it.
// Source    Anderson et al., J. Comput. Phys. 254, 27 (2013), section 5.1 and Figure 4: packing
//           fraction 0.698, 100 sweeps to warm up, 100 timed sweeps, 11 runs, median.
// Not here  Timing (timing.hpp), records (session.hpp).
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/core/problem_class.hpp"
#include "models/disks/registry.hpp"

namespace touchstone::benchmarks {

inline constexpr double kPackingFraction = 0.698;
inline constexpr int kRuns = 11;
inline constexpr std::uint64_t kWarmup = 100;
inline constexpr std::uint64_t kSweeps = 100;
/// All pairs: beyond this a sweep says nothing that N^2 does not.
inline constexpr std::size_t kAllPairsLimit = 1024;

/// What the user asked for.
struct Request {
  ProblemClass problem_class = ProblemClass::S;
  std::string family = "*";
  std::string filter = "*";          ///< pattern of scheme names
  std::vector<std::size_t> disks;    ///< empty: those of the class
  std::vector<std::size_t> stars;    ///< empty: those of the class
  std::optional<std::size_t> ranks;  ///< star clusters, hard shapes: at most so many
  int threads = 1;                   ///< parallel schemes run on 1 and on this many
  std::uint64_t seed = 1;
  std::string out;
  bool resume = false;
  std::optional<int> runs;  ///< by hand instead of the protocol's
  std::optional<std::uint64_t> warmup;
  std::optional<std::uint64_t> sweeps;
};

/// One scheme at one size on some threads.
struct Entry {
  const disks::DiskScheme* scheme;
  std::size_t disks;
  int threads;
  std::string name() const;  ///< "mpmc/checkerboard-openmp/disks:64009/threads:2"
};

struct Protocol {
  int runs = kRuns;
  std::uint64_t warmup = kWarmup;  ///< per run
  std::uint64_t sweeps = kSweeps;  ///< timed, per run
  bool full() const { return runs == kRuns && warmup == kWarmup && sweeps == kSweeps; }
};

/// A correct scheme of this machine in the family that this protocol is for. Event chains have a
/// protocol of their own (ecmc/chain_entries.hpp).
bool is_timed(const disks::DiskScheme& scheme);
/// Their names.
std::vector<std::string> mpmc_names();

/// Numbers of disks of the class, ascending: the four of Table 4 and a geometric sweep below.
std::vector<std::size_t> sizes(const Request& request);

/// The entries of one size; none when the filter matches no scheme.
std::vector<Entry> entries(const Request& request, std::size_t disks);

/// Trial moves of a sweep, nearly: N for Metropolis, 2.2 N with nM = 4.
double nominal_trials(const Entry& entry);

/// The protocol of an entry whose sweep takes `seconds`: the paper's where the class allows it,
/// else fewer sweeps, then fewer runs. nullopt when even that is too long for the class; the
/// serial checkerboard, which the ratios of Table 4 refer to, is always timed.
std::optional<Protocol> protocol(const Request& request, const Entry& entry, double seconds);

/// The serial scheme that speed-ups refer to.
inline constexpr const char* kSerialBaseline = "mpmc/checkerboard-reference";

}  // namespace touchstone::benchmarks
