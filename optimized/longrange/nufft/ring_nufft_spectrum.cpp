// optimized/longrange/nufft/ring_nufft_spectrum.cpp
// Purpose   Definitions of ring_nufft_spectrum.hpp.
#include "optimized/longrange/nufft/ring_nufft_spectrum.hpp"

#include <cmath>

namespace touchstone::optimized {
namespace {

long double arithmetic_geometric_mean(long double a, long double b) {
  while (std::abs(a - b) > 1e-18L * a) {
    const long double mean = (a + b) / 2;
    b = std::sqrt(a * b);
    a = mean;
  }
  return a;
}

}  // namespace

double ring_analytic_width(double softening) {
  // acosh(1 + eps) without the cancellation of a small eps.
  return std::log1p(softening + std::sqrt(softening * (2 + softening)));
}

double ring_modes_needed(double softening, double tolerance) {
  // The factor e^3 covers k, by which forces weigh modes, for all softenings (tested).
  const double modes = (std::log(1 / tolerance) + 3) / ring_analytic_width(softening);
  return std::ceil(modes) + 2;
}

std::vector<double> ring_spectrum(double softening, std::size_t last_mode) {
  const long double eps = softening;
  const auto beyond = static_cast<std::size_t>(std::ceil(45 / ring_analytic_width(softening)));
  std::vector<long double> v(last_mode + beyond + 2, 0);  // its end does not matter any more
  v[v.size() - 2] = 1e-4000L;
  for (std::size_t k = v.size() - 2; k > 0; --k) {
    const auto mode = static_cast<long double>(k);
    v[k - 1] = (2 * mode * (1 + eps) * v[k] - (mode + 0.5L) * v[k + 1]) / (mode - 0.5L);
  }
  const long double v0 =
      -1 / (arithmetic_geometric_mean(1, std::sqrt(eps / (2 + eps))) * std::sqrt(4 + 2 * eps));
  std::vector<double> result;
  for (std::size_t k = 0; k <= last_mode; ++k)
    result.push_back(static_cast<double>(v[k] * (v0 / v[0])));
  return result;
}

}  // namespace touchstone::optimized
