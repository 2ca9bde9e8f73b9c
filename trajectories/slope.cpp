#include "trajectories/slope.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "models/core/errors.hpp"
#include "statistics/blocking.hpp"

namespace touchstone::trajectories {

Drift drift_of(std::span<const double> times, std::span<const double> values) {
  const auto n = static_cast<double>(times.size());
  long double mean_time = 0, mean_value = 0, squares = 0, products = 0;
  for (std::size_t k = 0; k < times.size(); ++k) {
    mean_time += times[k] / n;
    mean_value += values[k] / n;
  }
  for (std::size_t k = 0; k < times.size(); ++k) {
    const long double t = times[k] - mean_time;
    squares += t * t;
    products += t * (values[k] - mean_value);
  }
  const auto [first, last] = std::minmax_element(times.begin(), times.end());
  if (times.size() < 3 || *first == *last)
    throw input_error("drift", "times", "three or more that differ",
                      fmt::format("{} values", times.size()));
  const long double slope = products / squares, length = times.back() - times.front();
  Drift drift;
  std::vector<double> influence;
  for (std::size_t k = 0; k < times.size(); ++k) {
    const long double t = times[k] - mean_time;
    const long double rest = values[k] - mean_value - slope * t;
    influence.push_back(static_cast<double>(n * t * rest / squares * length));
    drift.oscillation += static_cast<double>(rest * rest) / n;
  }
  drift.oscillation = std::sqrt(drift.oscillation);
  drift.change = estimate_mean(influence);
  drift.change.mean = static_cast<double>(slope * length);
  return drift;
}

}  // namespace touchstone::trajectories
