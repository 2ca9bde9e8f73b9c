// optimized/ecmc/chain_crew.hpp
// Purpose   What one thread does in an epoch: it moves its chains by turns, one event at a time,
// and
//           writes down what a repair or a record needs.
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
#include "optimized/ecmc/event_log.hpp"

namespace touchstone::optimized {

/// Everything a thread writes but the disks, on cache lines of its own.
struct alignas(128) ChainCrew {
  std::vector<ChainState> chains;
  std::vector<ChainState> start;              ///< of the epoch
  std::vector<Event> events;                  ///< of the epoch, when they are kept
  std::vector<disks::DiskIndex> touched;      ///< places that have a local time; never empty
  std::size_t listed = 0;                     ///< of them, as long as they are few
  std::uint64_t liftings = 0;                 ///< of the leg, up to the start of the epoch
  std::uint64_t lifted = 0;                   ///< in the epoch
  std::uint64_t carried = 0;                  ///< separations, up to the start of the epoch
  std::uint64_t passed = 0;                   ///< in the epoch
  std::uint32_t violation = kNoViolationYet;  ///< in the epoch

  void touch(disks::DiskIndex place) {
    touched[listed] = place;
    listed += listed + 1 < touched.size() ? 1u : 0u;
  }

  /// To the end of the epoch, or until some thread has `violated` if the limits say abort.
  template <class Kernel, bool keep, class View>
  [[gnu::noinline]] void run(View disks, const StepLimits& limits, std::atomic<bool>& violated) {
    typename Kernel::Memory memory;
    StepNotes notes;
    ChainState* const chain_of = chains.data();  // locals: stores to disks might change members
    disks::DiskIndex* const list = touched.data();
    const std::size_t few = touched.size() - 1;
    std::size_t filled = listed;
    std::size_t moving = chains.size();
    std::uint64_t count = 0;
    std::uint64_t sum = 0;
    for (unsigned idle = 0; moving > 0;) {
      const std::uint64_t count_before = count;
      for (std::size_t c = 0; c < moving;) {
        ChainState chain = chain_of[c];
        const Step step = Kernel::step(memory, disks, chain, limits, notes);
        if (step == Step::lifted) [[likely]] {
          ++count;
          sum += separation(chain_of[c], chain);
          list[filled] = chain_of[c].disk;
          filled += filled < few ? 1u : 0u;
          if constexpr (keep)
            events.push_back(event(chain_of[c].disk, chain, notes.time_before_plus_1));
          chain_of[c++] = chain;
        } else if (step == Step::waits) {
          chain_of[c++] = chain;
        } else if (step == Step::finished) {
          chain_of[c] = chain_of[--moving];
          chain_of[moving] = chain;
        } else {
          violated.store(true, std::memory_order_relaxed);  // read after a barrier, or to give up
          moving = 0;
        }
      }
      if (count != count_before) {
        idle = 0;
        continue;
      }
      if (limits.abort && violated.load(std::memory_order_relaxed)) break;
      if (++idle % 64 == 0) std::this_thread::yield();  // what it waits for may have no processor
    }
    violation = notes.violation;
    lifted = count;
    passed = sum;
    listed = filled;
  }
};

}  // namespace touchstone::optimized
