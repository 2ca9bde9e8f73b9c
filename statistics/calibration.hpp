// statistics/calibration.hpp
// Purpose   Common parts of the tests of the statistics: synthetic data from Philox and an exact
//           judge of a measured rate, so that "the false-alarm rate is what it says" is itself a
//           deterministic check.
// Cost      A normal draw is one logarithm and one cosine.
// Not here  Data of schemes.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

#include "models/core/random/philox.hpp"
#include "statistics/tails.hpp"

namespace touchstone::calibration {

/// Confidence of every verdict on a rate.
inline constexpr double kRateFalseAlarm = 1e-6;

/// Synthetic data: `repetition` picks an independent stream of the fixed seed.
class Source {
 public:
  explicit Source(std::uint64_t repetition, std::uint64_t seed = 20240229)
      : stream_(Philox(seed).stream(Purpose::test, repetition, 0)) {}

  double uniform() { return stream_.uniform(); }
  std::uint32_t below(std::uint32_t n) { return stream_.below(n); }
  double exponential() { return -std::log1p(-stream_.uniform()); }
  /// Standard normal (Box-Muller; the second of each pair is dropped).
  double normal() {
    const double radius = std::sqrt(2 * exponential());
    return radius * std::cos(2 * std::numbers::pi * stream_.uniform());
  }

  /// AR(1): x_t = a x_(t-1) + noise, unit variance, started in equilibrium. Its integrated
  /// autocorrelation time is (1 + a) / (1 - a) / 2.
  std::vector<double> autoregressive(std::size_t samples, double a, double mean = 0) {
    std::vector<double> series(samples);
    const double noise = std::sqrt(1 - a * a);
    double x = normal();
    for (double& value : series) {
      value = mean + x;
      x = a * x + noise * normal();
    }
    return series;
  }

  /// Counts of `trials` draws from `probabilities` (which sum to 1).
  std::vector<std::uint64_t> multinomial(std::uint64_t trials,
                                         const std::vector<double>& probabilities) {
    std::vector<std::uint64_t> counts(probabilities.size());
    for (; trials > 0; --trials) {
      double u = stream_.uniform();
      std::size_t k = 0;
      while (k + 1 < probabilities.size() && u >= probabilities[k]) u -= probabilities[k++];
      ++counts[k];
    }
    return counts;
  }

 private:
  PhiloxStream stream_;
};

/// Counts how often something happened in how many repetitions.
struct Rate {
  std::uint64_t hits = 0;
  std::uint64_t repetitions = 0;
  void add(bool hit) {
    hits += hit ? 1 : 0;
    ++repetitions;
  }
  double value() const { return static_cast<double>(hits) / static_cast<double>(repetitions); }
};

/// No evidence at kRateFalseAlarm that the true rate exceeds `most`.
inline bool at_most(const Rate& rate, double most) {
  return binomial_upper(rate.hits, rate.repetitions, most) >= kRateFalseAlarm;
}

/// No evidence at kRateFalseAlarm that the true rate is below `least`.
inline bool at_least(const Rate& rate, double least) {
  return binomial_lower(rate.hits, rate.repetitions, least) >= kRateFalseAlarm;
}

}  // namespace touchstone::calibration
