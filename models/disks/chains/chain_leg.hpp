// models/disks/chains/chain_leg.hpp
// Purpose   One leg of straight event chains, from breakpoint to breakpoint: start, end, liftings,
//           and the conditions under which two runs of it are the same.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           section 2: active disks move with velocity (+1, 0); at a lifting (time, i, j) disk i
//           stops in contact with j, which moves on.
// Not here  Algorithms (reference/ecmc, optimized/ecmc), graphs (constraint_graph.hpp).
//
// Ties. Times are integer ticks, so events coincide more often than with reals: a disk meets two
// others at the same time about once in a mean free path's ticks, 1.3e6 liftings of 256^2 disks. It
// lifts to the one of the lower number, in every algorithm. Two active disks that meet the same
// disk at the same time are a horizon violation: local times do not tell which of them came first.
//
// Where nothing coincides, a leg maps pairs of a configuration and a set of active disks one to one
// onto such pairs (lattice_chains.hpp: proved for three disks). Two coincidences break that, which
// with reals have probability 0: a tie, and an active disk that is in contact with the one ahead at
// a breakpoint. It lifts at once, so the leg goes on as if the one ahead had been active, and two
// pairs become one. So the uniform distribution is kept exactly but for these, each of which takes
// a distance to be right to the tick, about one in 1e6 (256^2 disks). Where gaps are a few ticks
// the effect is large: mutant/chains-contacts-at-breakpoints.
#pragma once
#include <compare>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "models/disks/chains/constraint_graph.hpp"

namespace touchstone::disks {

struct Leg {
  FixedConfiguration start;
  std::vector<DiskIndex> active;  ///< no repeats
  Ticks duration = 0;             ///< time between the breakpoints
};

struct Lifting {
  Ticks time = 0;
  DiskIndex from = 0;
  DiskIndex to = 0;
  auto operator<=>(const Lifting&) const = default;
};
/// "(time, from, to)".
std::string text(const Lifting& lifting);

/// Local time of a disk that has not been active in this leg. It is earlier than the breakpoint so
/// that a disk may be in contact with its target when the leg begins.
inline constexpr Ticks kNeverActive = -1;

/// The state at the end, and how it came about. Equal for all correct algorithms.
struct LegEnd {
  std::vector<FixedCoordinate> x;
  std::vector<Ticks> local_time;  ///< when each disk was last active
  std::vector<DiskIndex> active;  ///< ascending
  std::vector<Lifting> liftings;  ///< ascending by time, then by disks
  bool operator==(const LegEnd&) const = default;
};

/// Reaction of an algorithm with local times to a horizon violation.
enum class OnViolation {
  abort,     ///< stops at once, as in Algorithm 4; the end state is where that happened
  remember,  ///< goes on (remark 7); a disk that meets one that has reached the breakpoint stops
  repair,    ///< takes back what the violation may have spoilt and does it in order of time
};

inline constexpr Ticks kNoViolation = std::numeric_limits<Ticks>::max();

/// The state with which every algorithm begins.
LegEnd begin(const Leg& leg);

/// Disks floor(m N / k), m = 0 .. k - 1. Throws InputError unless 1 <= k <= N.
std::vector<DiskIndex> spread_active(std::size_t disks, std::size_t k);

/// Mean distance of flight between liftings in the direction of motion, 0.0768 / sqrt(N) of the
/// side (a square at packing fraction 0.708; authors' programs), in ticks.
Ticks mean_free_path(std::size_t disks);

/// Throws InputError for a start with overlaps or above close packing, active disks that do not
/// exist, repeat or outnumber the disks, a duration that is not positive, a graph that does not
/// match, a row of disks that touch all around the box, or an exact tie among the first events of
/// active disks: from a lattice, say, where the order of events is not defined. O(N).
void require_valid(const Leg& leg, const ConstraintGraph& graph);

/// Throws InputError for a row of disks that touch all around the box along x or y: where chains of
/// both directions start. O(N).
void require_room(const FixedConfiguration& c);

/// The first lifting, in order, in which two ascending lists differ before `until`, if any, as it
/// stands in one or the other.
std::optional<Lifting> first_difference(const std::vector<Lifting>& a,
                                        const std::vector<Lifting>& b, Ticks until);

}  // namespace touchstone::disks
