// models/cmc/energy_change.hpp
// Purpose   Change of the energy of a run, and how much of it is an error: own shells, which
//           no star feels, change it without any work.
// Source    J. S. Stodolkiewicz, Acta Astron. 32, 63 (1982): velocity corrections keep kinetic
//           energy and that of pairs of shells, however long the steps are.
// Not here  Runs with mass loss, binaries or collisions, which book own shells, too.
#pragma once
#include <string>

#include "models/cmc/registry.hpp"

namespace touchstone::cluster {

/// Parts of the start's kinetic and potential energy together; above 0 is gained.
struct EnergyChange {
  double all = 0;
  double own_shells = 0;
  double unplaced = 0;  ///< velocity corrections that no star could pay
  /// Stars that left: they are booked in the potential of the step before, and without a tide with
  /// their own shells and pairs of leavers twice. Nothing but rounding where none has left.
  double leaving() const { return all - own_shells - unplaced; }
  /// Sentence for people.
  std::string text() const;
};

EnergyChange energy_change(const Stars& start, const StepReport& begun, const Stars& stars,
                           const StepReport& now);

}  // namespace touchstone::cluster
