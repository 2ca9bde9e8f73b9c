// checkers/hpmc/tally.hpp
// Purpose   Counts answers of an overlap algorithm that are not as expected, in all and by the
//           classes of the bodies, and describes the first: what was answered, what is right, and
//           the pair (pair_text.hpp).
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "checkers/check.hpp"
#include "checkers/hpmc/pair_text.hpp"
#include "checkers/hpmc/placements.hpp"

namespace touchstone::hpmc {

/// Counts by the classes of the two bodies.
template <class Count>
using ByBodies = std::map<std::pair<std::string, std::string>, Count>;

inline std::pair<std::string, std::string> classes_of(const PlacedPair& pair) {
  return {std::string(name(class_of(*pair.a))), std::string(name(class_of(*pair.b)))};
}

struct Tally {
  struct Count {
    std::uint64_t asked = 0;
    std::uint64_t wrong = 0;
  };
  std::uint64_t asked = 0;
  std::uint64_t wrong = 0;
  std::string first = {};
  ByBodies<Count> by_bodies = {};
  ByBodies<bool> required = {};

  /// Bodies of two classes that touch must be compared near contact, unless all their gaps are
  /// below what an algorithm of this resolution claims.
  void require_some(const PlacedPair& pair, double resolution) {
    const auto& all = pair.placements;
    const bool fine = !all.empty() && std::all_of(all.begin(), all.end(), [&](const Placement& p) {
      return p.gap <= 10 * resolution;
    });
    if (!pair.contacts.empty() && !fine) required[classes_of(pair)] = true;
  }

  void expect(bool found, const PlacedPair& pair, const Placement& p, const std::string& how) {
    expect(found, {pair.a, pair.b, p.q_a, p.q_b, p.r}, pair, p, how);
  }
  /// `asked_about` is the question where that is not the placement itself: the bodies exchanged,
  /// rotated, or larger.
  void expect(bool found, const shapes::OverlapQuestion& asked_about, const PlacedPair& pair,
              const Placement& p, const std::string& how) {
    Count& own = by_bodies[classes_of(pair)];
    ++asked;
    ++own.asked;
    if (found == p.truth.overlap) return;
    ++own.wrong;
    if (wrong++ > 0) return;
    first = fmt::format("{} and {}, {}: the answer was '{}', but {}{}", name(class_of(*pair.a)),
                        name(class_of(*pair.b)), how, found ? "overlap" : "apart",
                        truth_text(pair, p, asked_about), pair_text(asked_about));
  }
  CheckResult result(const std::string& all_well) const {
    if (asked == 0 && required.empty())
      return {.verdict = Verdict::not_run,
              .detail = "no pair that it takes, at gaps that it claims"};
    CheckResult result = count_violations(wrong, asked, first, all_well);
    for (const auto& [bodies, yes] : required)
      if (wrong == 0 && by_bodies.count(bodies) == 0)
        result = count_violations(1, asked,
                                  fmt::format("{} and {} touch, and nothing could be compared",
                                              bodies.first, bodies.second),
                                  "");
    for (const auto& [bodies, count] : by_bodies)
      result.params["series"]["by_bodies"].push_back({{"a", bodies.first},
                                                      {"b", bodies.second},
                                                      {"asked", count.asked},
                                                      {"wrong", count.wrong}});
    return result;
  }
};

}  // namespace touchstone::hpmc
