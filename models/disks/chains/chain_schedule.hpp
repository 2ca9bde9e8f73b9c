// models/disks/chains/chain_schedule.hpp
// Purpose   Schedule of a simulation with event chains: phases alternately along +x and +y, each of
//           several legs with new active disks. All simulations follow it, whatever runs their
//           legs.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           sections 3.2 and 4; leg length of their CellECMC program.
// Samples   Uniformly, all configurations: a leg maps pairs of a configuration and a set of active
//           disks one to one onto such pairs, but for coincidences of ticks (chain_leg.hpp),
//           and the active disks of each leg are chosen uniformly and independently of everything.
// Not here  Legs (chain_leg.hpp).
//
// The numbers depend on the number of disks alone, never on threads, so that results do not either.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "models/core/random/philox.hpp"
#include "models/disks/chains/chain_leg.hpp"

namespace touchstone::disks {

struct ChainSchedule {
  std::size_t active = 1;  ///< disks at a time
  Ticks leg = 0;           ///< length of each chain
  std::uint32_t legs = 1;  ///< in a phase
};

/// Length of the chains, in sides (about 0.24 in the authors' program).
inline constexpr double kChainLength = 0.24;
/// Liftings of a disk in a phase, nearly. Fewer decorrelate no faster, more do so ever more slowly
/// (72 disks at packing fraction 0.65: the pressure of 16 has 4 times the variance, of 64 7 times).
inline constexpr double kLiftingsPerPhase = 4;

/// `active` disks at a time.
inline ChainSchedule chain_schedule(std::size_t disks, std::size_t active) {
  const double path =
      kLiftingsPerPhase * static_cast<double>(disks) * static_cast<double>(mean_free_path(disks));
  const double leg = kChainLength * 0x1p32;
  const double legs = std::round(path / (static_cast<double>(active) * leg));
  return {active, static_cast<Ticks>(leg), static_cast<std::uint32_t>(std::max(1.0, legs))};
}
inline ChainSchedule serial_chain_schedule(std::size_t disks) { return chain_schedule(disks, 1); }

/// Active disks by the birthday law: horizon violations follow k^2 n / N, so k grows with the
/// square root of N. With sqrt(N) / 8 some are met in n liftings of each chain with a chance of
/// about 1 - exp(-c n / 64), c near 0.5 for alternating directions (measured,
/// validation/experiments/ecmc/birthday.hpp).
inline ChainSchedule chain_schedule(std::size_t disks) {
  const double active = std::sqrt(static_cast<double>(disks)) / 8;
  return chain_schedule(disks, std::max<std::size_t>(1, static_cast<std::size_t>(active)));
}

/// k different disks of n, every set with the same probability (Floyd's algorithm), ascending.
/// `Stream` is PhiloxStream, or the tape of a proof.
template <class Stream>
std::vector<DiskIndex> random_active(std::size_t n, std::size_t k, Stream random) {
  std::vector<DiskIndex> active;
  for (auto last = static_cast<DiskIndex>(n - k); last < n; ++last) {
    const DiskIndex drawn = random.below(last + 1);
    const bool repeated = std::find(active.begin(), active.end(), drawn) != active.end();
    active.push_back(repeated ? last : drawn);
  }
  std::sort(active.begin(), active.end());
  return active;
}

/// The stream of the active disks of a leg, counted from the start of the simulation.
template <class Random>
auto active_stream(Random& random, std::uint64_t leg) {
  return random.stream(Purpose::chain_starts, leg, 0);
}

}  // namespace touchstone::disks
