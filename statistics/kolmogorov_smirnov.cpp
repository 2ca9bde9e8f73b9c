#include "statistics/kolmogorov_smirnov.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "models/core/errors.hpp"

namespace touchstone {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kTail = 2.2;  // n d^2 from which both sides are crossed with chance < 2e-6 p
constexpr std::size_t kExactSize = 500;
constexpr std::size_t kSumSize = 1000000;
constexpr double kPathCells = 4e6;
constexpr double kPathCellsOfFew = 2e7;  ///< where one sample has at most kFew values
constexpr std::size_t kFew = 50;         ///< too few for the limit to know of their tail

bool all_numbers(std::span<const double> values) {
  return std::none_of(values.begin(), values.end(), [](double x) { return std::isnan(x); });
}

std::vector<double> sorted(std::span<const double> values) {
  std::vector<double> result(values.begin(), values.end());
  std::sort(result.begin(), result.end());
  return result;
}

/// P(D+_n >= d), exact: d sum_j C(n, j) (d + j/n)^(j-1) (1 - d - j/n)^(n-j), j <= n (1 - d).
double one_sided_upper(std::size_t size, double d) {
  const auto n = static_cast<double>(size);
  if (size > kSumSize) return std::exp(-(6 * n * d + 1) * (6 * n * d + 1) / (18 * n));
  double sum = 0;
  double log_binomial = 0;
  for (std::size_t j = 0; j <= size; ++j) {
    const auto k = static_cast<double>(j);
    if (j > 0) log_binomial += std::log((n - k + 1) / k);
    const double above = d + k / n;
    if (!(above < 1)) break;
    sum += std::exp(log_binomial + (k - 1) * std::log(above) + (n - k) * std::log1p(-above));
  }
  return d * sum;
}

/// Square matrix with a separate power-of-ten exponent, row major.
struct ScaledMatrix {
  std::vector<double> cell;
  int exponent = 0;
};

ScaledMatrix multiply(const ScaledMatrix& a, const ScaledMatrix& b, std::size_t order) {
  ScaledMatrix result{std::vector<double>(order * order), a.exponent + b.exponent};
  for (std::size_t i = 0; i < order; ++i)
    for (std::size_t k = 0; k < order; ++k)
      for (std::size_t j = 0; j < order; ++j)
        result.cell[i * order + j] += a.cell[i * order + k] * b.cell[k * order + j];
  if (result.cell[(order / 2) * order + order / 2] > 1e140) {
    for (double& value : result.cell) value *= 1e-140;
    result.exponent += 140;
  }
  return result;
}

/// The matrix H of Marsaglia, Tsang and Wang for d = (k - h) / n, order 2 k - 1.
ScaledMatrix step_matrix(std::size_t order, double h) {
  ScaledMatrix matrix{std::vector<double>(order * order), 0};
  const auto at = [&](std::size_t i, std::size_t j) -> double& {
    return matrix.cell[i * order + j];
  };
  for (std::size_t i = 0; i < order; ++i)
    for (std::size_t j = 0; j < order; ++j) at(i, j) = j <= i + 1 ? 1 : 0;
  for (std::size_t i = 0; i < order; ++i) {
    at(i, 0) -= std::pow(h, static_cast<double>(i + 1));
    at(order - 1, i) -= std::pow(h, static_cast<double>(order - i));
  }
  if (2 * h > 1) at(order - 1, 0) += std::pow(2 * h - 1, static_cast<double>(order));
  for (std::size_t i = 0; i < order; ++i)
    for (std::size_t j = 0; j <= i; ++j)
      for (std::size_t g = 1; g <= i - j + 1; ++g) at(i, j) /= static_cast<double>(g);
  return matrix;
}

/// P(D_n < d), exact.
double matrix_lower(std::size_t size, double d) {
  const auto n = static_cast<double>(size);
  const auto k = static_cast<std::size_t>(n * d) + 1;
  const std::size_t order = 2 * k - 1;
  ScaledMatrix base = step_matrix(order, static_cast<double>(k) - n * d);
  ScaledMatrix power{std::vector<double>(order * order), 0};
  for (std::size_t i = 0; i < order; ++i) power.cell[i * order + i] = 1;
  for (std::size_t bits = size; bits > 0; bits /= 2) {
    if (bits % 2 == 1) power = multiply(power, base, order);
    if (bits > 1) base = multiply(base, base, order);
  }
  double result = power.cell[(k - 1) * order + (k - 1)];
  for (std::size_t i = 1; i <= size; ++i) {
    result *= static_cast<double>(i) / n;
    if (result < 1e-140) {
      result *= 1e140;
      power.exponent -= 140;
    }
  }
  return result * std::pow(10.0, power.exponent);
}

/// Chance that a random path from (0, 0) to (n, m) ever has |i m - j n| >= threshold: the sum over
/// first exits, column by column. `inside[j]` is the chance to stand on (i, j) without an exit.
double path_exit(std::size_t n, std::size_t m, std::int64_t threshold) {
  std::vector<double> inside(m + 1, 0.0);
  double outside = 0;
  for (std::size_t i = 0; i <= n; ++i) {
    for (std::size_t j = 0; j <= m; ++j) {
      const auto left = static_cast<double>(n + m - i - j + 1);  // steps left before this one
      double chance = i == 0 && j == 0 ? 1 : 0;
      if (i > 0) chance += inside[j] * static_cast<double>(n - i + 1) / left;
      if (j > 0) chance += inside[j - 1] * static_cast<double>(m - j + 1) / left;
      const auto height = static_cast<std::int64_t>(i * m) - static_cast<std::int64_t>(j * n);
      const bool exits = (height < 0 ? -height : height) >= threshold;
      if (exits) outside += chance;
      inside[j] = exits ? 0 : chance;
    }
  }
  return std::min(1.0, outside);
}

}  // namespace

