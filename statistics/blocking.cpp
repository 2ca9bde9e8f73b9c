#include "statistics/blocking.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "models/core/errors.hpp"
#include "statistics/autocorrelation.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Mean, without rounding where all values are equal: their error bar is then exactly zero.
double mean_of(std::span<const double> values) {
  if (std::all_of(values.begin(), values.end(), [&](double x) { return x == values[0]; }))
    return values[0];
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Sum of squared deviations from the mean, in two passes.
double squares_of(std::span<const double> values) {
  const double mean = mean_of(values);
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return sum;
}

double naive_error(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  return std::sqrt(squares_of(values) / (n * (n - 1)));
}

void require_data(std::span<const double> values, const char* where) {
  if (values.empty()) throw InputError(std::string(where) + ": empty series");
}

}  // namespace

std::vector<BlockLevel> blocking_curve(std::span<const double> series) {
  std::vector<double> blocks(series.begin(), series.end());
  std::vector<BlockLevel> levels;
  for (std::size_t length = 1; blocks.size() >= 2; length *= 2) {
    const double error = naive_error(blocks);
    const auto degrees = static_cast<double>(blocks.size() - 1);
    levels.push_back({length, blocks.size(), error, error / std::sqrt(2 * degrees)});
    for (std::size_t i = 0; i + 1 < blocks.size(); i += 2)
      blocks[i / 2] = 0.5 * (blocks[i] + blocks[i + 1]);
    blocks.resize(blocks.size() / 2);
  }
  return levels;
}

std::size_t choose_plateau(const std::vector<BlockLevel>& levels) {
  for (std::size_t k = 0; k < levels.size() && levels[k].blocks >= kMinimumBlocks; ++k) {
    const double ratio = levels[0].error > 0 ? levels[k].error / levels[0].error : 1;
    const double needed = 2 * static_cast<double>(levels[0].blocks) * std::pow(ratio, 4);
    if (std::pow(static_cast<double>(levels[k].length), 3) > needed) return k;
  }
  return levels.size();
}

Estimate estimate_by_blocking(std::span<const double> series) {
  require_data(series, "estimate by blocking");
  const std::vector<BlockLevel> levels = blocking_curve(series);
  const std::size_t plateau = choose_plateau(levels);
  Estimate result{.mean = mean_of(series), .standard_error = kInfinity};
  if (std::isnan(result.mean)) result.standard_error = result.mean;
  if (plateau == levels.size() || !std::isfinite(result.mean)) return result;
  const BlockLevel& level = levels[plateau];
  const double inflation = level.error > 0 ? level.error / levels[0].error : 1;
  result.standard_error = level.error;
  result.effective_samples = static_cast<double>(series.size()) / (inflation * inflation);
  result.degrees_of_freedom = static_cast<double>(level.blocks - 1);
  return result;
}

Estimate estimate_mean(std::span<const double> series) {
  require_data(series, "estimate mean");
  Estimate result = estimate_by_blocking(series);
  const Autocorrelation windowed = integrated_autocorrelation(series);
  if (windowed.standard_error > result.standard_error) {
    result.standard_error = windowed.standard_error;
    result.effective_samples = windowed.effective_samples;
    result.degrees_of_freedom = windowed.degrees_of_freedom;
  }
  return result;
}

Estimate estimate_independent(std::span<const double> values) {
  require_data(values, "estimate independent values");
  const auto n = static_cast<double>(values.size());
  return {.mean = mean_of(values),
          .standard_error = values.size() > 1 ? naive_error(values) : kInfinity,
          .effective_samples = n,
          .degrees_of_freedom = n - 1};
}

Estimate average(std::span<const Estimate> independent) {
  if (independent.empty()) throw InputError("average: no estimates");
  const auto n = static_cast<double>(independent.size());
  Estimate result{.mean = 0, .standard_error = 0};
  double spread = 0;  // sum of variance^2 / degrees
  for (const Estimate& one : independent) {
    const double variance = one.standard_error * one.standard_error / (n * n);
    result.mean += one.mean / n;
    result.standard_error += variance;
    result.effective_samples += one.effective_samples;
    spread += variance * variance / degrees_of(one);
  }
  if (spread > 0 && std::isfinite(spread))
    result.degrees_of_freedom = result.standard_error * result.standard_error / spread;
  result.standard_error = std::sqrt(result.standard_error);
  return result;
}

}  // namespace touchstone
