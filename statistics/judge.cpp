#include "statistics/judge.hpp"

#include <cmath>
#include <string>

#include "models/core/errors.hpp"
#include "statistics/tails.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// variance^2 / degrees, the weight of one error bar in Welch-Satterthwaite.
double welch_term(double standard_error, double degrees) {
  return degrees > 0 ? std::pow(standard_error, 4) / degrees : kInfinity;
}

double welch_degrees(double sigma, double terms) {
  return terms > 0 ? std::pow(sigma, 4) / terms : kInfinity;
}

void require(bool ok, const char* what, const char* expected, double found) {
  if (!ok) throw input_error("judge", what, expected, std::to_string(found));
}

void require_error(const Estimate& measured) {
  require(!(measured.standard_error < 0), "standard error", "a number >= 0",
          measured.standard_error);
}

/// `stuck`: an error bar of what was measured is zero, so that nothing passes.
Judgement decide(double deviation, double sigma, bool stuck, double degrees, Interval interval,
                 double resolution, double false_alarm, double power) {
  require(resolution > 0, "resolution", "a positive number", resolution);
  Judgement result{.verdict = Verdict::inconclusive,
                   .z = deviation / sigma,
                   .p = 1,
                   .low = interval.low,
                   .high = interval.high,
                   .smallest_effect = smallest_effect(sigma, false_alarm, power, degrees)};
  if (!std::isfinite(deviation) || std::isnan(sigma)) {
    result.p = std::numeric_limits<double>::quiet_NaN();
    result.verdict = Verdict::fail;
    return result;
  }
  // Zero error or no degrees of freedom: the error bar is not known, so p says nothing.
  if (sigma == 0 || !(degrees > 0)) return result;
  result.p = student_two_sided(result.z, degrees);
  result.verdict = verdict_of(result.p, false_alarm);
  if (result.verdict == Verdict::pass && (stuck || !(result.smallest_effect < resolution)))
    result.verdict = Verdict::inconclusive;
  return result;
}

}  // namespace

double smallest_effect(double standard_error, double false_alarm, double power, double degrees) {
  require(!(standard_error < 0), "standard error", "a number >= 0", standard_error);
  require(false_alarm > 0 && false_alarm < 1, "false alarm", "a number in (0, 1)", false_alarm);
  require(power > 0 && power < 1, "power", "a number in (0, 1)", power);
  if (!(degrees > 0)) return kInfinity;
  return standard_error * (student_upper_quantile(false_alarm / 2, degrees) +
                           student_upper_quantile(1 - power, degrees));
}

Interval confidence_interval(const Estimate& estimate, double confidence) {
  require(confidence > 0 && confidence < 1, "confidence", "a number in (0, 1)", confidence);
  const double degrees = degrees_of(estimate);
  if (std::isinf(estimate.standard_error) || !(degrees > 0)) return {-kInfinity, kInfinity};
  const double half =
      estimate.standard_error * student_upper_quantile((1 - confidence) / 2, degrees);
  return {estimate.mean - half, estimate.mean + half};
}

Judgement judge(const Estimate& measured, const Published& expected, double resolution,
                double false_alarm, double power) {
  require(std::isfinite(expected.value), "expected value", "a finite number", expected.value);
  require(std::isfinite(expected.uncertainty) && expected.uncertainty >= 0, "uncertainty",
          "a finite number >= 0", expected.uncertainty);
  require_error(measured);
  const double sigma = std::hypot(measured.standard_error, expected.uncertainty);
  const double terms = welch_term(measured.standard_error, degrees_of(measured));
  return decide(measured.mean - expected.value, sigma, measured.standard_error == 0,
                welch_degrees(sigma, terms), confidence_interval(measured), resolution, false_alarm,
                power);
}

Judgement judge_difference(const Estimate& a, const Estimate& b, double resolution,
                           double false_alarm, double power) {
  require_error(a);
  require_error(b);
  const double sigma = std::hypot(a.standard_error, b.standard_error);
  const double degrees = welch_degrees(sigma, welch_term(a.standard_error, degrees_of(a)) +
                                                  welch_term(b.standard_error, degrees_of(b)));
  const Estimate difference{
      .mean = a.mean - b.mean, .standard_error = sigma, .degrees_of_freedom = degrees};
  return decide(difference.mean, sigma, a.standard_error == 0 || b.standard_error == 0, degrees,
                confidence_interval(difference), resolution, false_alarm, power);
}

}  // namespace touchstone
