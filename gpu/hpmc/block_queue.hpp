// gpu/hpmc/block_queue.hpp
// Purpose   The block queue: a block moves the bodies of some cells of a colour, first one of each,
//           then the second of those that have two, and so on, as many trials at a time as it has
//           threads. A group of threads for each trial looks for bodies whose circumspheres overlap
//           it and puts them into a queue in shared memory, with room for one pair for each thread.
//           When it is full or nothing is left, each thread of the block tests the pair of its own
//           number, whosever it is, in single precision; pairs that this leaves undecided wait in a
//           second queue until there is one for each thread, or nothing else is left. An overlap
//           rejects the trial, of which no more is added.
// Source    Anderson, Irrgang, Glotzer 2016, section 2.5.3 and Figure 4(b); there each group has
//           one trial, and the pairs of a queue are tested in one precision.
// Cost      As shape_pass.hpp says, and two barriers for each round of the queue; shared memory 152
//           bytes for each thread and 8 for each cell. All threads make trials and test pairs, but
//           for the last ones of a round.
#pragma once
#include <cstddef>

#include "gpu/hpmc/global_queue.hpp"

namespace touchstone::gpu {

struct BlockQueue {
  static constexpr const char* kName = "hpmc/block-queue";
  static constexpr int kMaxThreads = 512;  // leaves each 128 registers
  ShapePass pass;
  int group = 4;    ///< threads for each trial; blocks are multiples of it
  int cells = 128;  ///< cells that a block moves

  std::size_t shared_bytes(int threads) const {
    const auto each = sizeof(BodyTrial) + sizeof(std::uint32_t) + 3 * sizeof(QueuedPair);
    return static_cast<std::size_t>(threads) * each +
           static_cast<std::size_t>(cells) * 2 * sizeof(std::uint32_t) +
           kNumbers * sizeof(std::uint32_t) + 64;
  }
  Launch launch(int threads) const {
    return {launch_for(pass.grid.active(), cells).blocks, threads};
  }

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const PassIn<Context> in(ctx, pass);
    if (in.stopped()) return;  // all threads of all blocks do
    const Shared<Context> own(ctx, cells);
    const int first = ctx.block() * cells;
    const int colour = in.colour(ctx);
    const int here = pass.grid.active() - first < cells ? pass.grid.active() - first : cells;
    for (int i = ctx.thread(); i < here; i += ctx.block_size())
      own.bodies.store(
          i, static_cast<std::uint32_t>(in.bodies_of(colour * pass.grid.active() + first + i)));
    for (int i = ctx.thread(); i < kNumbers; i += ctx.block_size()) own.numbers.store(i, 0u);
    ctx.sync();
    for (int number = 0;; ++number) {
      list_cells(ctx, own, here, number);
      ctx.sync();  // the list is there
      const int listed = static_cast<int>(ctx.atomic_load(own.numbers, kListed));
      if (listed == 0) break;
      for (int begun = 0; begun < listed; begun += ctx.block_size()) {
        BodyTrial trial;
        if (begun + ctx.thread() < listed) {
          const auto i = static_cast<int>(own.list.load(begun + ctx.thread()));
          trial = in.trial(in.grid().of_colour(colour, first + i),
                           static_cast<int>(own.bodies.load(i)), number);
          ctx.atomic_add(own.numbers, kTally + trial.counter(), 1u);
        }
        own.trials.store(ctx.thread(), trial);
        own.rejected.store(ctx.thread(), trial.possible ? 0u : 1u);
        ctx.sync();  // the trials are there
        const int left = listed - begun;
        test_all(ctx, in, own, left < ctx.block_size() ? left : ctx.block_size());
        accept(ctx, in, own);
        if (ctx.thread() == 0) ctx.atomic_store(own.numbers, kListed, 0u);
        ctx.sync();  // the bodies are where they are now
      }
    }
    if (ctx.thread() < kShapeCounters)
      in.count(ctx, ctx.thread(), ctx.atomic_load(own.numbers, kTally + ctx.thread()));
  }

 private:
  // Numbers of a block in shared memory.
  static constexpr int kQueued = 0;  ///< and 1: of rounds of the queue that are even and odd
  static constexpr int kUndecided = 2;
  static constexpr int kListed = 3;
  static constexpr int kTally = 4;  ///< kShapeCounters of them
  static constexpr int kNumbers = kTally + kShapeCounters;

  template <class Context, class T>
  using SharedArray =
      decltype(std::declval<Context&>().template shared<T>(0, std::declval<const char*>()));

  template <class Context>
  struct Shared {
    SharedArray<Context, BodyTrial> trials;
    SharedArray<Context, std::uint32_t> rejected;
    SharedArray<Context, QueuedPair> queue;
    SharedArray<Context, QueuedPair> undecided;
    SharedArray<Context, std::uint32_t> bodies;  ///< bodies of each cell
    SharedArray<Context, std::uint32_t> list;    ///< cells with a trial
    SharedArray<Context, std::uint32_t> numbers;

