// benchmarks/selection.hpp
// Purpose   Which schemes are timed and on how many threads, and what depends on the class: the
//           same in every family.
// Not here  Sizes and protocols of a family (<family>/*_entries.cpp).
#pragma once
#include <algorithm>
#include <limits>
#include <set>
#include <vector>

#include "benchmarks/request.hpp"
#include "models/core/names.hpp"
#include "models/core/scheme.hpp"

namespace touchstone::benchmarks {

/// The value of the class, of those of class tiny, S, W ...; the last one holds for all above.
template <class T>
T of_class(const Request& request, const std::vector<T>& values) {
  return values[std::min(static_cast<std::size_t>(request.problem_class), values.size() - 1)];
}

/// How often and how long a scheme is timed.
struct Protocol {
  int runs;
  double seconds;  ///< nearly the duration of each run
  /// Seconds; a scheme whose step takes longer is timed by one step.
  double patience = std::numeric_limits<double>::infinity();
};
/// That of the class, with the number of runs that was given by hand.
inline Protocol protocol_of(const Request& request, const std::vector<Protocol>& of_classes) {
  Protocol result = of_class(request, of_classes);
  result.runs = request.runs.value_or(result.runs);
  return result;
}

/// A correct scheme that this machine itself runs, and whose time says something.
template <class Scheme>
bool is_timed(const Scheme& scheme) {
  if constexpr (requires { scheme.mutant; })
    if (scheme.mutant) return false;
  if constexpr (requires { scheme.available; })
    if (!scheme.available) return false;
  if constexpr (requires { scheme.emulated; })
    if (scheme.emulated) return false;
  return scheme.info.timed;
}

/// One that is timed and asked for.
template <class Scheme>
bool is_wanted(const Request& request, const Scheme& scheme) {
  return matches(request.filter, scheme.info.name) && is_timed(scheme);
}

/// 1, and for parallel schemes the number of threads asked for.
inline std::set<int> one_and_all(const Request& request, const SchemeInfo& scheme) {
  return {1, scheme.parallel ? request.threads : 1};
}

/// Powers of two below `last`, and `last`.
inline std::vector<int> doubling(int last) {
  std::vector<int> result;
  for (int n = 1; n < last; n *= 2) result.push_back(n);
  result.push_back(last);
  return result;
}

}  // namespace touchstone::benchmarks
