// checkers/hpmc/simulation_findings.hpp
// Purpose   Counting what is wrong in runs of hard shapes, and describing the first of it.
#pragma once
#include <fmt/format.h>

#include <string>

#include "checkers/check.hpp"
#include "models/shapes/registry.hpp"

namespace touchstone::hpmc {

class SimulationFindings {
 public:
  void expect(bool right, const std::string& what) {
    ++compared_;
    if (right) return;
    ++violations_;
    if (first_.empty()) first_ = what;
  }
  CheckResult result(std::uint64_t trials, const std::string& all_well) const {
    CheckResult result = count_violations(violations_, trials, first_, all_well);
    if (compared_ == 0) {
      result.verdict = Verdict::inconclusive;
      result.detail = "nothing was compared";
    }
    return result;
  }

 private:
  std::uint64_t compared_ = 0;
  std::uint64_t violations_ = 0;
  std::string first_;
};

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
