#include "statistics/g_tests.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "models/core/errors.hpp"
#include "statistics/judge.hpp"
#include "statistics/tails.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// 2 [O ln(O / E) - O + E] >= 0 for E > 0.
double g_term(double observed, double expected) {
  if (observed == 0) return 2 * expected;
  const double excess = (observed - expected) / expected;
  return std::max(0.0, 2 * expected * ((1 + excess) * std::log1p(excess) - excess));
}

GTest finish(double g, double williams, std::size_t degrees, std::size_t merged) {
  if (degrees == 0) return {.g = 0, .degrees_of_freedom = 0, .p = kNaN, .merged = merged};
  const double corrected = g / williams;
  return {.g = corrected,
          .degrees_of_freedom = degrees,
          .p = chi_squared_upper(corrected, static_cast<double>(degrees)),
          .merged = merged};
}

struct Category {
  double observed;
  double expected;
};

/// Merges ascending expectations until all reach the minimum; returns the number merged.
std::size_t pool(std::vector<Category>& categories, double minimum_expected) {
  const std::size_t before = categories.size();
  const auto larger = [](const Category& a, const Category& b) { return a.expected > b.expected; };
  std::sort(categories.begin(), categories.end(), larger);
  while (categories.size() > 1 && categories.back().expected < minimum_expected) {
    const Category last = categories.back();
    categories.pop_back();
    categories.back().observed += last.observed;
    categories.back().expected += last.expected;
    for (std::size_t i = categories.size() - 1; i > 0 && larger(categories[i], categories[i - 1]);
         --i)
      std::swap(categories[i], categories[i - 1]);
  }
  return before - categories.size();
}

}  // namespace

GTest g_test(std::span<const std::uint64_t> counts, std::span<const double> probabilities,
             double minimum_expected) {
  if (counts.size() != probabilities.size() || counts.empty())
    throw input_error("g-test", "number of probabilities", std::to_string(counts.size()),
                      std::to_string(probabilities.size()));
  double total = 0;
  double sum = 0;
  for (const std::uint64_t count : counts) total += static_cast<double>(count);
  for (const double probability : probabilities) {
    if (!(probability >= 0)) throw InputError("g-test: a probability is negative or not a number");
    sum += probability;
  }
  if (!(std::abs(sum - 1) < 1e-9))
    throw input_error("g-test", "sum of the probabilities", "1", std::to_string(sum));

  std::vector<Category> categories;
  bool impossible = false;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (probabilities[i] > 0)
      categories.push_back({static_cast<double>(counts[i]), total * probabilities[i]});
    else
      impossible |= counts[i] > 0;
  }
  const std::size_t merged = pool(categories, minimum_expected);
  const std::size_t degrees = categories.size() - 1;
  if (impossible)
    return {.g = kInfinity, .degrees_of_freedom = degrees + 1, .p = 0, .merged = merged};
  if (degrees == 0) return finish(0, 1, 0, merged);
  double g = 0;
  double inverse = 0;
  for (const Category& category : categories) {
    g += g_term(category.observed, category.expected);
    inverse += total / category.expected;
  }
  const double williams = 1 + (inverse - 1) / (6 * total * static_cast<double>(degrees));
  return finish(g, williams, degrees, merged);
}

Verdict verdict_of(const GTest& test, double false_alarm) {
  return test.degrees_of_freedom == 0 ? Verdict::inconclusive : verdict_of(test.p, false_alarm);
}

}  // namespace touchstone
