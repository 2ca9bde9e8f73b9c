// checkers/cmc/places.hpp
// Purpose   Places that stars of a pair have after a meeting, as models/cmc/after_meeting.hpp has
//           them, by code of its own.
#pragma once
#include <algorithm>
#include <cstddef>
#include <vector>

namespace touchstone::cmc {

/// Puts stars of the cluster into the places of their pair, and behind these those that are freed,
/// from the inside. Their member `stars` has the numbers of one single star, or of the two of a
/// binary, ascending: 0 and 1 are those of the inner star of the pair, 2 and 3 those of the outer
/// one; a single star has the even number. `both`: the pair was one of two binaries; else star
/// `wide` was one.
///
/// Binaries stay where one was: of two, the one with the first star of the inner one in its place,
/// a single one where its first star was. Others follow by number; without a binary first stars
/// stay.
template <class Star>
void sort_places(std::vector<Star>& all, bool both, std::size_t wide) {
  std::sort(all.begin(), all.end(), [](const Star& a, const Star& b) { return a.stars < b.stars; });
  const auto binary = [](const Star& one) { return one.stars.size() == 2; };
  const auto binaries = std::count_if(all.begin(), all.end(), binary);
  if (binaries == 0)
    std::stable_sort(all.begin(), all.end(),
                     [](const Star& a, const Star& b) { return a.stars[0] % 2 < b.stars[0] % 2; });
  if (binaries != 1) return;
  const auto at = std::find_if(all.begin(), all.end(), binary);
  const Star one = *at;
  all.erase(at);
  const std::size_t place = both ? one.stars[0] / 2 : wide;
  all.insert(all.begin() + static_cast<std::ptrdiff_t>(place), one);
}

}  // namespace touchstone::cmc
