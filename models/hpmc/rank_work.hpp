// models/hpmc/rank_work.hpp
// Purpose   Work and messages of ranks that share the domains of hard shapes, kept by the schemes.
// Source    Anderson, Irrgang, Glotzer 2016, section 3.4: a step ends with the migration of bodies
//           and the exchange of ghosts.
// Cost      A clock is read eight times in a step.
// Not here  Benchmarks (benchmarks/hpmc), which read it.
#pragma once
#include <cstdint>

namespace touchstone::shapes {

/// Work of one rank since its start. Seconds are processor time of its own thread, so that waiting
/// for others does not count.
struct RankWork {
  std::uint64_t steps = 0;
  double sweep_seconds = 0;     ///< trees and trial moves
  double exchange_seconds = 0;  ///< to choose, pack and take in bodies, without the messages
  std::uint64_t trials = 0;
  std::uint64_t bodies = 0;  ///< own ones, summed over the steps
  std::uint64_t ghosts = 0;  ///< ghosts of all its domains, summed over the steps
  std::uint64_t migrants = 0;
  std::uint64_t migrant_bytes = 0;  ///< sent to other ranks
  std::uint64_t ghost_bytes = 0;
  std::uint64_t messages = 0;
  std::uint64_t neighbours = 0;  ///< ranks that it exchanges messages with, now

  /// Subtracts an earlier state, which leaves the work since.
  RankWork& operator-=(const RankWork& before) {
    steps -= before.steps;
    sweep_seconds -= before.sweep_seconds;
    exchange_seconds -= before.exchange_seconds;
    trials -= before.trials;
    bodies -= before.bodies;
    ghosts -= before.ghosts;
    migrants -= before.migrants;
    migrant_bytes -= before.migrant_bytes;
    ghost_bytes -= before.ghost_bytes;
    messages -= before.messages;
    return *this;
  }
};

}  // namespace touchstone::shapes
