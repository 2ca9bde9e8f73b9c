#include "statistics/autocorrelation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "models/core/errors.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Series minus its mean.
std::vector<double> deviations(std::span<const double> series) {
  const double mean =
      std::accumulate(series.begin(), series.end(), 0.0) / static_cast<double>(series.size());
  std::vector<double> result(series.begin(), series.end());
  for (double& value : result) value -= mean;
  return result;
}

double autocovariance(const std::vector<double>& deviation, std::size_t lag) {
  const std::size_t terms = deviation.size() - lag;
  double sum = 0;
  for (std::size_t i = 0; i < terms; ++i) sum += deviation[i] * deviation[i + lag];
  return sum / static_cast<double>(terms);
}

void average_pairs(std::vector<double>& deviation) {
  for (std::size_t i = 0; i + 1 < deviation.size(); i += 2)
    deviation[i / 2] = 0.5 * (deviation[i] + deviation[i + 1]);
  deviation.resize(deviation.size() / 2);
}

struct Window {
  std::size_t lag = 0;    ///< 0: did not close
  double covariance = 0;  ///< Gamma(0) + 2 sum of Gamma(t) up to lag
  bool too_long = false;
};

Window find_window(const std::vector<double>& deviation) {
  const double variance = autocovariance(deviation, 0);
  Window window{.covariance = variance};
  double absolute = 0.5;
  for (std::size_t lag = 1; 2 * lag <= deviation.size(); ++lag) {
    if (lag > kMaximumLag) return {.too_long = true};
    const double covariance = autocovariance(deviation, lag);
    window.covariance += 2 * covariance;
    absolute += std::abs(covariance) / variance;
    if (static_cast<double>(lag) >= kWindowFactor * absolute) {
      window.lag = lag;
      return window;
    }
  }
  return window;
}

Autocorrelation without_answer(double tau, double standard_error, std::size_t samples) {
  const auto n = static_cast<double>(samples);
  return {.tau = tau,
          .tau_error = kInfinity,
          .window = 0,
          .effective_samples = n / (2 * tau),
          .standard_error = standard_error,
          .degrees_of_freedom = 0,
          .converged = false};
}

Autocorrelation constant_series(std::size_t samples) {
  const auto n = static_cast<double>(samples);
  const bool enough = n >= kMinimumEffectiveSamples;
  Autocorrelation result = without_answer(0.5, enough ? 0 : kInfinity, samples);
  result.converged = enough;
  result.degrees_of_freedom = n - 1;
  return result;
}

}  // namespace

Autocorrelation integrated_autocorrelation(std::span<const double> series) {
  if (series.empty()) throw InputError("autocorrelation: empty series");
  if (!std::all_of(series.begin(), series.end(), [](double x) { return std::isfinite(x); }))
    return without_answer(kNaN, kNaN, series.size());
  if (std::all_of(series.begin(), series.end(), [&](double x) { return x == series[0]; }))
    return constant_series(series.size());

  const auto samples = static_cast<double>(series.size());
  std::vector<double> deviation = deviations(series);
  const double variance = autocovariance(deviation, 0);
  double block = 1;
  Window window = find_window(deviation);
  while (window.too_long) {
    average_pairs(deviation);
    block *= 2;
    window = find_window(deviation);
  }
  if (window.lag == 0 || !(window.covariance > 0))
    return without_answer(samples / 2, kInfinity, series.size());

  // Subtracting the measured mean lowers every Gamma(t) by the variance of that mean.
  const auto blocks = static_cast<double>(deviation.size());
  const double span = 2 * static_cast<double>(window.lag) + 1;
  const double mean_variance = window.covariance * (1 + span / blocks) / blocks;
  const double tau = mean_variance * samples / (2 * (variance + mean_variance));
  const double wide = std::max(0.0, block * (span / 2) - tau);
  Autocorrelation result{.tau = tau,
                         .tau_error = 2 * tau * std::sqrt(wide / samples),
                         .window = block * static_cast<double>(window.lag),
                         .effective_samples = samples / (2 * tau),
                         .standard_error = std::sqrt(mean_variance),
                         .degrees_of_freedom = blocks / span,
                         .converged = true};
  result.converged = result.effective_samples >= kMinimumEffectiveSamples;
  if (!result.converged) result.standard_error = kInfinity;
  return result;
}

}  // namespace touchstone
