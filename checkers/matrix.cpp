#include "checkers/matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <set>

namespace touchstone {
namespace {

constexpr std::size_t kCell = 5;

/// "a", "b", ..., "z", "aa", ...
std::string letter(std::size_t column) {
  const std::string last(1, static_cast<char>('a' + column % 26));
  return column < 26 ? last : letter(column / 26 - 1) + last;
}

/// A line of the legend for each check: its letter, and the smallest effect that it would see.
void print_legend(const std::vector<Outcome>& outcomes, const std::set<std::string>& checks,
                  std::ostream& text) {
  std::map<std::string, double> effects;
  std::size_t width = 0;
  for (const Outcome& outcome : outcomes) {
    width = std::max(width, outcome.check.size());
    if (outcome.smallest_effect)
      effects[outcome.check] = std::max(effects[outcome.check], *outcome.smallest_effect);
  }
  std::size_t k = 0;
  for (const std::string& check : checks) {
    text << fmt::format("  {:>2}  ", letter(k++));
    const auto effect = effects.find(check);
    if (effect == effects.end())
      text << check << '\n';
    else if (effect->second > 0)
      text << fmt::format("{:<{}}  smallest effect {:.2g}\n", check, width, effect->second);
    else
      text << fmt::format("{:<{}}  any violation\n", check, width);
  }
}

void print_matrix(const std::vector<Outcome>& outcomes, const char* title, const char* key,
                  std::ostream& text) {
  if (outcomes.empty()) return;
  std::set<std::string> rows;
  std::set<std::string> columns;
  std::size_t width = 0;
  for (const Outcome& outcome : outcomes) {
    rows.insert(outcome.scheme);
    columns.insert(outcome.check);
    width = std::max(width, outcome.scheme.size());
  }
  text << fmt::format("\n{}\n{:<{}}", title, "", width);
  for (std::size_t k = 0; k < columns.size(); ++k) text << fmt::format("{:>{}}", letter(k), kCell);
  text << '\n';
  for (const std::string& row : rows) {
    text << fmt::format("{:<{}}", row, width);
    for (const std::string& column : columns) {
      const auto found = std::find_if(outcomes.begin(), outcomes.end(), [&](const Outcome& o) {
        return o.scheme == row && o.check == column;
      });
      text << fmt::format("{:>{}}", found == outcomes.end() ? "" : cell_text(*found), kCell);
    }
    text << '\n';
  }
  print_legend(outcomes, columns, text);
  text << key << '\n';
}

std::string mutant_text(const Outcome& outcome) {
  if (outcome.verdict == Verdict::not_run) return "";
  if (!outcome.caught) return outcome.expected ? "MISS" : ".";
  const std::string strength = outcome.is_z ? fmt::format("{:.0f}", outcome.value) : "x";
  return outcome.expected ? strength + "!" : strength;
}

}  // namespace

const char* sign(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return "ok";
    case Verdict::fail:
      return "FAIL";
    case Verdict::inconclusive:
      return "?";
    case Verdict::not_claimed:
      return ".";
    case Verdict::not_run:
      return "-";
  }
  return "FAIL";
}

std::string cell_text(const Outcome& outcome) {
  return outcome.mutant ? mutant_text(outcome) : sign(outcome.verdict);
}

void print_matrices(const std::vector<Outcome>& outcomes, std::ostream& text) {
  std::vector<Outcome> correct;
  std::vector<Outcome> mutants;
  for (const Outcome& outcome : outcomes) (outcome.mutant ? mutants : correct).push_back(outcome);
  print_matrix(correct, "schemes x checks",
               "ok pass   ? inconclusive   . not claimed   - not run, or does not apply", text);
  print_matrix(mutants, "mutants x checks",
               "x caught (a number: with this z)   ! named as a check that must catch it   "
               "MISS named, and did not   . invisible to it",
               text);
}

}  // namespace touchstone
