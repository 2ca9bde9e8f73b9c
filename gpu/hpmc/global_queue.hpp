// gpu/hpmc/global_queue.hpp
// Purpose   The global queue: one kernel makes the trials and puts all pairs whose circumspheres
//           overlap into a queue in device memory, one makes the full tests, one decides. What does
//           not fit into the queue is tested at once.
// Source    Anderson, Irrgang, Glotzer 2016, section 2.5.3.
// Cost      As shape_pass.hpp says, and 12 bytes for each pair and 112 for each trial, written once
//           and read once or twice. No early exit: every pair of a trial is tested.
#pragma once
#include "gpu/hpmc/shape_pass.hpp"

namespace touchstone::gpu {

/// A pair to be tested: a trial of the launch, and a body near it.
struct QueuedPair {
  std::int32_t trial = 0;
  NearBody other = {};
};

/// Data shared by the three kernels.
struct PairQueue {
  Span<BodyTrial> trials;        ///< trial of each cell of the colour
  Span<std::uint32_t> rejected;  ///< not 0: rejected
  Span<QueuedPair> pairs;
  Span<std::uint32_t> queued;  ///< [1]; may count more than there is room for
};

struct CollectPairs {
  static constexpr const char* kName = "hpmc/collect-pairs";
  static constexpr bool kSynchronises = false;
  static constexpr int kMaxThreads = 256;
  ShapePass pass;
  PairQueue queue;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const std::int64_t active = ctx.global_thread();
    if (active >= pass.grid.active()) return;
    const auto pairs = ctx.global(queue.pairs, "pairs");
    const auto queued = ctx.global(queue.queued, "queued");
    const BodyTrial trial = pass.trial(ctx, active);
    const NearTests<Context> tests(ctx, pass);
    NearWalk<NearTests<Context>> walk(tests, trial, pass.grid.near_cells(), 0);
    bool rejected = !trial.possible;
    for (; walk.left(); walk.next(1)) {
      if (!tests.circumspheres(trial, walk.at())) continue;
      const std::uint32_t at = ctx.atomic_add(queued, 0, 1u);
      if (at < queue.pairs.size)
        pairs.store(at, QueuedPair{static_cast<std::int32_t>(active), walk.at()});
      else if (tests.overlap(trial, walk.at()))
        rejected = true;
    }
    ctx.global(queue.trials, "trials").store(active, trial);
    ctx.global(queue.rejected, "rejected").store(active, rejected ? 1u : 0u);
  }
};

struct TestPairs {
  static constexpr const char* kName = "hpmc/test-pairs";
  static constexpr bool kSynchronises = false;
  static constexpr int kMaxThreads = 256;
  ShapePass pass;
  PairQueue queue;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const auto pairs = ctx.global(queue.pairs, "pairs");
    const auto trials = ctx.global(queue.trials, "trials");
    const auto rejected = ctx.global(queue.rejected, "rejected");
    const NearTests<Context> tests(ctx, pass);
    const std::int64_t found = ctx.global(queue.queued, "queued").load(0);
    const std::int64_t count = found < queue.pairs.size ? found : queue.pairs.size;
    for (std::int64_t i = ctx.global_thread(); i < count; i += ctx.global_size()) {
      const QueuedPair pair = pairs.load(i);
      const BodyTrial trial = trials.load(pair.trial);
      if (tests.overlap(trial, pair.other)) ctx.atomic_store(rejected, pair.trial, 1u);
    }
  }
};

struct DecideTrials {
  static constexpr const char* kName = "hpmc/decide-trials";
  static constexpr bool kSynchronises = false;
  ShapePass pass;
  PairQueue queue;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const std::int64_t active = ctx.global_thread();
    if (active == 0) ctx.global(queue.queued, "queued").store(0, 0u);  // for the next launch
    if (active >= pass.grid.active()) return;
    if (ctx.global(queue.rejected, "rejected").load(active) != 0) return;
    pass.accept(ctx, ctx.global(queue.trials, "trials").load(active));
  }
};

}  // namespace touchstone::gpu
