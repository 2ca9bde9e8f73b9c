// checkers/observables.hpp
// Purpose   Checks code that reads numbers off a state (radii of a cluster, order of disks): states
//           are drawn at random, and other code that looks at everything reads the same numbers.
//           Schemes and references share this code, so that no comparison of the two sees a fault.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/core/origin.hpp"

namespace touchstone {

struct Reading {
  std::string what;
  double found = 0;
  double expected = 0;
  double tolerance = 0;  ///< absolute
};

struct Observables {
  std::string name;  ///< "<family>/..." or "mutant/..."
  /// Numbers of the state that this seed draws; none where rounding decides about one of them.
  std::function<std::vector<Reading>(std::uint64_t seed)> read;
};

inline constexpr const char* kDrawnStates = "observables/drawn states";

/// Registers the check as a job of a family. A mutant, which the check must catch, says where the
/// mistake comes from.
bool register_observables(const std::string& family, const Observables& observables,
                          const std::optional<Origin>& origin = {});

}  // namespace touchstone
