// checkers/hpmc/simulation_findings.hpp
// Purpose   In what two configurations of hard shapes differ, for the findings of a check.
#pragma once
#include <fmt/format.h>

#include <string>

#include "checkers/findings.hpp"
#include "models/hpmc/registry.hpp"

namespace touchstone::hpmc {

/// The first body in which two configurations differ in any bit, or nothing.
inline std::string first_difference(const shapes::Configuration& a,
                                    const shapes::Configuration& b) {
  if (a.size() != b.size()) return fmt::format("{} bodies, expected {}", a.size(), b.size());
  if (!(a.box == b.box))
    return fmt::format("volume of the box {:.17g}, expected {:.17g}", a.box.volume(),
                       b.box.volume());
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a.type[i] != b.type[i]) return fmt::format("type of body {}", i);
    if (!(a.centres[i] == b.centres[i]))
      return fmt::format("body {} at x = {:.17g}, expected {:.17g}", i, a.centres[i].x,
                         b.centres[i].x);
    if (!(a.orientations[i] == b.orientations[i])) return fmt::format("orientation of body {}", i);
  }
  return "";
}

}  // namespace touchstone::hpmc
