#include "statistics/holm.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "models/core/errors.hpp"

namespace touchstone {
namespace {

std::vector<double> checked(std::span<const double> p_values) {
  std::vector<double> result(p_values.begin(), p_values.end());
  for (double& p : result) {
    if (std::isnan(p)) p = 0;
    if (p < 0 || p > 1)
      throw input_error("holm", "p-value", "a number in [0, 1]", std::to_string(p));
  }
  return result;
}

std::vector<std::size_t> ascending(const std::vector<double>& p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&p](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  return order;
}

}  // namespace

std::vector<double> holm_adjusted(std::span<const double> p_values) {
  const std::vector<double> p = checked(p_values);
  std::vector<double> adjusted(p.size());
  double largest = 0;
  std::size_t remaining = p.size();
  for (const std::size_t i : ascending(p)) {
    largest = std::max(largest, std::min(1.0, static_cast<double>(remaining--) * p[i]));
    adjusted[i] = largest;
  }
  return adjusted;
}

std::vector<std::size_t> holm_rejected(std::span<const double> p_values, double false_alarm) {
  const std::vector<double> adjusted = holm_adjusted(p_values);
  std::vector<std::size_t> rejected = ascending(checked(p_values));
  std::erase_if(rejected, [&](std::size_t i) { return adjusted[i] >= false_alarm; });
  return rejected;
}

double bonferroni(double least, std::size_t tests) {
  const double p = least * static_cast<double>(tests);
  return p > 1 ? 1 : p;
}

}  // namespace touchstone
