// optimized/ecmc/team/chain_crew.hpp
// Purpose   Work of one thread in an epoch: it moves its chains alternately, one event at a time,
//           and writes down what a repair or a record needs. Chains of a crew that no thread has
//           begun are taken over by one that has nothing to do.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           section 3.2 (round robin over the active disks of a thread).
// Not here  Epochs and repairs (chain_team.hpp), events (word_kernel.hpp, tag_kernel.hpp).
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include "models/core/native_memory.hpp"
#include "optimized/ecmc/chain_kernel.hpp"
#include "optimized/ecmc/team/event_log.hpp"

namespace touchstone::optimized {

/// The chains of a thread while they move, in arrays of their own: in records the compiler joins
/// two members to one wide load, which has to wait for the narrow stores before it.
struct MovingChains {
  std::vector<disks::DiskIndex> disk;
  std::vector<disks::FixedCoordinate> x;
  std::vector<std::uint32_t> t;

  /// Room for so many; what is there is lost.
  void make_room(std::size_t chains) {
    disk.resize(chains);
    x.resize(chains);
    t.resize(chains);
  }
  void give(std::vector<ChainState>& chains, std::size_t count) const {
    chains.resize(count);
    for (std::size_t c = 0; c < count; ++c) chains[c] = {disk[c], x[c], t[c]};
  }
};

/// Everything a thread writes but the disks, on cache lines of its own.
struct alignas(128) ChainCrew {
  std::vector<ChainState> chains;
  std::vector<ChainState> start;              ///< states at the start of the epoch
  MovingChains moving;                        ///< in it
  std::vector<Event> events;                  ///< events of the epoch, when they are kept
  std::vector<disks::DiskIndex> touched;      ///< places that have a local time; never empty
  std::size_t listed = 0;                     ///< listed events, as long as they are few
  std::uint64_t liftings = 0;                 ///< liftings of the leg before the epoch
  std::uint64_t lifted = 0;                   ///< in the epoch
  std::uint64_t carried = 0;                  ///< separations, up to the start of the epoch
  std::uint64_t passed = 0;                   ///< in the epoch
  std::uint32_t violation = kNoViolationYet;  ///< in the epoch

  void touch(disks::DiskIndex place) {
    touched[listed] = place;
    listed += listed + 1 < touched.size() ? 1u : 0u;
  }

  /// Nothing of an epoch is noted.
  void forget_epoch() {
    lifted = 0;
    passed = 0;
    violation = kNoViolationYet;
  }

  /// Runs to the end of the epoch as below, without other crews.
  template <class Kernel, bool keep, class View>
  void run(View disks, StepLimits limits, std::atomic<bool>& violated) {
    run<Kernel, keep>(disks, limits, violated, chains.size(),
                      [] { return static_cast<ChainCrew*>(nullptr); });
  }

  /// Runs to the end of the epoch, or until some thread has `violated` if the limits say abort.
  /// `more()` gives a crew that nobody has begun, or null; its chains are of this crew then, so
  /// that in the end none is left. There are `all` chains in all crews.
  template <class Kernel, bool keep, class View, class More>
  [[gnu::noinline]] void run(View disks, StepLimits limits, std::atomic<bool>& violated,
                             std::size_t all, More more) {
    typename Kernel::Memory memory;
    StepNotes notes;
    moving.make_room(all);
    // Locals: stores to disks might change members.
    disks::DiskIndex* const disk = moving.disk.data();
    disks::FixedCoordinate* const x = moving.x.data();
    std::uint32_t* const t = moving.t.data();
    disks::DiskIndex* const list = touched.data();
    const std::size_t few = touched.size() - 1;
    std::size_t filled = listed;
    std::size_t held = 0, under_way = 0;  // those under way come first
    std::uint64_t count = 0;
    std::uint64_t sum = 0;
    const auto put = [&](std::size_t c, const ChainState& chain) {
      disk[c] = chain.disk;
      x[c] = chain.x;
      t[c] = chain.t;
    };
    const auto take = [&](ChainCrew* crew) {
      if (crew == nullptr) return false;
      for (const ChainState& chain : crew->chains) {
        put(held, {disk[under_way], x[under_way], t[under_way]});
        put(under_way, chain);
        ++held;
        ++under_way;
      }
      crew->chains.clear();
      return true;
    };
    take(this);
    bool gives_up = false;
    for (unsigned idle = 0; !gives_up && (under_way > 0 || take(more()));) {
      const std::uint64_t count_before = count;
      for (std::size_t c = 0; c < under_way;) {
        const ChainState before{disk[c], x[c], t[c]};
        ChainState chain = before;
        const Step step = Kernel::step(memory, disks, chain, limits, notes);
        if (step == Step::lifted) [[likely]] {
          disks.prefetch(chain.disk);  // for the next event of this chain
          ++count;
          sum += separation(before, chain);
          list[filled] = before.disk;
          filled += filled < few ? 1u : 0u;
          if constexpr (keep) events.push_back(event(before.disk, chain, notes.time_before_plus_1));
          put(c++, chain);
        } else if (step == Step::waits) {
          put(c++, chain);
        } else if (step == Step::finished) {
          --under_way;
          put(c, {disk[under_way], x[under_way], t[under_way]});
          put(under_way, chain);
        } else {
          violated.store(true, std::memory_order_relaxed);  // read after the epoch, or to give up
          gives_up = true;
          break;
        }
      }
      if (count != count_before) {
        idle = 0;
        continue;
      }
      if (limits.abort && violated.load(std::memory_order_relaxed)) break;
      // The crew that it waits for may be without a thread, or that without a processor.
      if (++idle >= kPatientTurns && idle % kHastyTurns == 0 && !take(more()))
        std::this_thread::yield();
    }
    while (take(more())) continue;  // so that no crew is left for a thread that may never come
    moving.give(chains, held);
    violation = notes.violation;
    lifted = count;
    passed = sum;
    listed = filled;
  }
};

}  // namespace touchstone::optimized
