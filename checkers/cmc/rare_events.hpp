// checkers/cmc/rare_events.hpp
// Purpose   Counts of independent events of which each has its own chance.
// Source    S. Bernstein's inequality: P(|n - <n>| >= d) <= 2 exp(-d^2 / (2 (variance + d / 3))).
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace touchstone::cmc {

/// A bound on the chance that a count differs so much from what is expected.
inline double bernstein(long double difference, long double variance) {
  return static_cast<double>(
      2 * std::exp(-difference * difference / (2 * (variance + difference / 3))));
}

/// The difference at which that bound is this chance.
inline long double allowed_difference(long double chance, long double variance) {
  const long double small = std::log(2 / chance);
  return small / 3 + std::sqrt(small * small / 9 + 2 * small * variance);
}

/// Events whose chances are summed together.
struct RareEvents {
  std::uint64_t found = 0;
  long double expected = 0, variance = 0;

  RareEvents& operator+=(const RareEvents& more) {
    found += more.found;
    expected += more.expected;
    variance += more.variance;
    return *this;
  }
};

/// Adds the bounds on the chances of all events and of each class to `p`, and returns the sum of
/// the classes and what a record says of them.
struct JudgedEvents {
  RareEvents all;
  std::string text;
};
inline JudgedEvents judge_classes(const char* what, std::span<const RareEvents> classes,
                                  std::span<const char* const> names, std::vector<double>& p) {
  const auto judged = [&](const RareEvents& of) {
    const long double difference = std::abs(static_cast<long double>(of.found) - of.expected);
    p.push_back(std::min(1.0, bernstein(difference, of.variance)));
    return fmt::format("{} ({:.1f} expected, p {:.2g})", of.found, static_cast<double>(of.expected),
                       p.back());
  };
  JudgedEvents judgement;
  std::string each;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    judgement.all += classes[k];
    each += fmt::format("; {}: {}", names[k], judged(classes[k]));
  }
  judgement.text = fmt::format("{}: {}{}", what, judged(judgement.all), each);
  return judgement;
}

}  // namespace touchstone::cmc
