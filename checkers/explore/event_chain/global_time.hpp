// checkers/explore/event_chain/global_time.hpp
// Purpose   Expected end of a leg: event-chain Monte Carlo with one global clock, no threads and no
//           local decisions.
// Source    Li et al. 2021 (configuration.hpp), Algorithm 2, here without periodic boundaries.
// Cost      O(active x spheres) for each event. Shares no code with the threaded model but the
//           separations.
#pragma once
#include <vector>

#include "checkers/explore/event_chain/configuration.hpp"

namespace touchstone::explore {

/// One lifting: at `time` sphere `from` stops in contact with `to`, which moves on.
struct Lifting {
  std::int32_t time;
  std::uint8_t from;
  std::uint8_t to;
  bool operator==(const Lifting&) const = default;
};

struct LegEnd {
  std::vector<std::int32_t> x;  ///< positions, in units of the geometry
  std::vector<std::int32_t> t;  ///< when each sphere was last active; 0: never
  std::vector<bool> active;     ///< at the breakpoint
  std::vector<Lifting> liftings;
  /// Two events of the same sphere at the same time: what happens then is not defined.
  bool ambiguous = false;
};

LegEnd global_time_leg(const Geometry& geometry);

}  // namespace touchstone::explore
