#include "checkers/external/budget.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "checkers/external/work.hpp"
#include "suite/progress.hpp"

namespace touchstone::external {
namespace {

struct Wish {
  std::string check;
  double seconds;
};

/// The checks, from the shortest to the longest.
std::vector<Wish> wishes(const std::vector<std::string>& checks, const Cost& cost, double effort) {
  std::vector<Wish> all;
  for (const std::string& check : checks)
    all.push_back({check, effort * expected_seconds(check, cost)});
  std::stable_sort(all.begin(), all.end(),
                   [](const Wish& a, const Wish& b) { return a.seconds < b.seconds; });
  return all;
}

/// The budget in which nobody gets less than he needs, rounded up, with its unit.
std::string enough(double seconds) {
  return seconds < 600 ? fmt::format("{:.0f}s", std::ceil(seconds / 10) * 10)
                       : fmt::format("{:.0f}min", std::ceil(seconds / 60));
}

/// Three digits, downwards: a command that repeats the check gives the same effort.
double rounded(double effort) {
  const double scale = std::pow(10, 2 - std::floor(std::log10(effort)));
  return std::floor(effort * scale) / scale;
}

Planned with_less(const Wish& wish, double share, double effort, const std::string& budget) {
  const Work* const work = work_of(wish.check);
  const double part = share / wish.seconds;
  const std::string remark = fmt::format("it would take about {}: a budget of {} would do",
                                         duration_text(wish.seconds), budget);
  if (work->least < 1 && effort * part >= work->least)
    return {rounded(effort * work->part * part), remark, false};
  return {effort, "left out: " + remark, true};
}

}  // namespace

bool is_estimated(const std::string& check) { return work_of(check) != nullptr; }

double expected_seconds(const std::string& check, const Cost& cost) {
  const Work* const work = work_of(check);
  if (work == nullptr) return 0;
  return work->systems * cost.start + (work->starts - work->systems) * cost.restart +
         work->requests * cost.request + work->moves * cost.move;
}

double expected_seconds(const std::vector<std::string>& checks, const Cost& cost, double effort,
                        int threads) {
  double sum = 0, longest = 0;
  for (const Wish& wish : wishes(checks, cost, effort)) {
    sum += wish.seconds;
    longest = std::max(longest, wish.seconds);
  }
  return std::max(sum / threads, longest);
}

Plan planned(const std::vector<std::string>& checks, const Cost& cost, double effort,
             double seconds, int threads) {
  const std::vector<Wish> all = wishes(checks, cost, effort);
  const std::string budget = enough(expected_seconds(checks, cost, effort, threads));
  Plan plan;
  double left = seconds * threads;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const double share = std::min(seconds, left / static_cast<double>(all.size() - k));
    if (all[k].seconds > share) {
      plan[all[k].check] = with_less(all[k], share, effort, budget);
      if (!plan[all[k].check].left_out) left -= share;
    } else {
      left -= all[k].seconds;
    }
  }
  return plan;
}

std::string in_words(const std::vector<std::string>& checks, const Cost& cost, double effort,
                     int threads, const Plan& plan) {
  const std::string text = fmt::format(
      "estimate: about {} for {} checks, {} at a time (a start takes {:.2g} s, a restart {:.2g} s, "
      "a move {:.2g} s)",
      duration_text(expected_seconds(checks, cost, effort, threads)), checks.size(), threads,
      cost.start, cost.restart, cost.move);
  if (plan.empty()) return text;
  const auto left_out =
      std::count_if(plan.begin(), plan.end(), [](const auto& one) { return one.second.left_out; });
  return text + fmt::format("\nbudget: {} in full, {} with less effort, {} left out",
                            checks.size() - plan.size(), static_cast<long>(plan.size()) - left_out,
                            left_out);
}

double least_effort(const std::string& check) {
  const Work* const work = work_of(check);
  // A hair less than is ever planned: efforts are rounded downwards.
  return work == nullptr ? 0.1 : std::min(0.1, 0.9 * work->least * work->part);
}

}  // namespace touchstone::external
