#include "models/core/names.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <numeric>

namespace touchstone {
namespace {

std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
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
