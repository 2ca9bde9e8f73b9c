#include "models/cmc/energy_change.hpp"

#include <fmt/format.h>

#include <cmath>

#include "models/cmc/shell_potential.hpp"

namespace touchstone::cluster {

std::string EnergyChange::text() const {
  return fmt::format(
      "energy changed by {:+.1e} of the start's: {:+.1e} in own shells, which no star feels, "
      "{:+.1e} that no star could pay, {:+.1e} with stars that left",
      all, own_shells, unplaced, leaving());
}

EnergyChange energy_change(const Stars& start, const StepReport& begun, const Stars& stars,
                           const StepReport& now) {
  const double size = std::abs(begun.kinetic + begun.potential);
  return {.all = (now.total_energy() - begun.total_energy()) / size,
          .own_shells = (own_shell_energy(stars) - own_shell_energy(start)) / size,
          .unplaced = (now.unplaced_energy - begun.unplaced_energy) / size};
}

}  // namespace touchstone::cluster
