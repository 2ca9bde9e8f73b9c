// checkers/cmc/findings.hpp
// Purpose   Counting what is wrong in runs of star clusters, and describing the first of it.
#pragma once
#include <fmt/format.h>

#include <cmath>
#include <string>

#include "checkers/check.hpp"
#include "models/cluster/stars.hpp"

namespace touchstone::cmc {

class Findings {
 public:
  void expect(bool right, const std::string& what) {
    ++compared_;
    if (right) return;
    ++violations_;
    if (first_.empty()) first_ = what;
  }
  /// |found - expected| within the tolerance; NaN is not.
  void expect_near(double found, double expected, double tolerance, const std::string& what) {
    expect(std::abs(found - expected) <= tolerance,
           fmt::format("{}: {:.9g}, expected {:.9g}", what, found, expected));
  }

  CheckResult result(std::uint64_t trials, const std::string& all_well) const {
    CheckResult result = count_violations(violations_, trials, first_, all_well);
    if (compared_ == 0) {
      result.verdict = Verdict::inconclusive;
      result.detail = "nothing was compared";
    }
    result.params = {{"compared", compared_}};
    return result;
  }

 private:
  std::uint64_t compared_ = 0;
  std::uint64_t violations_ = 0;
  std::string first_;
};

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
