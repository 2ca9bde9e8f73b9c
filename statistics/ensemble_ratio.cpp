#include "statistics/ensemble_ratio.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "models/core/errors.hpp"
#include "statistics/autocorrelation.hpp"
#include "statistics/blocking.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kMaximumRounds = 100;
constexpr double kSteepest = 1e3;  ///< slope in units of 1 / (spread of x): the series are apart

/// x = centre + scale t.
struct Units {
  double centre;
  double scale;
};
Units units(std::span<const double> first, std::span<const double> second) {
  double sum = 0, squares = 0;
  const double n = static_cast<double>(first.size() + second.size());
  for (const auto& series : {first, second})
    for (const double x : series) sum += x / n;
  for (const auto& series : {first, second})
    for (const double x : series) squares += (x - sum) * (x - sum) / n;
  return {sum, std::sqrt(squares)};
}

/// Likelihood of a logistic curve at (a, b): first derivatives, and the second with the sign
/// changed.
class Logistic {
 public:
  Logistic(std::span<const double> first, std::span<const double> second, Units units)
      : series_{first, second}, units_(units) {}

  /// Newton's method with steps of at most 1; false when it does not end.
  bool fit() {
    a_ = std::log(static_cast<double>(series_[0].size()) / static_cast<double>(series_[1].size()));
    for (int round = 0; round < kMaximumRounds; ++round) {
      derive();
      const double det = haa_ * hbb_ - hab_ * hab_;
      if (!(det > 0) || std::abs(b_) > kSteepest) return false;
      const double da = (hbb_ * ga_ - hab_ * gb_) / det, db = (haa_ * gb_ - hab_ * ga_) / det;
      const double most = std::max(std::abs(da), std::abs(db));
      const double part = std::min(1.0, 1 / most);
      a_ += part * da;
      b_ += part * db;
      if (most < 1e-12) return true;
    }
    return false;
  }
  double slope() const { return b_ / units_.scale; }

  /// How far each value of a series moves the slope.
  std::vector<double> influence(int which) const {
    const double det = haa_ * hbb_ - hab_ * hab_;
    std::vector<double> result;
    for (const double x : series_[which]) {
      const double t = reduced(x);
      result.push_back((haa_ * t - hab_) / det * (1.0 - which - chance(t)) / units_.scale);
    }
    return result;
  }

 private:
  double reduced(double x) const { return (x - units_.centre) / units_.scale; }
  double chance(double t) const { return 1 / (1 + std::exp(-a_ - b_ * t)); }
  void derive() {
    ga_ = gb_ = haa_ = hab_ = hbb_ = 0;
    for (const int which : {0, 1})
      for (const double x : series_[which]) {
        const double t = reduced(x), p = chance(t), rest = 1.0 - which - p, w = p * (1 - p);
        ga_ += rest;
        gb_ += rest * t;
        haa_ += w;
        hab_ += w * t;
        hbb_ += w * t * t;
      }
  }

  std::span<const double> series_[2];
  Units units_;
  double a_ = 0, b_ = 0;
  double ga_ = 0, gb_ = 0, haa_ = 0, hab_ = 0, hbb_ = 0;
};

}  // namespace

Estimate ensemble_slope(std::span<const double> first, std::span<const double> second) {
  if (first.empty() || second.empty())
    throw InputError("ensemble ratio: expected two series with values, found an empty one");
  const Units own = units(first, second);
  if (!std::isfinite(own.scale)) return {};
  Estimate result{.mean = 0, .standard_error = kInfinity};
  for (const auto& series : {first, second}) {
    // Values that never change are one value, however many there are.
    const auto [least, most] = std::minmax_element(series.begin(), series.end());
    if (*least == *most) return result;
    const double worth = integrated_autocorrelation(series).effective_samples;
    result.effective_samples =
        result.effective_samples == 0 ? worth : std::min(result.effective_samples, worth);
  }
  Logistic curve(first, second, own);
  if (!(own.scale > 0) || !curve.fit()) return result;
  result.mean = curve.slope();
  double variance = 0, terms = 0;
  for (const int which : {0, 1}) {
    const std::vector<double> moved = curve.influence(which);
    const Estimate mean = estimate_mean(moved);
    const double one = std::pow(static_cast<double>(moved.size()) * mean.standard_error, 2);
    variance += one;
    terms += one * one / degrees_of(mean);
  }
  result.standard_error = std::sqrt(variance);
  result.degrees_of_freedom = variance * variance / terms;
  return result;
}

}  // namespace touchstone
