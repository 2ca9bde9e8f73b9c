#include "validation/experiments/ecmc/birthday_law.hpp"

#include <fmt/format.h>

#include <boost/math/distributions/binomial.hpp>
#include <cmath>

#include "models/core/errors.hpp"

namespace touchstone::validation::ecmc {
namespace {

/// d log L / d c: each violated leg gives x / (exp(c x) - 1), each other one -x.
double slope(const std::vector<BirthdayCount>& counts, double c) {
  double sum = 0;
  for (const BirthdayCount& n : counts)
    sum += n.x * (static_cast<double>(n.violated) / std::expm1(c * n.x) -
                  static_cast<double>(n.trials - n.violated));
  return sum;
}

/// -d^2 log L / d c^2.
double information(const std::vector<BirthdayCount>& counts, double c) {
  double sum = 0;
  for (const BirthdayCount& n : counts) {
    const double half = std::sinh(c * n.x / 2);
    sum += static_cast<double>(n.violated) * n.x * n.x / (4 * half * half);
  }
  return sum;
}

}  // namespace

Interval binomial_interval(std::uint64_t successes, std::uint64_t trials, double confidence) {
  if (trials == 0) return {0, 1};
  using Law = boost::math::binomial_distribution<double>;
  const double n = static_cast<double>(trials);
  const double s = static_cast<double>(successes);
  const double tail = (1 - confidence) / 2;
  return {successes == 0 ? 0 : Law::find_lower_bound_on_p(n, s, tail),
          successes == trials ? 1 : Law::find_upper_bound_on_p(n, s, tail)};
}

Estimate fit_birthday(const std::vector<BirthdayCount>& counts) {
  std::uint64_t trials = 0;
  std::uint64_t violated = 0;
  for (const BirthdayCount& n : counts) {
    if (!(n.x > 0) || n.violated > n.trials)
      throw input_error("birthday law", "a count", "x > 0 and at most all legs violated",
                        fmt::format("x = {}, {} of {}", n.x, n.violated, n.trials));
    trials += n.trials;
    violated += n.violated;
  }
  if (violated == 0 || violated == trials) return {};
  double low = 1e-9;
  double high = 1e9;  // the slope falls from + to -
  for (int step = 0; step < 200; ++step) {
    const double middle = std::sqrt(low * high);
    (slope(counts, middle) > 0 ? low : high) = middle;
  }
  const double c = std::sqrt(low * high);
  return {c, 1 / std::sqrt(information(counts, c)), static_cast<double>(trials), 0};
}

}  // namespace touchstone::validation::ecmc
