// checkers/hpmc/exact_laws.hpp
// Purpose   Several samples held to exact laws: one verdict from the worst of the tests.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "checkers/check.hpp"
#include "statistics/holm.hpp"
#include "statistics/judge.hpp"
#include "statistics/kolmogorov_smirnov.hpp"
#include "statistics/tails.hpp"

namespace touchstone::hpmc {

/// Least difference of a number of order 1 that shows that something has moved: above the rounding
/// of single precision.
constexpr double kMoved = 1e-6;

/// The worst of several tests, each at an equal share of the false alarm.
class Laws {
 public:
  explicit Laws(const CheckContext& context) : context_(context) {}

  void uniform(const std::string& what, std::vector<double> sample) {
    for (double& x : sample) x = std::clamp(x, 0.0, 1.0);  // rounding at the ends
    smallest_ = std::max(smallest_, 5 / std::sqrt(static_cast<double>(sample.size())));
    judge(what, kolmogorov_smirnov(sample, [](double x) { return x; }).p);
  }
  /// Tests that both are from the same law; `direct` is a sample of it, sorted or not.
  void same(const std::string& what, const std::vector<double>& sample,
            const std::vector<double>& direct) {
    const double n = static_cast<double>(sample.size()), m = static_cast<double>(direct.size());
    smallest_ = std::max(smallest_, 5 * std::sqrt(1 / n + 1 / m));
    judge(what, kolmogorov_smirnov(std::span<const double>(sample), direct).p);
  }
  /// Tests that x and -x are drawn equally often: half of the sample against the other half,
  /// mirrored.
  void symmetric(const std::string& what, const std::vector<double>& sample) {
    std::vector<double> halves[2];
    for (std::size_t i = 0; i < sample.size(); ++i)
      halves[i % 2].push_back(i % 2 == 0 ? sample[i] : -sample[i]);
    same(what, halves[0], halves[1]);
  }
  /// Tests that `hits` of `tries` have a probability; binomial, two-sided.
  void share(const std::string& what, std::uint64_t hits, std::uint64_t tries, double probability) {
    const double n = static_cast<double>(tries);
    smallest_ = std::max(smallest_, 5 * std::sqrt(probability * (1 - probability) / n));
    judge(what, tries == 0 ? 0
                           : bonferroni(std::min(binomial_upper(hits, tries, probability),
                                                 binomial_lower(hits, tries, probability)),
                                        2));
  }
  /// Requires that at least half of the runs end elsewhere than they began: a run that begins in
  /// the law and never moves follows it for ever.
  void moved(const std::string& what, std::uint64_t moved, std::uint64_t runs) {
    require(binomial_lower(moved, runs, 0.5) >= context_.false_alarm,
            fmt::format("{}: {} of {} runs end elsewhere than they began", what, moved, runs));
  }
  /// A fact without chance: fails the check unless it is so.
  void require(bool right, const std::string& what) {
    if (!right) judge(what, 0);
  }
  CheckResult result(std::uint64_t trials, const std::string& all_well) const {
    const double p = tests_ == 0 ? 0 : bonferroni(worst_, tests_);
    const bool fail = verdict_of(p, context_.false_alarm) == Verdict::fail;
    return {.verdict = fail ? Verdict::fail : Verdict::pass,
            .value = two_sided_z(worst_),
            .unit = "z",
            .trials = trials,
            .false_alarm = context_.false_alarm,
            .smallest_effect = smallest_,
            .p = p,
            .detail = fail ? fmt::format("{}: p = {:.2g}", what_, worst_) : all_well};
  }

 private:
  void judge(const std::string& what, double p) {
    ++tests_;
    if (p >= worst_ || std::isnan(worst_)) return;  // a p that is no number is the worst
    worst_ = p;
    what_ = what;
  }

  const CheckContext& context_;
  double worst_ = 1;
  std::size_t tests_ = 0;
  double smallest_ = 0;
  std::string what_;
};

}  // namespace touchstone::hpmc
