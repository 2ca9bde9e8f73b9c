// models/toy/walk.hpp
// Purpose   Random walks on a ring: a sixth family, which tests add in a file each of checkers,
//           validation, benchmarks and reports, with no edit elsewhere. No program is linked with
//           it.
#pragma once
#include <functional>
#include <string>

#include "models/core/available.hpp"
#include "models/core/random/philox.hpp"
#include "models/core/registry.hpp"
#include "models/core/scheme.hpp"

namespace touchstone::toy {

inline constexpr int kSites = 8;

struct WalkScheme {
  SchemeInfo info;
  std::function<int(int, PhiloxStream&)> step;  ///< site after a step from a site
  bool mutant = false;
  std::string family = {};  ///< where it is another than that of the kind
  Available available = true;
};

inline Registry<WalkScheme>& walks() {
  static Registry<WalkScheme> all("scheme");
  return all;
}

/// Sites that a step led to the right: 1 or -1, or what no step may give.
inline int moved(int site, int next) {
  const int right = (next - site + kSites) % kSites;
  return right > kSites / 2 ? right - kSites : right;
}

inline int there_and_back(int site, PhiloxStream& random) {
  return (site + (random.uniform() < 0.5 ? 1 : kSites - 1)) % kSites;
}
/// A fault: steps to the left are left out.
inline int never_left(int site, PhiloxStream& random) {
  return random.uniform() < 0.5 ? (site + 1) % kSites : site;
}
/// A fault: steps to the right pass over a site.
inline int by_two(int site, PhiloxStream& random) {
  return (site + (random.uniform() < 0.5 ? 2 : kSites - 1)) % kSites;
}

/// A name whose first part is no family.
inline constexpr const char* kStranger = "stranger/walk";
inline const bool registered =
    walks().add({.info = {.name = kStranger, .source = "here", .claims = Claims::global_balance},
                 .step = there_and_back});

}  // namespace touchstone::toy
