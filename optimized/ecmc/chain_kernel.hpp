// optimized/ecmc/chain_kernel.hpp
// Purpose   Common parts of kernels of event chains with local times: the state of a chain, and the
//           results of one step of it. A kernel is a template over its memory (native, explored,
//           or of one thread), so that the schedule explorer explores what ships.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           Algorithms 5 and 6.
// Not here  The kernels: tag_kernel.hpp (Algorithm 6), word_kernel.hpp; who calls them.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "models/core/memory_order.hpp"
#include "models/disks/chains/fixed_point.hpp"

namespace touchstone::optimized {

/// The active disk of a chain. Only this chain moves it, so its position and time are known here.
struct ChainState {
  disks::DiskIndex disk = 0;
  disks::FixedCoordinate x = 0;
  std::uint32_t t = 0;  ///< local time, in ticks from the last reset of times
};

enum class Step : std::uint8_t {
  lifted,    ///< another disk is active now
  waits,     ///< for a disk that is active elsewhere, or has just moved; try again
  finished,  ///< at the breakpoint, or in contact with a disk that is
  violated   ///< a horizon violation, with OnViolation::abort
};

inline constexpr std::uint32_t kNoViolationYet = ~std::uint32_t{0};

struct StepLimits {
  std::uint32_t end = 0;  ///< time of the breakpoint
  bool abort = false;     ///< leave at a violation instead of going on
};

/// Results of steps besides the state of the chain.
struct StepNotes {
  /// The earliest time that took part in a horizon violation of this thread.
  std::uint32_t violation = kNoViolationYet;
  /// After a lifting: the local time of the disk that is active now, as it was before, plus 1.
  std::uint32_t time_before_plus_1 = 0;
};

/// x_to - x_from - b: the time of flight. Exact, and at least 0, whatever the wrap.
constexpr std::uint32_t time_of_flight(disks::FixedCoordinate from, disks::FixedCoordinate to,
                                       disks::FixedCoordinate separation) {
  return to - from - separation;
}

/// visit(k) for k = 0, 1, ...: unrolled where the number of arrows is a constant.
template <class Arrows, class Visit>
[[gnu::always_inline]] inline void for_each_arrow(const Arrows& arrows, Visit&& visit) {
  if constexpr (requires { std::tuple_size<Arrows>::value; }) {
    [&]<std::size_t... k>(std::index_sequence<k...>) { (visit(k), ...); }
    (std::make_index_sequence<std::tuple_size_v<Arrows>>());
  } else {
    for (std::size_t k = 0; k < arrows.size(); ++k) visit(k);
  }
}

/// Distance that a lifting carries the motion beyond the disk's own path: the contact separation.
constexpr std::uint32_t separation(const ChainState& before, const ChainState& after) {
  return after.x - before.x - (after.t - before.t);
}

}  // namespace touchstone::optimized
