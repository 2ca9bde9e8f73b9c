// optimized/ecmc/team/chain_crew.hpp
// Purpose   Work of one thread in an epoch: it moves its chains alternately, one event at a time,
//           and writes down what a repair or a record needs.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           section 3.2 (round robin over the active disks of a thread).
// Not here  Epochs and repairs (chain_team.hpp), events (word_kernel.hpp, tag_kernel.hpp).
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include "optimized/ecmc/chain_kernel.hpp"
#include "optimized/ecmc/team/event_log.hpp"

namespace touchstone::optimized {

/// The chains of a thread while they move, in arrays of their own: in records the compiler joins
/// two members to one wide load, which has to wait for the narrow stores before it.
struct MovingChains {
  std::vector<disks::DiskIndex> disk;
  std::vector<disks::FixedCoordinate> x;
  std::vector<std::uint32_t> t;

  void take(const std::vector<ChainState>& chains) {
    disk.resize(chains.size());
    x.resize(chains.size());
    t.resize(chains.size());
    for (std::size_t c = 0; c < chains.size(); ++c) {
      disk[c] = chains[c].disk;
      x[c] = chains[c].x;
      t[c] = chains[c].t;
    }
  }
  void give(std::vector<ChainState>& chains) const {
    for (std::size_t c = 0; c < chains.size(); ++c) chains[c] = {disk[c], x[c], t[c]};
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

  /// Runs to the end of the epoch, or until some thread has `violated` if the limits say abort.
  template <class Kernel, bool keep, class View>
  [[gnu::noinline]] void run(View disks, StepLimits limits, std::atomic<bool>& violated) {
    typename Kernel::Memory memory;
    StepNotes notes;
    moving.take(chains);
    // Locals: stores to disks might change members.
    disks::DiskIndex* const disk = moving.disk.data();
    disks::FixedCoordinate* const x = moving.x.data();
    std::uint32_t* const t = moving.t.data();
    disks::DiskIndex* const list = touched.data();
    const std::size_t few = touched.size() - 1;
    std::size_t filled = listed;
    std::size_t under_way = chains.size();
    std::uint64_t count = 0;
    std::uint64_t sum = 0;
    const auto put = [&](std::size_t c, const ChainState& chain) {
      disk[c] = chain.disk;
      x[c] = chain.x;
      t[c] = chain.t;
    };
    for (unsigned idle = 0; under_way > 0;) {
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
          violated.store(true, std::memory_order_relaxed);  // read after a barrier, or to give up
          under_way = 0;
        }
      }
      if (count != count_before) {
        idle = 0;
        continue;
      }
      if (limits.abort && violated.load(std::memory_order_relaxed)) break;
      if (++idle % 64 == 0) std::this_thread::yield();  // what it waits for may have no processor
    }
    moving.give(chains);
    violation = notes.violation;
    lifted = count;
    passed = sum;
    listed = filled;
  }
};

}  // namespace touchstone::optimized
