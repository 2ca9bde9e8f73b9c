// gpu/exec/emulator/faults_test.cpp
// Purpose   Each rule of gpu/exec/context.hpp has a tiny kernel that breaks it and is found, in
//           every order, and a twin that keeps it and passes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gpu/exec/emulator/emulate.hpp"
#include "gpu/exec/emulator/lambda_kernel.hpp"

namespace touchstone::gpu {
namespace {

using testing::HasSubstr;

constexpr int kThreads = 40;  // a whole warp and a part of one
constexpr Launch kTwoBlocks{2, kThreads};
constexpr Launch kOneBlock{1, kThreads};

class Faults : public testing::TestWithParam<Emulation> {
 protected:
  template <class Kernel>
  std::optional<KernelFault> fault(const Kernel& kernel, Launch launch) const {
    try {
      emulate(kernel, launch, GetParam());
    } catch (const KernelFault& found) {
      return found;
    }
    return std::nullopt;
  }

  /// `make(true)` is a kernel with a fault of this kind, `make(false)` one without.
  template <class Make>
  void expect(FaultKind kind, Launch launch, const std::string& words, Make make) {
    const auto found = fault(make(true), launch);
    ASSERT_TRUE(found) << "the planted fault was not found";
    EXPECT_EQ(name(found->kind()), name(kind)) << found->what();
    EXPECT_THAT(found->what(), HasSubstr(words));
    EXPECT_THAT(found->what(), HasSubstr("kernel 'test/lambda', block "));
    EXPECT_THAT(found->what(),
                HasSubstr(std::string("replay: order ") + std::string(name(GetParam().order)) +
                          ", seed " + std::to_string(GetParam().seed)));
    const auto again = fault(make(true), launch);
    ASSERT_TRUE(again);
    EXPECT_STREQ(again->what(), found->what()) << "the same order and seed, another fault";
    const auto none = fault(make(false), launch);
    EXPECT_FALSE(none) << "in the kernel without a fault: " << none->what();
  }

