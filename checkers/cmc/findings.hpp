// checkers/cmc/findings.hpp
// Purpose   In what two clusters differ, for the findings of a check.
#pragma once
#include <fmt/format.h>

#include <string>

#include "checkers/findings.hpp"
#include "models/cmc/stars.hpp"

namespace touchstone::cmc {

/// The first star in which two clusters differ in any bit, or nothing.
inline std::string first_difference(const cluster::Stars& a, const cluster::Stars& b) {
  if (a.size() != b.size()) return fmt::format("{} stars, expected {}", a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a.id[i] != b.id[i]) return fmt::format("star {} is {}, expected {}", i, a.id[i], b.id[i]);
    if (a.radius[i] != b.radius[i] || a.mass[i] != b.mass[i])
      return fmt::format("star {} at {:.17g}, expected {:.17g}", i, a.radius[i], b.radius[i]);
    if (a.radial_velocity[i] != b.radial_velocity[i] ||
        a.tangential_velocity[i] != b.tangential_velocity[i])
      return fmt::format("velocity of star {}", i);
  }
  return "";
}

}  // namespace touchstone::cmc