    TOUCHSTONE_HD Shared(Context& ctx, int cells)
        : trials(ctx.template shared<BodyTrial>(ctx.block_size(), "trials")),
          rejected(ctx.template shared<std::uint32_t>(ctx.block_size(), "rejected")),
          queue(ctx.template shared<QueuedPair>(ctx.block_size(), "queue")),
          undecided(ctx.template shared<QueuedPair>(2 * ctx.block_size(), "undecided")),
          bodies(ctx.template shared<std::uint32_t>(cells, "bodies")),
          list(ctx.template shared<std::uint32_t>(cells, "list")),
          numbers(ctx.template shared<std::uint32_t>(kNumbers, "numbers")) {}
  };

  /// Cells that have a body of this number, in any order.
  template <class Context>
  TOUCHSTONE_HD void list_cells(Context& ctx, const Shared<Context>& own, int here,
                                int number) const {
    for (int i = ctx.thread(); i < here; i += ctx.block_size())
      if (static_cast<int>(own.bodies.load(i)) > number)
        own.list.store(ctx.atomic_add(own.numbers, kListed, 1u), static_cast<std::uint32_t>(i));
  }

  /// Tests trials 0 to `count` - 1 until each is rejected or has no body near it left.
  template <class Context>
  TOUCHSTONE_HD void test_all(Context& ctx, const PassIn<Context>& in, const Shared<Context>& own,
                              int count) const {
    const int groups = ctx.block_size() / group;
    const int lane = ctx.thread() % group;
    const auto room = static_cast<std::uint32_t>(ctx.block_size());
    int mine = ctx.thread() / group;
    NearWalk<Context> walk(in, own.trials.load(mine), lane, group);
    const auto settle = [&] {
      for (;;) {
        if (walk.left() && ctx.atomic_load(own.rejected, mine) != 0) walk.stop();
        if (walk.left() || mine + groups >= count) return;
        mine += groups;
        walk = NearWalk<Context>(in, own.trials.load(mine), lane, group);
      }
    };
    settle();
    bool more = true;
    for (int round = 0; more; ++round) {
      const int queued = kQueued + round % 2;
      while (walk.left()) {
        const std::uint32_t at = ctx.atomic_add(own.numbers, queued, 1u);
        if (at >= room) break;  // full: this body is the first of the next round
        own.queue.store(at, QueuedPair{mine, walk.at()});
        walk.next();
        settle();
      }
      ctx.sync();  // the queue is there
      const std::uint32_t pairs = ctx.atomic_load(own.numbers, queued);
      if (static_cast<std::uint32_t>(ctx.thread()) < (pairs < room ? pairs : room))
        screen(ctx, in, own, own.queue.load(ctx.thread()));
      if (ctx.thread() == 0) ctx.atomic_store(own.numbers, kQueued + 1 - round % 2, 0u);
      settle();
      more = ctx.sync_any(walk.left());  // all tests are made
      decide(ctx, in, own, more ? room : 1u);
    }
    // The next trials begin with round 0 again.
    if (ctx.thread() == 0) {
      ctx.atomic_store(own.numbers, kQueued, 0u);
      ctx.atomic_store(own.numbers, kQueued + 1, 0u);
    }
  }

  template <class Context>
  TOUCHSTONE_HD void screen(Context& ctx, const PassIn<Context>& in, const Shared<Context>& own,
                            const QueuedPair& pair) const {
    if (ctx.atomic_load(own.rejected, pair.trial) != 0) return;
    const Screen said = in.screen(own.trials.load(pair.trial), pair.other);
    if (said == Screen::overlap) ctx.atomic_store(own.rejected, pair.trial, 1u);
    if (said == Screen::undecided)
      own.undecided.store(ctx.atomic_add(own.numbers, kUndecided, 1u), pair);
  }

  /// Tests in double precision what waits, until fewer than `least` do.
  template <class Context>
  TOUCHSTONE_HD void decide(Context& ctx, const PassIn<Context>& in, const Shared<Context>& own,
                            std::uint32_t least) const {
    for (;;) {
      const std::uint32_t waiting = ctx.atomic_load(own.numbers, kUndecided);
      if (waiting < least) return;
      const auto mine = static_cast<std::uint32_t>(ctx.thread());
      if (mine < waiting) {
        const QueuedPair pair = own.undecided.load(waiting - 1 - mine);
        if (ctx.atomic_load(own.rejected, pair.trial) == 0 &&
            in.overlap(own.trials.load(pair.trial), pair.other))
          ctx.atomic_store(own.rejected, pair.trial, 1u);
      }
      ctx.sync();  // nobody reads how many wait
      const auto room = static_cast<std::uint32_t>(ctx.block_size());
      if (ctx.thread() == 0)
        ctx.atomic_store(own.numbers, kUndecided, waiting > room ? waiting - room : 0u);
      ctx.sync();
    }
  }

  template <class Context>
  TOUCHSTONE_HD void accept(Context& ctx, const PassIn<Context>& in,
                            const Shared<Context>& own) const {
    if (ctx.atomic_load(own.rejected, ctx.thread()) != 0) return;
    const BodyTrial trial = own.trials.load(ctx.thread());
    in.accept(trial);
    ctx.atomic_add(own.numbers, kTally + trial.counter() + 1, 1u);
  }
};

}  // namespace touchstone::gpu
