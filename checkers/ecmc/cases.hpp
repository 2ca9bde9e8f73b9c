// checkers/ecmc/cases.hpp
// Purpose   The legs on which schemes are checked, each with its end by a single clock.
// Computes  Random legs: 1 to 40 disks in boxes of three shapes, dilute to dense, 1 to 6 active
//           disks, half a mean free path to many times around the box; short ones of their own.
//           Legs with ties: few different coordinates, so that disks meet others at the same
//           time.
// Cost      Made once for each seed and effort, about 0.2 s.
// Not here  Hand-made legs (planted_cases.hpp); what is required of a scheme on them: the checks.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "checkers/check.hpp"
#include "models/core/random/philox.hpp"
#include "models/disks/chains/chain_registry.hpp"

namespace touchstone::ecmc {

struct ChainCase {
  disks::Leg leg;
  disks::ConstraintGraph graph;
  disks::LegEnd reference;
};

/// Answer of a scheme about a leg.
struct ChainOutcome {
  disks::LegEnd end;
  disks::Ticks violation = disks::kNoViolation;
  std::uint64_t liftings = 0;
  /// The difference, in words, between what the run tells, the number of its liftings or the sum of
  /// their contact separations, and what its list says, if there is one.
  std::optional<std::string> misreported = {};
};

/// Name of the scheme with a single clock, which is what all others are compared with.
inline constexpr const char* kSingleClock = "ecmc/global-time-reference";

/// Result of a run of this leg; `violation`: the earliest that it reports, or none if it repairs.
ChainOutcome outcome(const disks::Leg& leg, const disks::ChainRun& run, disks::Ticks violation);
/// Sum of the contact separations of the listed liftings, in ticks.
std::uint64_t carried_by(const disks::Leg& leg, const disks::LegEnd& end);
/// A leg in one go.
ChainOutcome run_case(const disks::ChainScheme& scheme, const disks::Leg& leg,
                      const disks::ConstraintGraph& graph,
                      const disks::ChainParameters& parameters);
/// End of the leg as computed by the single clock (the reference).
disks::LegEnd reference_end(const disks::Leg& leg, const disks::ConstraintGraph& graph);

/// Whether a leg has a valid start (disks::require_valid).
bool is_valid(const disks::Leg& leg, const disks::ConstraintGraph& graph);

/// Whether the scheme moves as many disks at a time.
inline bool can_run(const disks::ChainScheme& scheme, const ChainCase& one) {
  return one.leg.active.size() <= scheme.most_active;
}
/// Those of `cases` that the scheme can run. Throws CannotRun when there are none.
std::vector<const ChainCase*> runnable(const disks::ChainScheme& scheme,
                                       const std::vector<ChainCase>& cases);

/// The context with as much of an effort up to 1, from its own on, as `is_enough` wants; its own
/// where that is 1 or more. Less draws fewer legs, of which too few may show anything.
CheckContext with_enough(CheckContext context,
                         const std::function<bool(const CheckContext&)>& is_enough);

/// Random legs, general position; the same for all schemes of one context.
const std::vector<ChainCase>& random_cases(const CheckContext& context);
/// Legs of 1 to some thousand disks in boxes of any shape, at any packing that random places
/// allow, with any number of active disks, near each other or not, up to twice around the box.
const std::vector<ChainCase>& drawn_cases(const CheckContext& context);
/// Half a mean free path of 20 to 40 disks, 1 to 3 of them active.
const std::vector<ChainCase>& short_cases(const CheckContext& context);
/// Legs of two disks that all but pass each other, 1e-8 to 1e-6 of a diameter deep, in boxes whose
/// heights are as near to a number of diameters: cells that are a little too low miss them.
const std::vector<ChainCase>& grazing_cases(const CheckContext& context);
/// Legs in which events coincide.
const std::vector<ChainCase>& tied_cases(const CheckContext& context);

/// Disks without overlaps at random coordinates of which only the bits in the masks are kept, and y
/// less a random number below `spread`, so that many of them coincide; as many as fit in `trials`.
disks::FixedConfiguration few_coordinates(disks::Box box, int trials, disks::FixedCoordinate x_mask,
                                          disks::FixedCoordinate y_mask, std::uint32_t spread,
                                          PhiloxStream& random);

}  // namespace touchstone::ecmc