  std::vector<std::int32_t> numbers = std::vector<std::int32_t>(2 * kThreads);
  Span<std::int32_t> all = span_of(numbers);
};

// ---- barriers ----

TEST_P(Faults, BarrierThatHalfOfTheLanesReach) {
  expect(FaultKind::divergent_barrier, kTwoBlocks, "has returned", [](bool broken) {
    return kernel_of([=](auto& ctx) {
      if (broken && ctx.thread() >= ctx.block_size() / 2) return;
      ctx.sync();
    });
  });
}

TEST_P(Faults, BarriersOfTwoBranches) {
  expect(FaultKind::divergent_barrier, kTwoBlocks, "faults_test.cpp", [](bool broken) {
    return kernel_of([=](auto& ctx) {
      if (broken && ctx.thread() == 7)
        ctx.sync();
      else
        ctx.sync();
    });
  });
}

TEST_P(Faults, LoopOfUnequalLength) {
  expect(FaultKind::divergent_barrier, kTwoBlocks, "sync_any()", [](bool broken) {
    return kernel_of([=](auto& ctx) {
      const int rounds = broken && ctx.thread() == 3 ? 2 : 3;
      for (int round = 0; round < rounds; ++round) ctx.sync_any(true);
    });
  });
}

TEST_P(Faults, BlockThatMissesABarrierOfTheGrid) {
  expect(FaultKind::divergent_barrier, kTwoBlocks, "sync_grid()", [](bool broken) {
    return kernel_of<Synchronises::grid>([=](auto& ctx) {
      if (broken && ctx.block() == 1) return;
      ctx.sync_grid();
    });
  });
}

// ---- warps ----

TEST_P(Faults, CollectiveInAHalfWarp) {
  expect(FaultKind::diverged_warp, kTwoBlocks, "shuffle_down()", [](bool broken) {
    return kernel_of([=](auto& ctx) {
      if (!broken || ctx.lane() < 16) ctx.shuffle_down(ctx.lane(), 1);
    });
  });
}

TEST_P(Faults, CollectivesOfTwoBranches) {
  expect(FaultKind::diverged_warp, kTwoBlocks, "ballot()", [](bool broken) {
    return kernel_of([=](auto& ctx) {
      if (broken && ctx.lane() == 5)
        ctx.any(true);
      else
        ctx.ballot(true);
    });
  });
}

TEST_P(Faults, WarpThatWaitsForItsBlock) {
  expect(FaultKind::diverged_warp, kTwoBlocks, "sync()", [](bool broken) {
    return kernel_of([=](auto& ctx) {
      if (broken && ctx.lane() == 0) ctx.sync();
      ctx.all(true);
    });
  });
}

TEST_P(Faults, ShuffleFromNobody) {
  expect(FaultKind::no_such_lane, kTwoBlocks, "expected 0 <= lane < 8, found 8", [](bool broken) {
    return kernel_of([=](auto& ctx) { ctx.shuffle(1.0f, broken ? 8 : ctx.lanes() - 1); });
  });
}

// ---- memory ----

class Indices : public Faults {};  // they are judged without checks, too

TEST_P(Indices, IndexPastTheEnd) {
  expect(FaultKind::out_of_range, kTwoBlocks, "index 80: index out of range", [this](bool broken) {
    return kernel_of<Synchronises::nothing>([=, span = all](auto& ctx) {
      const auto out = ctx.global(span, "out");
      if (broken || ctx.global_thread() < 79) out[ctx.global_thread() + 1] = 1;
    });
  });
}

TEST_P(Indices, NegativeIndex) {
  expect(FaultKind::out_of_range, kOneBlock, "array 'tile'", [](bool broken) {
    return kernel_of([=](auto& ctx) {
      const auto tile = ctx.template shared<float>(ctx.block_size(), "tile");
      tile[ctx.thread()] = 1;
      ctx.sync();
      if (broken || ctx.thread() > 0) tile.load(ctx.thread() - 1);
    });
  });
}

TEST_P(Faults, MisalignedVectorLoad) {
  expect(FaultKind::misaligned, kOneBlock, "multiple of 8, found 4 bytes after", [this](bool b) {
    const auto pairs = span_cast<double>(all.part(b ? 1 : 2, 20));
    return kernel_of([=](auto& ctx) {
      const auto in = ctx.global(pairs, "pairs");
      if (ctx.thread() < 10) in.load(ctx.thread());
    });
  });
}

TEST_P(Faults, UnwrittenSharedMemory) {
  expect(FaultKind::unwritten_shared, kTwoBlocks, "array 'tile' index 39", [](bool broken) {
    return kernel_of([=](auto& ctx) {
      const auto tile = ctx.template shared<float>(ctx.block_size(), "tile");
      if (!broken || ctx.thread() < 39) tile[ctx.thread()] = 1;
      ctx.sync();
      tile.load(ctx.block_size() - 1 - ctx.thread());
    });
  });
}

TEST_P(Faults, UnwrittenSharedCounter) {
  expect(FaultKind::unwritten_shared, kTwoBlocks, "array 'count' index 0", [](bool broken) {
    return kernel_of([=](auto& ctx) {
      const auto count = ctx.template shared<int>(1, "count");
      if (!broken && ctx.thread() == 0) count[0] = 0;
      ctx.sync();
      ctx.atomic_add(count, 0, 1);
    });
  });
}

TEST_P(Faults, MoreSharedMemoryThanDeclared) {
  expect(FaultKind::shared_allocation, kOneBlock, "needs 40 bytes in all", [](bool broken) {
    return kernel_of(
        [=](auto& ctx) {
          ctx.template shared<char>(1, "flag");
          ctx.template shared<double>(4, "numbers");  // from byte 8: it is aligned
        },
        broken ? 39 : 40);
  });
}

TEST_P(Faults, SharedMemoryOfTwoShapes) {
  expect(FaultKind::shared_allocation, kOneBlock, "another thread asked", [](bool broken) {
    return kernel_of(
        [=](auto& ctx) { ctx.template shared<int>(broken ? ctx.thread() + 1 : 1, "tile"); });
  });
}

// ---- waiting ----

// Found where a thread that waits comes before the one it waits for: of two blocks, in one order of
// both directions.
TEST(WaitingLoop, IsFoundWhereTheOtherThreadComesLater) {
  const auto found = [](Order order, bool waits) -> std::string {
    std::vector<std::int32_t> flags(2);
    const auto kernel = kernel_of([=, span = span_of(flags)](auto& ctx) {
      const auto ready = ctx.global(span, "ready");
      ctx.atomic_store(ready, ctx.block(), 1);
      if (ctx.block() == 1 && waits)
        while (ctx.atomic_load(ready, 0) == 0) {
        }
    });
    try {
      emulate(kernel, {2, 1}, {order, 1, true});
    } catch (const KernelFault& fault) {
      EXPECT_EQ(fault.kind(), FaultKind::waiting_loop);
      return fault.what();
    }
    return "nothing";
  };
  EXPECT_EQ(found(Order::forward, false), "nothing");
  EXPECT_EQ(found(Order::reverse, false), "nothing");
  EXPECT_EQ(found(Order::forward, true), "nothing");  // block 0 has run before
  EXPECT_THAT(found(Order::reverse, true),
              HasSubstr("block 1, thread 0, array 'ready' index 0: loop that waits"));
}

// A lock that counts its waits, and a flag that is read without an atomic operation.
TEST(WaitingLoop, IsFoundAmongAFewElements) {
  std::vector<std::uint32_t> elements(16);
  const auto found = [&](bool checks, auto&& loop) -> std::string {
    elements.assign(16, 0);
    const auto kernel = kernel_of([loop, span = span_of(elements)](auto& ctx) {
      if (ctx.thread() == 1) loop(ctx, ctx.global(span, "lock"));
    });
    try {
      emulate(kernel, {1, 3}, {Order::forward, 1, checks});
    } catch (const KernelFault& fault) {
      EXPECT_EQ(fault.kind(), FaultKind::waiting_loop);
      return fault.what();
    }
    return "nothing";
  };
  const auto counted = [](auto& ctx, auto lock) {
    while (ctx.atomic_load(lock, 0) == 0) ctx.atomic_add(lock, 1, 1u);
  };
  const auto plain = [](auto&, auto lock) {
    while (lock.load(0) == 0) {
    }
  };
  const auto long_work = [](auto&, auto lock) {
    for (int i = 0; i < 2'000'000; ++i) lock.store(i % 16, lock.load(i % 16) + 1);
  };
  EXPECT_THAT(found(true, counted), HasSubstr("block 0, thread 1, array 'lock' index "));
  EXPECT_THAT(found(false, counted), HasSubstr("block 0, thread 1, array 'lock' index "));
  EXPECT_THAT(found(true, plain), HasSubstr("array 'lock' index 0: loop that waits"));
  EXPECT_EQ(found(true, long_work), "nothing");
}

// ---- what is declared ----

TEST_P(Faults, BarrierInAKernelThatDeclaresNone) {
  const auto found =
      fault(kernel_of<Synchronises::nothing>([](auto& ctx) { ctx.sync(); }), kOneBlock);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind(), FaultKind::undeclared_operation);
  EXPECT_THAT(found->what(), HasSubstr("but kSynchronises is false"));
  const auto grid = fault(kernel_of([](auto& ctx) { ctx.sync_grid(); }), kOneBlock);
  ASSERT_TRUE(grid);
  EXPECT_THAT(grid->what(), HasSubstr("but kSynchronisesGrid is false"));
}

std::string name_of(const testing::TestParamInfo<Emulation>& test) {
  return std::string(name(test.param.order)) + std::to_string(test.param.seed) +
         (test.param.checks ? "" : "unchecked");
}

const auto kChecked =
    testing::Values(Emulation{Order::forward, 1, true}, Emulation{Order::reverse, 1, true},
                    Emulation{Order::shuffled, 1, true}, Emulation{Order::shuffled, 2, true});
INSTANTIATE_TEST_SUITE_P(Orders, Faults, kChecked, name_of);
INSTANTIATE_TEST_SUITE_P(Orders, Indices, kChecked, name_of);
INSTANTIATE_TEST_SUITE_P(Unchecked, Indices,
                         testing::Values(Emulation{Order::forward, 1, false},
                                         Emulation{Order::shuffled, 1, false}),
                         name_of);

}  // namespace
}  // namespace touchstone::gpu
