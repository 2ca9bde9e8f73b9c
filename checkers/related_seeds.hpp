// checkers/related_seeds.hpp
// Purpose   Seeds that a bad generator takes for one another, and the count of displacements that
//           runs of theirs share: a seed that is a lag of another repeats its draws.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "checkers/check.hpp"

namespace touchstone {

/// Seeds that differ in one bit, and those that follow each other.
inline std::set<std::uint64_t> related_seeds(std::uint64_t seed, unsigned bits = 64) {
  std::set<std::uint64_t> seeds;
  for (std::uint64_t k = 0; k <= 8; ++k) seeds.insert(seed + k);
  for (unsigned bit = 0; bit < bits; ++bit) seeds.insert(seed ^ (std::uint64_t{1} << bit));
  return seeds;
}

/// Pairs of vectors that are equal within `same` in x and y, of which a scheme that repeats draws
/// has many. O(N log N).
template <class Vector>
std::uint64_t coincidences(std::vector<Vector> moved, double same) {
  std::sort(moved.begin(), moved.end(), [](const Vector& a, const Vector& b) { return a.x < b.x; });
  std::uint64_t pairs = 0;
  for (std::size_t i = 0; i < moved.size(); ++i)
    for (std::size_t j = i + 1; j < moved.size() && moved[j].x - moved[i].x < same; ++j)
      pairs += std::abs(moved[j].y - moved[i].y) < same ? 1 : 0;
  return pairs;
}

/// The verdict on the displacements seen of so many that were made, `where` for people: more than
/// half must be seen, and a single pair may be equal by accident.
template <class Vector>
CheckResult all_different(const std::vector<Vector>& moved, double same, std::size_t made,
                          std::uint64_t trials, const std::string& where) {
  if (2 * moved.size() <= made)
    return count_violations(
        1, trials, fmt::format("only {} displacements of {} free bodies", moved.size(), made), "");
  const std::uint64_t repeated = coincidences(moved, same);
  return count_violations(
      repeated < 2 ? 0 : repeated, trials,
      fmt::format("{} pairs of equal displacements among {}", repeated, moved.size()),
      fmt::format("{} displacements {}, all different", moved.size(), where));
}

}  // namespace touchstone
