// benchmarks/ecmc/chain_entries.hpp
// Purpose   Which legs of event chains are timed, how often and how long.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           section 4 and Figure 7, and the authors' scripts: packing fraction 0.708, 40 active
//           disks on 1 to 40 threads, horizon violations ignored, liftings not recorded.
// Not here  Timing (timed_chains.hpp), what precedes a leg (preparations.hpp).
#pragma once
#include <string>
#include <vector>

#include "benchmarks/request.hpp"
#include "models/disks/chains/chain_registry.hpp"

namespace touchstone::benchmarks::ecmc {

inline constexpr double kPackingFraction = 0.708;
inline constexpr std::size_t kPublishedActive = 40;
/// Legs are advanced by a quarter of the box at a time, as samplers do.
inline constexpr disks::Ticks kPiece = disks::kTicksPerSide / 4;

/// One scheme with so many disks, of which so many are active, on some threads.
struct ChainEntry {
  const disks::ChainScheme* scheme;
  std::size_t disks;
  std::size_t active;
  int threads;
  std::string name() const;  ///< "ecmc/word-chains/disks:4096/active:40/threads:2"
};

struct ChainProtocol {
  int runs;
  double seconds;  ///< least duration of each run, in seconds
};
ChainProtocol chain_protocol(const Request& request);

/// The schemes that are timed, by name.
std::vector<const disks::ChainScheme*> timed_schemes();

/// Numbers of disks of the class, ascending.
std::vector<std::size_t> chain_sizes(const Request& request);

/// Powers of two up to the number asked for, and that number.
std::vector<int> thread_counts(const Request& request);

/// The entries of one size; none when the filter matches no scheme.
std::vector<ChainEntry> chain_entries(const Request& request, std::size_t disks);

}  // namespace touchstone::benchmarks::ecmc
