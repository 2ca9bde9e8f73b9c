// gpu/hpmc/block_queue.hpp
// Purpose   The block queue: a group of threads for each cell looks for bodies whose circumspheres
//           overlap the trial and puts them into a queue in shared memory, with room for one pair
//           for each thread. When it is full or nothing is left, each thread of the block tests the
//           pair of its own number, whosever it is; an overlap rejects the trial, whose group then
//           adds no more. So until no thread has anything left.
// Source    Anderson, Irrgang, Glotzer 2016, section 2.5.3 and Figure 4(b).
// Cost      As shape_pass.hpp says, and four barriers for each round of the queue; shared memory 16
//           bytes for each thread and 116 for each group.
#pragma once
#include <cstddef>

#include "gpu/hpmc/global_queue.hpp"

namespace touchstone::gpu {

struct BlockQueue {
  static constexpr const char* kName = "hpmc/block-queue";
  static constexpr int kMaxThreads = 256;
  ShapePass pass;
  int group = 4;  ///< threads for each cell; blocks are multiples of it

  std::size_t shared_bytes(int threads) const {
    const auto groups = static_cast<std::size_t>(threads / group);
    return groups * (sizeof(BodyTrial) + sizeof(std::uint32_t)) +
           static_cast<std::size_t>(threads) * sizeof(QueuedPair) + 2 * sizeof(std::uint32_t) + 64;
  }
  Launch launch(int threads) const {
    return {launch_for(pass.grid.active(), threads / group).blocks, threads};
  }

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const int groups = ctx.block_size() / group;
    const int mine = ctx.thread() / group;
    const int lane = ctx.thread() % group;
    const auto trials = ctx.template shared<BodyTrial>(groups, "trials");
    const auto rejected = ctx.template shared<std::uint32_t>(groups, "rejected");
    const auto queue = ctx.template shared<QueuedPair>(ctx.block_size(), "queue");
    const auto queued = ctx.template shared<std::uint32_t>(1, "queued");
    if (lane == 0) {
      const BodyTrial own = pass.trial(ctx, std::int64_t{ctx.block()} * groups + mine);
      trials.store(mine, own);
      rejected.store(mine, own.possible ? 0u : 1u);
    }
    if (ctx.thread() == 0) queued.store(0, 0u);
    ctx.sync();
    const BodyTrial trial = trials.load(mine);
    const NearTests<Context> tests(ctx, pass);
    NearWalk<NearTests<Context>> walk(tests, trial, pass.grid.near_cells(), lane);
    const auto room = static_cast<std::uint32_t>(ctx.block_size());
    do {
      for (; walk.left(); walk.next(group)) {
        if (!tests.circumspheres(trial, walk.at())) continue;
        const std::uint32_t at = ctx.atomic_add(queued, 0, 1u);
        if (at >= room) break;  // full: this body is the first of the next round
        queue.store(at, QueuedPair{mine, walk.at()});
      }
      ctx.sync();  // the queue is there
      const std::uint32_t count = ctx.atomic_load(queued, 0);
      if (static_cast<std::uint32_t>(ctx.thread()) < (count < room ? count : room)) {
        const QueuedPair pair = queue.load(ctx.thread());
        if (ctx.atomic_load(rejected, pair.trial) == 0 &&
            tests.overlap(trials.load(pair.trial), pair.other))
          ctx.atomic_store(rejected, pair.trial, 1u);
      }
      ctx.sync();  // all tests are made
      if (ctx.atomic_load(rejected, mine) != 0) walk.stop();
      if (ctx.thread() == 0) ctx.atomic_store(queued, 0, 0u);
    } while (ctx.sync_any(walk.left()));
    if (lane == 0 && ctx.atomic_load(rejected, mine) == 0) pass.accept(ctx, trial);
  }
};

}  // namespace touchstone::gpu
