// benchmarks/ecmc/chain_roofline.hpp
// Purpose   Upper bound on the rate of liftings on one core of this machine: the instructions that
//           no implementation of the method can avoid, at the speed of this core; and the latency
//           of a load whose address is the result of another.
// Source    Li et al. 2021, Algorithm 6, with the minimal graph: 2.1 arrows for each disk.
// Computes  By hand count, for each arrow: load target and separation, load the position, subtract
//           both, pack with the rank, compare, select: 8 instructions; with local times 4 more
//           (unpack, add, compare, collect). For each lifting: load the record, store the position,
//           count: 8; with local times 11 (pack and store two states). In all 25 and 36.
//           One chain alone also waits: for the arrows, then for the positions, two loads one after
//           the other at the first level of the cache, then for subtract, subtract, pack, two
//           minima of two operations, unpack and select, 10 dependent operations. k interleaved
//           chains share that wait. On threads, one compare-and-swap.
//           time of a lifting >= max(instructions, wait / k, compare-and-swap) / threads.
// Not here  Loads beyond the first-level cache, mispredicted branches, chains in each other's way:
//           the distance between this bound and a scheme. Bytes: 2.1 records of 32 bytes are loaded
//           and two are changed, in 2 to 4 lines of 64 bytes.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "benchmarks/request.hpp"
#include "suite/results.hpp"

namespace touchstone::benchmarks::ecmc {

inline constexpr double kArrowsPerDisk = 2.1;

/// Seconds on one core, medians of batches.
struct ChainRooflineCosts {
  double instruction = 0;  ///< one of many that do not depend on each other
  double dependent = 0;    ///< addition to the result of the addition before
  double load = 0;         ///< from level-1 cache, address given by the load before
  double exchange = 0;     ///< uncontended compare-and-swap, level-1 cache
};
ChainRooflineCosts measure_chain_roofline_costs();
/// Those of this machine, measured once.
const ChainRooflineCosts& chain_costs();

/// Pattern of the addresses of consecutive dependent loads.
enum class Chase {
  walk,   ///< as a chain walks along a band: onwards, within eight records of the last
  random  ///< anywhere
};
/// Seconds of a load whose address the last one gave, in an array of `records` records of 32 bytes.
double chase_seconds(std::size_t records, Chase chase);

/// Work of a scheme that the bound depends on.
struct ChainWork {
  bool local_times = true;
  bool exchange = false;
  std::size_t active = 1;
  int threads = 1;
};
double roofline_instructions(bool local_times);
/// Seconds per lifting, all threads together.
double chain_roofline(const ChainRooflineCosts& costs, const ChainWork& work);

/// Records of the costs, and of loads in arrays of these numbers of disks.
std::vector<ResultRecord> chain_roofline_records(const Request& request,
                                                 const ChainRooflineCosts& costs,
                                                 const std::vector<std::size_t>& disks);

}  // namespace touchstone::benchmarks::ecmc
