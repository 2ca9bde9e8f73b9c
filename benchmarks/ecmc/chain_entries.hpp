// benchmarks/ecmc/chain_entries.hpp
// Purpose   Which legs of event chains are timed, how often and how long.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           section 4 and Figure 7, and the authors' scripts: packing fraction 0.708, 40 active
//           disks on 1 to 40 threads, horizon violations ignored, liftings not recorded.
// Not here  Timing (timed_chains.hpp), what precedes a leg (preparations.hpp).
#pragma once
#include <string>
#include <vector>

#include "benchmarks/records.hpp"
#include "benchmarks/selection.hpp"
#include "models/disks/chains/chain_registry.hpp"

namespace touchstone::benchmarks::ecmc {

inline constexpr const char* kFamily = "ecmc";
inline constexpr const char* kLiftingRate = "liftings per second";
inline constexpr double kPackingFraction = 0.708;
inline constexpr std::size_t kPublishedActive = 40;
/// Legs are advanced by a quarter of the box at a time, as samplers do.
inline constexpr disks::Ticks kPiece = disks::kTicksPerSide / 4;

/// A step of work on so many disks, as records tell it.
Subject chain_subject(const SchemeInfo& scheme, const std::string& metric, const std::string& name,
                      std::size_t disks, int threads);

/// One scheme with so many disks, of which so many are active, on some threads.
struct ChainEntry {
  const disks::ChainScheme* scheme;
  std::size_t disks;
  std::size_t active;
  int threads;
  std::string name() const;  ///< "ecmc/word-chains/disks:4096/active:40/threads:2"
  Subject subject() const {
    return chain_subject(scheme->info, kLiftingRate, name(), disks, threads);
  }
};

Protocol chain_protocol(const Request& request);

/// Numbers of disks of the class, ascending.
std::vector<std::size_t> chain_sizes(const Request& request);

/// The entries of one size; none when the filter matches no scheme.
std::vector<ChainEntry> chain_entries(const Request& request, std::size_t disks);

}  // namespace touchstone::benchmarks::ecmc
