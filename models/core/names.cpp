#include "models/core/names.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace touchstone {
namespace {

/// Insertions, deletions, replacements and swaps of neighbours that make `b` of `a`.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] =
          std::min({last[j - 1] + (a[i - 1] == b[j - 1] ? 0u : 1u), last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = std::exchange(last, row);
  }
  return last.back();
}

}  // namespace

std::string nearest_name(const std::string& name, const std::vector<std::string>& known) {
  std::string best;
  std::size_t distance = 0;
  for (const std::string& candidate : known) {
    const std::size_t d = edit_distance(name, candidate);
    if (best.empty() || d < distance) {
      best = candidate;
      distance = d;
    }
  }
  return best;
}

std::string suggestion(const std::string& name, const std::vector<std::string>& known) {
  constexpr std::size_t kNamed = 12;
  if (known.empty()) return "there is none";
  const std::string nearest = nearest_name(name, known);
  if (3 * edit_distance(name, nearest) <= std::max<std::size_t>(3, nearest.size()))
    return "the nearest known name is '" + nearest + "'";
  const std::size_t named = std::min(kNamed, known.size());
  std::string list;
  for (std::size_t k = 0; k < named; ++k) list += (k == 0 ? "" : ", ") + known[k];
  const std::size_t others = known.size() - named;
  return "known: " + list + (others > 0 ? " and " + std::to_string(others) + " more" : "");
}

bool matches(const std::string& pattern, const std::string& name) {
  return fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

}  // namespace touchstone
