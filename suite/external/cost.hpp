// suite/external/cost.hpp
// Purpose   Seconds that a program of the user's takes for a start, a restart, a request and a
//           move. Measured with a few small systems before anything is judged, so that an estimate
//           can be told and effort be planned; no verdict depends on it.
// Not here  What a check asks for, and the plan (checkers/external/budget.hpp); the rows of
//           `validate`, whose work is counted while they run (validation/budget.hpp).
#pragma once
#include <optional>
#include <string>

#include "suite/external/known.hpp"

namespace touchstone::external {

/// The cost of the program of this scheme, which its records then state: that which its records in
/// the file `earlier` state, so that a run which is resumed plans as it did before; else measured
/// with a few small systems. None for overlaps, which have few starts, and where the program
/// refuses or fails, which a check will tell.
std::optional<Cost> cost_for(const std::string& scheme, const std::string& earlier = {});

/// Seconds of "90", "90s", "5min" or "2h". Throws InputError, signed with `option`.
double seconds_of(const std::string& text, const std::string& option);

}  // namespace touchstone::external
