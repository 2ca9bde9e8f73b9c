// suite/external/cost.hpp
// Purpose   Seconds that a program of the user's takes for a start, a restart, a request and a
//           move. Measured with a few small systems before anything is judged, so that an estimate
//           can be told and effort be planned; no verdict depends on it.
// Not here  What a check asks for, and the plan (checkers/external/budget.hpp).
#pragma once
#include <optional>
#include <string>

namespace touchstone::external {

struct Cost {
  double start = 0;    ///< system that the program does not have
  double restart = 0;  ///< system that it has; as a start, where the program does not restart
  double request = 0;  ///< no work: a state of few bodies
  /// Trial move of disks and shapes, leg of a chain.
  double move = 0;
};

/// The cost of the program of this scheme; none for integrators, stars and overlaps, which have few
/// starts, and where the program refuses or fails, which a check will tell.
std::optional<Cost> measured_cost(const std::string& scheme);

/// Seconds of "90", "90s", "5min" or "2h". Throws InputError, signed with `option`.
double seconds_of(const std::string& text, const std::string& option);

}  // namespace touchstone::external
