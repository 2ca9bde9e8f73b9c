#include "benchmarks/sample.hpp"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "models/core/errors.hpp"

namespace touchstone::benchmarks {

Estimate mean_of(const std::vector<double>& values) {
  if (values.size() < 2) throw InputError("mean of fewer than two values has no error");
  const auto n = static_cast<double>(values.size());
  double mean = 0, squares = 0;
  for (const double x : values) mean += x / n;
  for (const double x : values) squares += (x - mean) * (x - mean);
  return {mean, std::sqrt(squares / (n - 1) / n), n, n - 1};
}

bool differ(const Estimate& a, const Estimate& b, double false_alarm) {
  const double va = a.standard_error * a.standard_error;
  const double vb = b.standard_error * b.standard_error;
  const double variance = va + vb;
  const double degrees =
      variance == 0
          ? 1
          : variance * variance / (va * va / a.degrees_of_freedom + vb * vb / b.degrees_of_freedom);
  const Estimate difference{a.mean - b.mean, std::sqrt(variance), 0, degrees};
  return !(std::abs(difference.mean) <= resolution(difference, false_alarm));
}

double resolution(const Estimate& a, double false_alarm) {
  const boost::math::students_t law(a.degrees_of_freedom);
  return a.standard_error * quantile(complement(law, false_alarm / 2));
}

}  // namespace touchstone::benchmarks
