// benchmarks/cmc/cluster_entries.hpp
// Purpose   Which steps of star clusters are timed: schemes, numbers of stars, ranks and threads.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 4.3 and Figures 6
//           to 9: Plummer models, up to 50 steps, without the start, 1 to 1024 processors.
// Not here  Timing and records (timed_cluster.hpp).
#pragma once
#include <string>
#include <vector>

#include "benchmarks/records.hpp"
#include "benchmarks/selection.hpp"
#include "models/cmc/binaries.hpp"
#include "models/cmc/cluster_start.hpp"
#include "models/cmc/registry.hpp"

namespace touchstone::benchmarks::cmc {

inline constexpr const char* kFamily = "cmc";

/// One scheme with so many stars. For ranks that are processes' stand-ins there may be more of them
/// than cores; blocks of a scheme on threads are as many as make full vectors on two cores.
struct ClusterEntry {
  const cluster::ClusterScheme* scheme;
  std::size_t stars;
  std::size_t ranks;
  int threads;
  cluster::ClusterStart start = {};
  cluster::BinaryWords binaries = {};
  std::string collisions = "none";
  std::string formation = "none";
  /// "cmc/openmp/stars:100000/ranks:16/threads:2"; another start than the usual one before stars.
  std::string name() const;
  Subject subject() const;
};

Protocol cluster_protocol(const Request& request);

/// Numbers of stars of the class, ascending.
std::vector<std::size_t> cluster_sizes(const Request& request);

/// The entries of one size; none when the filter matches no scheme. Ranks that send messages are
/// doubled up to the most of the class, threads of parallel schemes up to those asked for.
std::vector<ClusterEntry> cluster_entries(const Request& request, std::size_t stars);

/// Blocks of a scheme on threads.
inline constexpr std::size_t kBlocks = 16;
/// Most blocks of a scheme with one for each of many threads, as far as there are stars.
inline constexpr std::size_t kMostBlocks = std::size_t{1} << 20;

}  // namespace touchstone::benchmarks::cmc
