// statistics/judge.hpp
// Purpose   From numbers with error bars to a verdict. A wrong number, a missing number and a
//           number too noisy to decide are three different answers, and none of them is "pass".
// Source    B. L. Welch, Biometrika 34, 28 (1947) (two samples with unequal errors).
// Computes  A two-sided test of measured == expected. The law is Student's t with the degrees of
//           freedom of the Estimate (degrees_of() in models/core/estimate.hpp): an error bar from
//           eight chains is itself uncertain, and at 1e-6 that matters.
//             fail          p < false_alarm, or the mean is not finite or its error is NaN;
//             inconclusive  otherwise, when the smallest effect this test would see is not below
//                           `resolution`, or an error bar that was measured is zero (a stuck
//                           observable), whatever the error of the expected value;
//             pass          otherwise.
//           A significant deviation fails even when the error bar is wide: the chance that a
//           correct scheme fails is `false_alarm` either way.
// Not here  Error bars (blocking.hpp), several tests at once (holm.hpp).
#pragma once
#include <limits>

#include "models/core/estimate.hpp"
#include "models/core/verdict.hpp"

namespace touchstone {

/// Detection is at least even at the resolution. At false alarm 1e-6 this is the suite's rule of
/// thumb 5 sigma < resolution (exactly 4.89 sigma).
inline constexpr double kJudgePower = 0.5;
inline constexpr double kReportConfidence = 0.95;

struct Interval {
  double low;
  double high;
};

struct Judgement {
  Verdict verdict;
  double z;    ///< deviation in combined standard errors (a t value), signed
  double p;    ///< two-sided
  double low;  ///< interval of the measured value (or difference) at kReportConfidence
  double high;
  double smallest_effect;  ///< smallest deviation that fails with the stated power
};

/// pass iff p >= false_alarm, so that a NaN fails.
constexpr Verdict verdict_of(double p, double false_alarm) {
  return p >= false_alarm ? Verdict::pass : Verdict::fail;
}

/// Smallest true deviation that a two-sided test at `false_alarm` rejects with chance `power`
/// (0.5, 0.9, ...). InputError for probabilities outside (0, 1).
double smallest_effect(double standard_error, double false_alarm, double power,
                       double degrees = std::numeric_limits<double>::infinity());

/// Two-sided interval of the mean; unbounded when the degrees of freedom are not positive.
Interval confidence_interval(const Estimate& estimate, double confidence = kReportConfidence);

/// `resolution` is the smallest error that matters, > 0; `false_alarm` the chance that a correct
/// scheme fails. InputError for a bad expected value, resolution or probability.
Judgement judge(const Estimate& measured, const Published& expected, double resolution,
                double false_alarm, double power = kJudgePower);

/// Two independent measurements of the same quantity: judges a - b == 0, Welch's degrees.
Judgement judge_difference(const Estimate& a, const Estimate& b, double resolution,
                           double false_alarm, double power = kJudgePower);

}  // namespace touchstone
