#include "statistics/exact_start.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/core/errors.hpp"
#include "statistics/holm.hpp"
#include "statistics/judge.hpp"
#include "statistics/tails.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Number of looks at first, 2 first, 4 first, ..., maximum.
unsigned count_looks(std::uint64_t first, std::uint64_t maximum) {
  unsigned looks = 1;
  for (; first < maximum; ++looks) first = first > maximum / 2 ? maximum : 2 * first;
  return looks;
}

void require_plan(const ExactStartPlan& plan, const std::vector<double>& resolutions) {
  if (plan.steps == 0 || plan.first_starts < 2 || plan.maximum_starts < plan.first_starts)
    throw InputError("exact start: needs steps >= 1 and 2 <= first starts <= maximum starts");
  if (resolutions.empty()) throw InputError("exact start: no statistics");
  for (const double resolution : resolutions)
    if (!(resolution > 0))
      throw input_error("exact start", "resolution", "a positive number",
                        std::to_string(resolution));
}

}  // namespace

ExactStartJudge::ExactStartJudge(const ExactStartPlan& plan, std::vector<std::string> names,
                                 std::vector<double> resolutions)
    : plan_(plan), moments_(resolutions.size()), next_look_(plan.first_starts) {
  require_plan(plan, resolutions);
  if (names.size() != resolutions.size())
    throw InputError("exact start: as many names as resolutions are needed");
  smallest_effect(1, plan.false_alarm, plan.power);  // throws for bad probabilities
  const unsigned looks = count_looks(plan.first_starts, plan.maximum_starts);
  result_ = {.verdict = Verdict::inconclusive,
             .starts = 0,
             .looks = 0,
             .look_level = plan.false_alarm / looks,
             .statistics = {}};
  for (std::size_t i = 0; i < names.size(); ++i)
    result_.statistics.push_back({.name = names[i],
                                  .change = 0,
                                  .standard_error = kInfinity,
                                  .z = 0,
                                  .p = 1,
                                  .adjusted_p = 1,
                                  .smallest_effect = kInfinity,
                                  .resolution = resolutions[i]});
}

void ExactStartJudge::add(std::span<const double> before, std::span<const double> after) {
  if (before.size() != moments_.size() || after.size() != moments_.size())
    throw InputError("exact start: one value per statistic is needed");
  const auto count = static_cast<double>(++result_.starts);
  for (std::size_t i = 0; i < moments_.size(); ++i) {
    const double difference = after[i] - before[i];
    const double offset = difference - moments_[i].mean;
    moments_[i].mean += offset / count;
    moments_[i].squares += offset * (difference - moments_[i].mean);
    moments_[i].changes += difference != 0 ? 1 : 0;
  }
}

StatisticResult ExactStartJudge::summary(std::size_t index) const {
  const Moments& moments = moments_[index];
  const auto count = static_cast<double>(result_.starts);
  StatisticResult result = result_.statistics[index];
  result.change = moments.mean;
  result.standard_error = std::sqrt(moments.squares / (count * (count - 1)));
  result.z = moments.mean / result.standard_error;
  if (!std::isfinite(moments.mean) || !std::isfinite(moments.squares)) {
    result.p = std::numeric_limits<double>::quiet_NaN();
    result.smallest_effect = kInfinity;
  } else if (moments.changes < kMinimumChanges) {
    if (std::isnan(result.z)) result.z = 0;
    result.p = 1;
    result.smallest_effect = kInfinity;
  } else {
    // The same change in every start has no spread at all: certain, not unknown.
    result.p = moments.squares > 0 ? student_two_sided(result.z, count - 1) : 0;
    const double level = result_.look_level / static_cast<double>(moments_.size());
    result.smallest_effect = smallest_effect(result.standard_error, level, plan_.power, count - 1);
  }
  return result;
}

void ExactStartJudge::look() {
  ++result_.looks;
  std::vector<double> p_values;
  bool sees_everything = true;
  for (std::size_t i = 0; i < moments_.size(); ++i) {
    StatisticResult& statistic = result_.statistics[i];
    statistic = summary(i);
    p_values.push_back(statistic.p);
    sees_everything &= statistic.smallest_effect < statistic.resolution;
  }
  const std::vector<double> adjusted = holm_adjusted(p_values);
  bool failed = false;
  for (std::size_t i = 0; i < adjusted.size(); ++i) {
    result_.statistics[i].adjusted_p = adjusted[i];
    failed |= !(adjusted[i] >= result_.look_level);
  }
  if (failed)
    result_.verdict = Verdict::fail;
  else if (sees_everything)
    result_.verdict = Verdict::pass;
}

bool ExactStartJudge::finished() {
  if (finished_ || result_.starts < next_look_) return finished_;
  look();
  finished_ = result_.verdict != Verdict::inconclusive || result_.starts >= plan_.maximum_starts;
  next_look_ = next_look_ > plan_.maximum_starts / 2 ? plan_.maximum_starts : 2 * next_look_;
  return finished_;
}

}  // namespace touchstone
