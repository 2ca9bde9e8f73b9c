#include "checkers/exact_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "statistics/blocking.hpp"
#include "statistics/judge.hpp"

namespace touchstone {
namespace {

constexpr double kRounding = 1e-9;  ///< relative, of a mean of any number of equal values

}  // namespace

ExactValues::ExactValues(const CheckContext& context, double resolution)
    : context_(context), resolution_(resolution / std::sqrt(std::min(1.0, context.effort))) {}

void ExactValues::compare(const std::string& what, std::span<const double> samples, double exact) {
  const Estimate found = estimate_independent(samples);
  const Judgement judgement =
      judge(found, {exact, 0}, resolution_ * std::abs(exact), context_.false_alarm);
  const double rounding = kRounding * std::abs(exact);
  if (found.standard_error <= rounding) {  // a constant: wrong, or right whatever was sampled
    p_values_.push_back(std::abs(found.mean - exact) <= rounding ? 1 : 0);
    undecided_ = true;
  } else {
    p_values_.push_back(judgement.p);
    undecided_ = undecided_ || judgement.verdict == Verdict::inconclusive;
  }
  smallest_ = std::max(smallest_, judgement.smallest_effect / std::abs(exact));
  text_ += fmt::format("{}{}: {:.4f} +- {:.4f}, exact {:.4f}", text_.empty() ? "" : "; ", what,
                       found.mean, found.standard_error, exact);
}

CheckResult ExactValues::result(std::size_t least, std::uint64_t trials) const {
  CheckResult result = judge_together(p_values_, least, context_, text_);
  if (result.verdict == Verdict::pass && (undecided_ || !(smallest_ < resolution_)))
    result.verdict = Verdict::inconclusive;
  result.trials = trials;
  result.smallest_effect = smallest_;
  result.params["comparisons"] = p_values_.size();
  return result;
}

}  // namespace touchstone
