// gpu/exec/kernels/words.hpp
// Purpose   Every word of gpu/exec/context.hpp once, its results packed into one number per thread:
//           for the comparison of devices.
#pragma once
#include <cstdint>

#include "gpu/exec/context.hpp"

namespace touchstone::gpu {

struct EveryWord {
  static constexpr const char* kName = "exec/every-word";
  static constexpr bool kSynchronisesGrid = true;
  std::size_t shared_bytes(int threads) const {
    return 6 * sizeof(std::uint64_t) + sizeof(std::uint32_t) * static_cast<std::size_t>(threads);
  }
  Span<std::uint64_t> out;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const auto results = ctx.global(out, "out");
    const auto cells = ctx.template shared<std::int64_t>(6, "cells");
    const auto tile = ctx.template shared<std::uint32_t>(ctx.block_size(), "tile");
    if (ctx.thread() < 6) cells[ctx.thread()] = 7;
    ctx.sync();
    std::uint64_t word = atomics(ctx, cells);
    mix(word, warp_words(ctx));
    tile[ctx.thread()] = static_cast<std::uint32_t>(word);
    ctx.sync_warp();
    mix(word, tile.load(ctx.thread() / kWarpSize * kWarpSize + (ctx.lane() + 1) % ctx.lanes()));
    mix(word, (ctx.sync_any(ctx.thread() == 39) ? 1u : 0u) + (ctx.sync_any(false) ? 2u : 0u));
    results[ctx.global_thread()] = word;
    ctx.sync_grid();
    mix(word, results.load((ctx.global_thread() + ctx.block_size()) % ctx.global_size()));
    ctx.sync_grid();
    results[ctx.global_thread()] = word;
  }

 private:
  TOUCHSTONE_HD static void mix(std::uint64_t& word, std::uint64_t more) {
    word = word * 0x9E3779B97F4A7C15u + more;
  }

  /// Values that all threads together leave in the cells, which do not depend on their order.
  template <class Context, class Cells>
  TOUCHSTONE_HD static std::uint64_t atomics(Context& ctx, const Cells& cells) {
    const std::int64_t mine = ctx.global_thread();
    ctx.atomic_add(cells, 0, mine);
    ctx.atomic_min(cells, 1, -mine);
    ctx.atomic_max(cells, 2, mine);
    ctx.atomic_exchange(cells, 3, 11);
    ctx.atomic_compare_exchange(cells, 4, 7, 13);
    ctx.atomic_store(cells, 5, 17);
    ctx.sync();
    std::uint64_t word = static_cast<std::uint64_t>(ctx.atomic_load(cells, 0));
    for (int i = 1; i < 6; ++i) mix(word, static_cast<std::uint64_t>(cells.load(i)));
    return word;
  }

  struct Pair {
    double number;
    std::int32_t thread;
  };

  template <class Context>
  TOUCHSTONE_HD static std::uint64_t warp_words(const Context& ctx) {
    const std::int32_t mine = ctx.thread();
    std::uint64_t word = ctx.ballot(mine % 3 == 0);
    mix(word, static_cast<std::uint64_t>(ctx.shuffle(mine, ctx.lanes() - 1)));
    mix(word, static_cast<std::uint64_t>(ctx.shuffle_up(mine, 3)));
    mix(word, static_cast<std::uint64_t>(ctx.shuffle_down(std::int64_t{mine}, 3)));
    const Pair pair = ctx.shuffle_xor(Pair{0.5 * mine, mine}, 9);
    mix(word, static_cast<std::uint64_t>(4.0 * pair.number) + static_cast<unsigned>(pair.thread));
    mix(word, (ctx.any(mine == 35) ? 1u : 0u) + (ctx.all(mine < 32) ? 2u : 0u));
    return word;
  }
};

}  // namespace touchstone::gpu
