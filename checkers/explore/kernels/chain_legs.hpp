// checkers/explore/kernels/chain_legs.hpp
// Purpose   Legs of event chains on a few disks, as cases of the kernels in optimized/ecmc: which
//           thread moves which chains, where the leg must end, and what must hold at any end.
// Source    Configurations of checkers/explore/event_chain, in the same fixed-point units; here
//           positions are modulo 2^32, as in production.
// Not here  The kernels (tag_chains.cpp, word_chains.cpp), their cells (explored_chains.hpp).
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "checkers/explore/event_chain/configuration.hpp"
#include "optimized/ecmc/chain_kernel.hpp"

namespace touchstone::explore {

using disks::DiskIndex;
using disks::FixedCoordinate;

struct ChainArrow {
  DiskIndex to = 0;
  FixedCoordinate separation = 0;
};

struct ChainLeg {
  std::string name;
  std::vector<FixedCoordinate> x;
  std::vector<std::vector<ChainArrow>> arrows;     ///< by disk
  std::vector<std::vector<DiskIndex>> of_threads;  ///< active disks, by thread that moves them
  optimized::StepLimits limits;
};

/// A disk as kernels leave it.
struct DiskEnd {
  FixedCoordinate x = 0;
  std::uint32_t time_plus_1 = 0;  ///< 0: never active
  bool active = false;
  bool operator==(const DiskEnd&) const = default;
};

/// `threads[c]` moves chain c; empty: each chain has a thread of its own. All positions are shifted
/// by `shift`, so that disks may lie on both sides of the border of the box.
ChainLeg leg_of(const Configuration& configuration, std::vector<std::size_t> threads = {},
                FixedCoordinate shift = 0);

/// Disks in a row around the box, each hits the next: gaps[i] lies between disk i and the next.
ChainLeg ring_leg(std::string name, const std::vector<FixedCoordinate>& gaps,
                  std::vector<std::vector<DiskIndex>> of_threads, std::uint32_t end);

/// The legs on which both kernels are explored: the paper's suites, witnesses found by search for
/// what those let pass, more chains than threads, a row of chains that get stuck behind each other,
/// and boxes that are periodic. The first one is small enough for execution graphs.
std::vector<ChainLeg> standard_legs();
/// For the kernel with tags. Found by search: setting a disk free after a failed second look has to
/// be a release (20), which takes a third chain to see: one that read the old position before the
/// first owner came.
Configuration give_back();
/// For the kernel with words. Found by search: a claim has to acquire what the last owner has seen
/// of the disks ahead.
Configuration seen_by_the_last_owner();

/// End of the leg with one global clock. nullopt: two events of a disk coincide, so that the end is
/// not defined.
std::optional<std::vector<DiskEnd>> global_clock_end(const ChainLeg& leg);

/// Empty, or what is wrong with an end. Without a violation it must be that of the global clock;
/// after one no disks overlap, and as many are active as before.
std::string compared(const ChainLeg& leg, const std::vector<DiskEnd>& expected,
                     const std::vector<DiskEnd>& found, bool violated);

}  // namespace touchstone::explore
