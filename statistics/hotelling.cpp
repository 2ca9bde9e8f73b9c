#include "statistics/hotelling.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "models/core/errors.hpp"
#include "statistics/tails.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kRounding = 1e-12;    // of `scale`: below it a spread is rounding
constexpr double kDegenerate = 1e-13;  // variance ratio that elimination cannot resolve

struct Moments {
  std::vector<double> mean;
  std::vector<std::vector<double>> covariance;
};

Moments moments(const std::vector<std::vector<double>>& rows) {
  const std::size_t dimension = rows[0].size();
  const auto count = static_cast<double>(rows.size());
  Moments result{std::vector<double>(dimension), {dimension, std::vector<double>(dimension, 0.0)}};
  for (const std::vector<double>& row : rows)
    for (std::size_t i = 0; i < dimension; ++i) result.mean[i] += row[i] / count;
  for (const std::vector<double>& row : rows)
    for (std::size_t i = 0; i < dimension; ++i)
      for (std::size_t j = 0; j < dimension; ++j)
        result.covariance[i][j] +=
            (row[i] - result.mean[i]) * (row[j] - result.mean[j]) / (count - 1);
  return result;
}

void bring_to_front(Moments& m, std::size_t from, std::size_t to) {
  std::swap(m.mean[from], m.mean[to]);
  std::swap(m.covariance[from], m.covariance[to]);
  for (std::vector<double>& row : m.covariance) std::swap(row[from], row[to]);
}

/// mean' covariance^-1 mean and the rank, by elimination with the largest variance as pivot.
std::pair<double, std::size_t> mahalanobis(Moments m, double scale) {
  const std::size_t dimension = m.mean.size();
  double squared = 0;
  double smallest_variance = 0;
  std::size_t rank = 0;
  for (; rank < dimension; ++rank) {
    std::size_t pivot = rank;
    for (std::size_t i = rank + 1; i < dimension; ++i)
      if (m.covariance[i][i] > m.covariance[pivot][pivot]) pivot = i;
    bring_to_front(m, pivot, rank);
    const double variance = m.covariance[rank][rank];
    if (rank == 0)
      smallest_variance = std::max(std::pow(kRounding * scale, 2), kDegenerate * variance);
    if (!(variance > smallest_variance)) break;
    squared += m.mean[rank] * m.mean[rank] / variance;
    for (std::size_t i = rank + 1; i < dimension; ++i) {
      const double factor = m.covariance[i][rank] / variance;
      m.mean[i] -= factor * m.mean[rank];
      for (std::size_t j = rank + 1; j < dimension; ++j)
        m.covariance[i][j] -= factor * m.covariance[rank][j];
    }
  }
  // A dropped direction may still spread by sqrt(smallest_variance): ten of these are no deviation.
  for (std::size_t i = rank; i < dimension; ++i)
    if (!(std::abs(m.mean[i]) <= 10 * std::sqrt(smallest_variance))) return {kInfinity, rank};
  return {squared, rank};
}

}  // namespace

Hotelling hotelling_zero_mean(const std::vector<std::vector<double>>& rows, double scale) {
  if (rows.empty() || rows[0].empty() || rows.size() <= rows[0].size())
    throw input_error("hotelling", "rows", "more than components", std::to_string(rows.size()));
  for (const std::vector<double>& row : rows) {
    if (row.size() != rows[0].size()) throw InputError("hotelling: rows of different length");
    for (const double value : row)
      if (!std::isfinite(value)) return {kNaN, 0, kNaN};
  }
  const auto count = static_cast<double>(rows.size());
  const auto [squared, rank] = mahalanobis(moments(rows), scale);
  const double t_squared = count * squared;
  if (std::isinf(t_squared)) return {t_squared, rank, 0};
  if (rank == 0) return {0, 0, 1};
  const auto dimension = static_cast<double>(rank);
  const double f = t_squared * (count - dimension) / (dimension * (count - 1));
  return {t_squared, rank, fisher_upper(f, dimension, count - dimension)};
}

}  // namespace touchstone
