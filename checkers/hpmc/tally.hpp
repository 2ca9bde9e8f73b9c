// checkers/hpmc/tally.hpp
// Purpose   Counts answers of an overlap algorithm that are not as expected, and describes the
//           first.
#pragma once
#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "checkers/check.hpp"
#include "checkers/hpmc/placements.hpp"

namespace touchstone::hpmc {

struct Tally {
  std::uint64_t asked = 0;
  std::uint64_t wrong = 0;
  std::string first = {};

  void expect(bool found, const PlacedPair& pair, const Placement& p, const char* how) {
    ++asked;
    if (found == p.truth.overlap) return;
    if (wrong++ > 0) return;
    first = fmt::format(
        "{} and {}, {}: says {}, reference {} (margin {:.3g}); q_a {} {} {} {}, q_b {} {} {} {}, "
        "r {} {} {}",
        name(class_of(*pair.a)), name(class_of(*pair.b)), how, found ? "overlap" : "apart",
        p.truth.overlap ? "overlap" : "apart", p.truth.margin, p.q_a.s, p.q_a.x, p.q_a.y, p.q_a.z,
        p.q_b.s, p.q_b.x, p.q_b.y, p.q_b.z, p.r.x, p.r.y, p.r.z);
  }
  CheckResult result(const std::string& all_well) const {
    if (asked == 0) return {.verdict = Verdict::not_run, .detail = "no pair that it takes"};
    return count_violations(wrong, asked, first, all_well);
  }
};

}  // namespace touchstone::hpmc
