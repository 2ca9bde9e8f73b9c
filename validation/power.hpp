// validation/power.hpp
// Purpose   The smallest effects that matter, stated before any effort is chosen, and what a
//           measurement that cannot see one has to say.
// Decides   A deviation of the stated effect fails with a chance of kPower; a correct scheme fails
//           with a chance of kFalseAlarm. Effort follows (two_stage.hpp): the standard error must
//           be about an eighth of the effect for 32 chains.
// Records   params "resolution": the effect that matters, in the unit of the value; "scale": the
//           quantity that it is a part of, where the expected value is zero. facts
//           "smallest_effect": what was seen in the end; a row is too weak where it is larger.
#pragma once
#include "suite/problem_class.hpp"
#include "suite/results.hpp"

namespace touchstone::validation {

/// Chance that a deviation as large as the smallest effect fails.
inline constexpr double kPower = 0.95;

/// Smallest relative deviation of a pressure or a free energy that matters: an equation of state
/// of hard bodies that is wrong by so much is off by a third of it in density.
constexpr double effect_of(ProblemClass size) {
  if (size == ProblemClass::tiny || size == ProblemClass::S) return 0.03;
  return size == ProblemClass::W ? 0.01 : 0.003;
}

/// The effect that matters to a measurement, in the unit of its value.
struct Aim {
  Aim(double smallest) : effect(smallest) {}  // NOLINT: a number is an aim within reach
  Aim(double smallest, bool can_be_seen) : effect(smallest), reachable(can_be_seen) {}

  /// Effect that runs are added for: none where it cannot be reached.
  double of_stages() const;

  double effect;
  bool reachable = true;  ///< false: more effort than the class has; the row is too weak to decide
};

/// An effect that is a part of `scale`. Fills in the fields of the record.
Aim aim_at(ResultRecord& record, double relative, double scale, bool reachable = true);

/// Fills in what was seen. Where the aim is not reachable the row claims nothing, unless it fails.
void state_power(ResultRecord& record, const Aim& aim, double smallest_effect);

}  // namespace touchstone::validation
