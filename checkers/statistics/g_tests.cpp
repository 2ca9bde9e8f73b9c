#include "checkers/statistics/g_tests.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "checkers/statistics/judge.hpp"
#include "checkers/statistics/tails.hpp"
#include "models/core/errors.hpp"

namespace touchstone {
namespace {

using Table = std::vector<std::vector<double>>;

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

std::vector<double> row_sums(const Table& table) {
  std::vector<double> sums;
  for (const std::vector<double>& row : table) {
    sums.push_back(0);
    for (const double cell : row) sums.back() += cell;
  }
  return sums;
}

Table transposed(const Table& table) {
  Table result(table.empty() ? 0 : table[0].size(), std::vector<double>(table.size()));
  for (std::size_t i = 0; i < table.size(); ++i)
    for (std::size_t j = 0; j < table[i].size(); ++j) result[j][i] = table[i][j];
  return result;
}

void drop_empty_rows(Table& table) {
  std::erase_if(table, [](const std::vector<double>& row) {
    return std::all_of(row.begin(), row.end(), [](double cell) { return cell == 0; });
  });
}

/// Merges the two rows with the smallest sums.
void merge_smallest_rows(Table& table) {
  const std::vector<double> sums = row_sums(table);
  std::size_t first = sums[1] < sums[0] ? 1 : 0;
  std::size_t second = 1 - first;
  for (std::size_t i = 2; i < sums.size(); ++i) {
    if (sums[i] < sums[first]) {
      second = first;
      first = i;
    } else if (sums[i] < sums[second]) {
      second = i;
    }
  }
  for (std::size_t j = 0; j < table[first].size(); ++j) table[second][j] += table[first][j];
  table.erase(table.begin() + static_cast<std::ptrdiff_t>(first));
}

/// Merges columns, then rows, until the smallest expected cell reaches the minimum.
std::size_t pool(Table& table, double minimum_expected) {
  std::size_t merged = 0;
  for (;;) {
    const std::vector<double> rows = row_sums(table);
    const std::vector<double> columns = row_sums(transposed(table));
    if (rows.size() < 2 || columns.size() < 2) return merged;
    double total = 0;
    for (const double sum : rows) total += sum;
    const double smallest = *std::min_element(rows.begin(), rows.end()) *
                            *std::min_element(columns.begin(), columns.end()) / total;
    if (smallest >= minimum_expected) return merged;
    ++merged;
    if (columns.size() > 2) {
      Table turned = transposed(table);
      merge_smallest_rows(turned);
      table = transposed(turned);
    } else {
      merge_smallest_rows(table);
    }
  }
}

GTest homogeneity(const Table& table, std::size_t merged) {
  if (table.size() < 2 || table[0].size() < 2) return finish(0, 1, 0, merged);
  const std::vector<double> rows = row_sums(table);
  const std::vector<double> columns = row_sums(transposed(table));
  double total = 0;
  double inverse_rows = 0;
  double inverse_columns = 0;
  for (const double sum : rows) total += sum;
  for (const double sum : rows) inverse_rows += total / sum;
  for (const double sum : columns) inverse_columns += total / sum;
  double g = 0;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < columns.size(); ++j)
      g += g_term(table[i][j], rows[i] * (columns[j] / total));
  const std::size_t degrees = (rows.size() - 1) * (columns.size() - 1);
  const double williams =
      1 + (inverse_rows - 1) * (inverse_columns - 1) / (6 * total * static_cast<double>(degrees));
  return finish(g, williams, degrees, merged);
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

GTest g_test_homogeneity(const std::vector<std::vector<std::uint64_t>>& table,
                         double minimum_expected) {
  if (table.empty() || table[0].empty()) throw InputError("g-test: empty table");
  Table counts;
  for (const std::vector<std::uint64_t>& row : table) {
    if (row.size() != table[0].size())
      throw input_error("g-test", "columns of a row", std::to_string(table[0].size()),
                        std::to_string(row.size()));
    counts.emplace_back(row.begin(), row.end());
  }
  drop_empty_rows(counts);
  counts = transposed(counts);
  drop_empty_rows(counts);
  counts = transposed(counts);
  const std::size_t merged = pool(counts, minimum_expected);
  return homogeneity(counts, merged);
}

GTest g_test_rates(std::span<const std::uint64_t> trials, std::span<const std::uint64_t> successes,
                   double minimum_expected) {
  if (trials.size() != successes.size() || trials.empty())
    throw input_error("g-test", "number of success counts", std::to_string(trials.size()),
                      std::to_string(successes.size()));
  std::vector<std::vector<std::uint64_t>> table;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    if (successes[i] > trials[i]) throw InputError("g-test: more successes than trials");
    table.push_back({successes[i], trials[i] - successes[i]});
  }
  return g_test_homogeneity(table, minimum_expected);
}

Verdict verdict_of(const GTest& test, double false_alarm) {
  return test.degrees_of_freedom == 0 ? Verdict::inconclusive : verdict_of(test.p, false_alarm);
}

}  // namespace touchstone
