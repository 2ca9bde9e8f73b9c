// gpu/exec/emulator/races_test.cpp
// Purpose   Two accesses to one element that nothing puts in order are found, in every order of
//           lanes and blocks; with the barrier or the atomic that was missing, the same kernel
//           passes.
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gpu/exec/emulator/emulate.hpp"
#include "gpu/exec/emulator/lambda_kernel.hpp"

namespace touchstone::gpu {
namespace {

constexpr Launch kBlocks{3, 64};

const Emulation kEmulations[] = {{Order::forward, 1, true},
                                 {Order::reverse, 1, true},
                                 {Order::shuffled, 1, true},
                                 {Order::shuffled, 2, true}};

template <class Kernel>
std::string fault_of(const Kernel& kernel, const Emulation& emulation, Launch launch = kBlocks) {
  try {
    emulate(kernel, launch, emulation);
  } catch (const KernelFault& fault) {
    return std::string(name(fault.kind()));
  }
  return "none";
}

/// `make(true)` has this fault in every order, `make(false)` none.
template <class Make>
void expect_in_every_order(FaultKind kind, Make make) {
  for (const Emulation& emulation : kEmulations) {
    SCOPED_TRACE(std::string(name(emulation.order)));
    EXPECT_EQ(fault_of(make(true), emulation), name(kind));
    EXPECT_EQ(fault_of(make(false), emulation), "none");
  }
}

struct Memory {
  std::vector<std::int32_t> values = std::vector<std::int32_t>(192);
  Span<std::int32_t> span = span_of(values);
};

// ---- within a block ----

TEST(RacesInBlocks, MissingBarrierBetweenReadAndWrite) {
  expect_in_every_order(FaultKind::thread_race, [](bool broken) {
    return kernel_of([=](auto& ctx) {
      const auto tile = ctx.template shared<int>(ctx.block_size(), "tile");
      tile[ctx.thread()] = ctx.thread();
      ctx.sync();
      const int next = tile[(ctx.thread() + 1) % ctx.block_size()];
      if (!broken) ctx.sync();
      tile[ctx.thread()] = next;
    });
  });
}

TEST(RacesInBlocks, OneFlagWrittenByAll) {
  Memory memory;
  expect_in_every_order(FaultKind::thread_race, [&](bool broken) {
    return kernel_of([=, span = memory.span](auto& ctx) {
      const auto flags = ctx.global(span, "flags");
      if (broken || ctx.thread() == 0) flags[ctx.block()] = 1;
    });
  });
}

TEST(RacesInBlocks, AtomicAndPlainRead) {
  Memory memory;
  expect_in_every_order(FaultKind::thread_race, [&](bool broken) {
    return kernel_of([=, span = memory.span](auto& ctx) {
      const auto counts = ctx.global(span, "counts");
      ctx.atomic_add(counts, ctx.block(), 1);
      if (broken)
        counts.load(ctx.block());
      else
        ctx.atomic_load(counts, ctx.block());
    });
  });
}

TEST(RacesInBlocks, AnAtomicReadConflictsWithPlainWritesOnly) {
  Memory memory;
  expect_in_every_order(FaultKind::thread_race, [&](bool broken) {
    return kernel_of([=, span = memory.span](auto& ctx) {
      const auto x = ctx.global(span, "x");
      const auto y = ctx.global(span.part(96, 96), "y");
      ctx.atomic_load(x, ctx.block());
      if (broken && ctx.thread() == 9)
        x[ctx.block()] = 1;
      else
        x.load(ctx.block());
      ctx.atomic_load(y, ctx.block());
      ctx.atomic_add(y, ctx.block(), 1);
    });
  });
}

TEST(RacesInBlocks, AShuffleDoesNotOrderMemory) {
  expect_in_every_order(FaultKind::thread_race, [](bool broken) {
    return kernel_of([=](auto& ctx) {
      const auto tile = ctx.template shared<int>(ctx.block_size(), "tile");
      const int mine = ctx.thread();
      tile[mine] = mine;
      if (broken)
        ctx.shuffle(mine, 0);
      else
        ctx.sync_warp();
      tile.load(mine ^ 1);
    });
  });
}

TEST(RacesInBlocks, AWarpBarrierOrdersOneWarpOnly) {
  expect_in_every_order(FaultKind::thread_race, [](bool broken) {
    return kernel_of([=](auto& ctx) {
      const auto tile = ctx.template shared<int>(ctx.block_size(), "tile");
      tile[ctx.thread()] = 1;
      ctx.sync();
      tile[ctx.thread()] = 2;
      ctx.sync_warp();
      tile.load(ctx.thread() ^ (broken ? 32 : 16));
    });
  });
}

TEST(RacesInBlocks, DeviceMemoryWithoutABarrier) {
  Memory memory;
  expect_in_every_order(FaultKind::thread_race, [&](bool broken) {
    return kernel_of([=, span = memory.span](auto& ctx) {
      const auto x = ctx.global(span, "x");
      x[ctx.global_thread()] = 1;
      if (!broken) ctx.sync();
      x.load(std::int64_t{ctx.block()} * ctx.block_size() + (ctx.thread() + 33) % 64);
    });
  });
}

// ---- between blocks ----

TEST(ConflictsOfBlocks, TwoBlocksWriteOneElement) {
  Memory memory;
  expect_in_every_order(FaultKind::block_conflict, [&](bool broken) {
    return kernel_of<Synchronises::nothing>([=, span = memory.span](auto& ctx) {
      const auto out = ctx.global(span, "out");
      out[broken ? ctx.thread() : ctx.global_thread()] = ctx.block();
    });
  });
}

TEST(ConflictsOfBlocks, OneReadsWhatAnotherWrites) {
  Memory memory;
  expect_in_every_order(FaultKind::block_conflict, [&](bool broken) {
    return kernel_of<Synchronises::nothing>([=, span = memory.span](auto& ctx) {
      const auto x = ctx.global(span, "x");
      const std::int64_t mine = ctx.global_thread();
      x[mine] = 1;
      x.load(broken ? (mine + ctx.block_size()) % ctx.global_size() : mine);
    });
  });
}

TEST(ConflictsOfBlocks, AtomicsDoNotConflict) {
  Memory memory;
  expect_in_every_order(FaultKind::block_conflict, [&](bool broken) {
    return kernel_of<Synchronises::nothing>([=, span = memory.span](auto& ctx) {
      const auto sum = ctx.global(span, "sum");
      if (broken && ctx.thread() == 5)
        sum[5] = sum[5] + 1;
      else
        ctx.atomic_add(sum, ctx.thread(), 1);
    });
  });
}

TEST(ConflictsOfBlocks, TheGridWaits) {
  Memory memory;
  expect_in_every_order(FaultKind::block_conflict, [&](bool broken) {
    return kernel_of<Synchronises::grid>([=, span = memory.span](auto& ctx) {
      const auto x = ctx.global(span, "x");
      x[ctx.global_thread()] = ctx.block();
      if (broken)
        ctx.sync();
      else
        ctx.sync_grid();
      x.load((ctx.global_thread() + 64) % 192);
    });
  });
}

TEST(ConflictsOfBlocks, ElementsOfTwoSizes) {
  Memory memory;
  const Span<std::uint8_t> bytes = span_cast<std::uint8_t>(memory.span);
  expect_in_every_order(FaultKind::block_conflict, [&](bool broken) {
    return kernel_of<Synchronises::nothing>([=, span = memory.span](auto& ctx) {
      const auto words = ctx.global(span, "words");
      const auto halves = ctx.global(bytes, "bytes");
      // Block 0 writes words, block 1 bytes elsewhere, or in the middle of the last of those words.
      if (ctx.block() == 0) words[ctx.thread()] = 1;
      if (ctx.block() == 1) halves[(broken ? 254 : 256) + ctx.thread()] = 1;
    });
  });
}

TEST(ConflictsOfBlocks, LaunchesAreOrdered) {
  Memory memory;
  const auto fill = kernel_of<Synchronises::nothing>([span = memory.span](auto& ctx) {
    ctx.global(span, "x")[ctx.global_thread()] = ctx.block();
  });
  for (int launch = 0; launch < 2; ++launch) {
    EXPECT_EQ(fault_of(fill, {}, {3, 64}), "none");
    EXPECT_EQ(fault_of(fill, {}, {6, 32}), "none");
  }
}

}  // namespace
}  // namespace touchstone::gpu
