// gpu/exec/sums/sum_buffers.hpp
// Purpose   The host's side of sums with the bits of a serial loop: scratch memory, which is kept,
//           and launches. A template over its device.
// Not here  Kernels (serial_sums.hpp).
#pragma once
#include <algorithm>
#include <cstdint>

#include "gpu/exec/sums/serial_sums.hpp"

namespace touchstone::gpu {

template <class Device>
class SerialSums {
 public:
  /// Tiles are no shorter than `shortest`, and so long that there are at most 1024 nodes of them
  /// among the most terms: what is summed does not depend on it.
  SerialSums(Device& device, std::int64_t most_terms, std::int32_t shortest = 32)
      : device_(device),
        length_(std::max(shortest,
                         static_cast<std::int32_t>((most_terms + kMostTiles - 1) / kMostTiles))),
        most_nodes_(std::max<std::int64_t>(tiling(most_terms).nodes(), 1)),
        before_tile_(device.template allocate<double>(most_nodes_ * kWarpSize)),
        before_node_(device.template allocate<double>(most_nodes_)),
        tiles_(device.template allocate<RoundedRun>(most_nodes_ * kWarpSize)),
        nodes_(device.template allocate<RoundedRun>(most_nodes_)),
        node_starts_(device.template allocate<double>(most_nodes_)) {}

  /// total[0] = start[0] + terms[0] + ..., from the left.
  void total(Span<const double> terms, Span<const double> start, Span<double> total) {
    const SumTiling tiles = tiling(terms.size);
    const Launch one_warp{1, kWarpSize};
    const Launch nodes{static_cast<int>(std::max<std::int64_t>(tiles.nodes(), 1)), kWarpSize};
    device_.launch(SumTiles{tiles, terms, scratch()}, nodes);
    device_.launch(SumNodes{tiles, start, scratch()}, one_warp);
    device_.launch(FindRuns{tiles, terms, scratch()}, nodes);
    device_.launch(WalkNodes{tiles, terms, start, scratch(), total}, one_warp);
  }
  /// The same, and sums[i] is the sum after terms[i]; as many as terms, and other memory.
  void running(Span<const double> terms, Span<const double> start, Span<double> sums,
               Span<double> total) {
    this->total(terms, start, total);
    const SumTiling tiles = tiling(terms.size);
    if (terms.size > 0)
      device_.launch(ReplayTiles{tiles, terms, scratch(), sums},
                     {static_cast<int>(tiles.nodes()), kWarpSize});
  }

 private:
  template <class T>
  using Buffer = typename Device::template Buffer<T>;
  static constexpr std::int64_t kMostTiles = 1024 * kWarpSize;

  SumTiling tiling(std::int64_t terms) const { return {terms, length_}; }
  SumScratch scratch() {
    return {before_tile_.span(), before_node_.span(), tiles_.span(), nodes_.span(),
            node_starts_.span()};
  }

  Device& device_;
  std::int32_t length_;
  std::int64_t most_nodes_;
  Buffer<double> before_tile_, before_node_;
  Buffer<RoundedRun> tiles_, nodes_;
  Buffer<double> node_starts_;
};

}  // namespace touchstone::gpu
