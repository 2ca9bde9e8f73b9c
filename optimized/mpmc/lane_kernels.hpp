// optimized/mpmc/lane_kernels.hpp
// Purpose   The vector kernels of the checkerboard sweep, compiled once per instruction set and
//           chosen by name.
// Source    Anderson et al. 2013, Algorithms 2 (sub-sweep) and 4 (shift).
// Not here  Their bodies (lane_sub_sweep-inl.hpp, lane_shift-inl.hpp), threads
//           (checkerboard_simd.cpp).
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "models/core/random/philox.hpp"
#include "models/disks/space.hpp"
#include "optimized/mpmc/lane_cells.hpp"

namespace touchstone::optimized {

/// One colour of one sweep.
struct SubSweep {
  PhiloxKey key;
  std::uint64_t sweep;
  float max_displacement;
  unsigned trials_per_cell;
  unsigned parity_x;
  unsigned parity_y;
};

struct LaneCounts {
  explicit LaneCounts(unsigned trials_per_cell) : accepted(trials_per_cell) {}
  std::uint64_t cells = 0;  ///< not empty: each attempts nM trials
  std::uint64_t particles = 0;
  std::vector<std::uint64_t> accepted;  ///< by trial index
};

struct LaneKernels {
  const char* backend;  ///< avx512, avx2, portable
  bool available;       ///< on this machine
  int lanes = 1;        ///< cells that one instruction treats
  /// Updates the active cells of rows [first, last) of memory.
  void (*sub_sweep)(LaneCells&, const SubSweep&, std::size_t first, std::size_t last, LaneCounts&);
  /// Replaces rows [first, last) of memory in rising order, each by what it and the next one held;
  /// the last takes row `next` for it. Returns false when a cell would overflow.
  bool (*shift)(LaneCells&, disks::GridShift<float>, std::size_t first, std::size_t last,
                std::size_t next);
};

/// All compiled kernels, best first.
std::span<const LaneKernels> lane_kernels();

}  // namespace touchstone::optimized
