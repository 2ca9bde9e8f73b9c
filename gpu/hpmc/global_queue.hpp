// gpu/hpmc/global_queue.hpp
// Purpose   The global queue: one kernel makes the trials and puts all pairs whose circumspheres
//           overlap into a queue in device memory, one makes the full tests, one decides. What does
//           not fit into the queue is tested at once.
// Source    Anderson, Irrgang, Glotzer 2016, section 2.5.3.
// Cost      As shape_pass.hpp says, and 12 bytes for each pair and 112 for each trial, written once
//           and read once or twice; three launches for each body that a cell has room for. No early
//           exit: every pair of a trial is tested.
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
  int number = 0;  ///< number of the trial in its cell: 0 is the first of the sweep

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const std::int64_t active = ctx.global_thread();
    if (active >= pass.grid.active()) return;
    const PassIn<Context> in(ctx, pass);
    if (in.stopped()) return;
    const auto decided = ctx.global(queue.rejected, "rejected");
    const shapes::GridCell cell = in.grid().of_colour(in.colour(ctx), static_cast<int>(active));
    const BodyTrial trial = in.trial(cell, in.bodies_of(in.grid().place(cell)), number);
    bool rejected = !trial.possible;
    if (trial.exists) {
      in.count(ctx, trial.counter(), 1);
      rejected =
          in_queue_or_rejected(ctx, in, trial, static_cast<std::int32_t>(active)) || rejected;
      ctx.global(queue.trials, "trials").store(active, trial);
    }
    decided.store(active, rejected ? 1u : 0u);
  }

 private:
  /// Puts the pairs of a trial into the queue; whether one that found no room overlaps.
  template <class Context>
  TOUCHSTONE_HD bool in_queue_or_rejected(Context& ctx, const PassIn<Context>& in,
                                          const BodyTrial& trial, std::int32_t active) const {
    const auto pairs = ctx.global(queue.pairs, "pairs");
    const auto queued = ctx.global(queue.queued, "queued");
    bool rejected = false;
    for (NearWalk<Context> walk(in, trial, 0, 1); walk.left(); walk.next()) {
      const std::uint32_t at = ctx.atomic_add(queued, 0, 1u);
      if (at < queue.pairs.size)
        pairs.store(at, QueuedPair{active, walk.at()});
      else if (in.decide(trial, walk.at()))
        rejected = true;
    }
    return rejected;
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
    const PassIn<Context> in(ctx, pass);
    if (in.stopped()) return;
    const std::int64_t found = ctx.global(queue.queued, "queued").load(0);
    const std::int64_t count = found < queue.pairs.size ? found : queue.pairs.size;
    for (std::int64_t i = ctx.global_thread(); i < count; i += ctx.global_size()) {
      const QueuedPair pair = pairs.load(i);
      const BodyTrial trial = trials.load(pair.trial);
      if (in.decide(trial, pair.other)) ctx.atomic_store(rejected, pair.trial, 1u);
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
    const PassIn<Context> in(ctx, pass);
    if (in.stopped()) return;
    if (ctx.global(queue.rejected, "rejected").load(active) != 0) return;
    const BodyTrial trial = ctx.global(queue.trials, "trials").load(active);
    in.accept(trial);
    in.count(ctx, trial.counter() + 1, 1);
  }
};

}  // namespace touchstone::gpu
