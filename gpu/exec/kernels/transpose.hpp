// gpu/exec/kernels/transpose.hpp
// Purpose   A matrix turned over in tiles of shared memory, so that both reads and writes of device
//           memory are of neighbours.
#pragma once
#include <cstdint>

#include "gpu/exec/context.hpp"

namespace touchstone::gpu {

/// out[x * rows + y] = in[y * columns + x]. One block of kTile * kTile threads per tile.
struct Transpose {
  static constexpr const char* kName = "exec/transpose";
  static constexpr int kTile = 8;
  static constexpr int kMaxThreads = kTile * kTile;
  std::size_t shared_bytes(int) const { return sizeof(float) * kTile * (kTile + 1); }
  Span<const float> in;
  Span<float> out;
  int rows = 0, columns = 0;

  Launch launch() const { return {tiles(columns) * tiles(rows), kTile * kTile}; }
  TOUCHSTONE_HD static int tiles(int length) { return (length + kTile - 1) / kTile; }

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const auto from = ctx.global(in, "in");
    const auto to = ctx.global(out, "out");
    // One column more than needed: the threads of a warp then read different memory banks.
    const auto tile = ctx.template shared<float>(kTile * (kTile + 1), "tile");
    const int left = ctx.block() % tiles(columns) * kTile;
    const int top = ctx.block() / tiles(columns) * kTile;
    const int i = ctx.thread() % kTile;
    const int j = ctx.thread() / kTile;
    if (top + j < rows && left + i < columns)
      tile[j * (kTile + 1) + i] = from[(top + j) * columns + left + i];
    ctx.sync();  // the tile is complete before it is read across
    if (left + j < columns && top + i < rows)
      to[(left + j) * rows + top + i] = tile[i * (kTile + 1) + j];
  }
};

}  // namespace touchstone::gpu