double kolmogorov_limit_upper(double x) {
  if (std::isnan(x)) return kNaN;
  if (x <= 0) return 1;
  double sum = 0;
  if (x < 1) {  // theta-function transform: converges fast for small x
    const double pi = std::numbers::pi;
    for (int k = 1; k < 20; k += 2) sum += std::exp(-k * k * pi * pi / (8 * x * x));
    return 1 - std::sqrt(2 * pi) / x * sum;
  }
  for (int k = 1; k < 20; ++k) sum += (k % 2 == 1 ? 2 : -2) * std::exp(-2.0 * k * k * x * x);
  return sum;
}

double kolmogorov_upper(std::size_t n, double d) {
  if (n == 0) throw InputError("kolmogorov-smirnov: empty sample");
  if (std::isnan(d)) return kNaN;
  const auto size = static_cast<double>(n);
  if (d <= 0.5 / size) return 1;
  if (d >= 1) return 0;
  if (size * d * d >= kTail) return std::min(1.0, 2 * one_sided_upper(n, d));
  if (n <= kExactSize) return std::clamp(1 - matrix_lower(n, d), 0.0, 1.0);
  const double x = std::sqrt(size) * d;
  return kolmogorov_limit_upper(x + 1 / (6 * std::sqrt(size)) + (x - 1) / (4 * size));
}

double kolmogorov_upper(std::size_t n, std::size_t m, double d) {
  if (n == 0 || m == 0) throw InputError("kolmogorov-smirnov: empty sample");
  if (std::isnan(d)) return kNaN;
  if (d <= 0) return 1;
  const double product = static_cast<double>(n) * static_cast<double>(m);
  // D is a multiple of 1 / (n m): undo the rounding of the division before comparing.
  if (product <= (std::min(n, m) <= kFew ? kPathCellsOfFew : kPathCells))
    return path_exit(std::max(n, m), std::min(n, m),
                     static_cast<std::int64_t>(std::ceil(d * product * (1 - 1e-12) - 1e-9)));
  const auto smaller = static_cast<double>(std::min(n, m));
  const auto larger = static_cast<double>(std::max(n, m));
  const double both = smaller + larger;
  const double x = std::sqrt(product / both) * d;
  const double continuity = (larger + 2 * smaller) / (3 * std::sqrt(product * both)) / 2;
  return kolmogorov_limit_upper(x + continuity);
}

KolmogorovSmirnov kolmogorov_smirnov(std::span<const double> sample,
                                     const std::function<double(double)>& cdf) {
  if (sample.empty()) throw InputError("kolmogorov-smirnov: empty sample");
  if (!all_numbers(sample)) return {kNaN, kNaN};
  const auto n = static_cast<double>(sample.size());
  double distance = 0;
  double below = 0;  // values seen so far
  for (const double value : sorted(sample)) {
    const double f = cdf(value);
    if (!(f >= 0 && f <= 1))
      throw input_error("kolmogorov-smirnov", "value of the cdf", "in [0, 1]", std::to_string(f));
    distance = std::max({distance, f - below / n, (below + 1) / n - f});
    ++below;
  }
  return {distance, kolmogorov_upper(sample.size(), distance)};
}

KolmogorovSmirnov kolmogorov_smirnov(std::span<const double> a, std::span<const double> b) {
  if (a.empty() || b.empty()) throw InputError("kolmogorov-smirnov: empty sample");
  if (!all_numbers(a) || !all_numbers(b)) return {kNaN, kNaN};
  const std::vector<double> x = sorted(a);
  const std::vector<double> y = sorted(b);
  double distance = 0;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < x.size() && j < y.size()) {
    const double at = std::min(x[i], y[j]);
    while (i < x.size() && x[i] == at) ++i;
    while (j < y.size() && y[j] == at) ++j;
    distance = std::max(distance, std::abs(static_cast<double>(i) / static_cast<double>(x.size()) -
                                           static_cast<double>(j) / static_cast<double>(y.size())));
  }
  return {distance, kolmogorov_upper(x.size(), y.size(), distance)};
}

}  // namespace touchstone
