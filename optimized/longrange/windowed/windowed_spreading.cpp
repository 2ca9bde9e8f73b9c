// optimized/longrange/windowed/windowed_spreading.cpp
// Purpose   The spreading kernel of windowed_lanes.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <numbers>

#include "models/core/errors.hpp"
#include "optimized/longrange/windowed/windowed_lanes.hpp"

namespace touchstone::optimized {
namespace {

using std::numbers::pi;
using Real = long double;

Real kernel_value(double beta, Real z) {
  const Real inside = 1 - z * z;
  return inside <= 0 ? 0 : std::exp(beta * (std::sqrt(inside) - 1));
}

/// Coefficients of powers of the polynomial through `terms` Chebyshev points of f on [-1, 1].
template <class F>
std::vector<Real> interpolant(std::size_t terms, const F& f) {
  const auto pi_long = std::numbers::pi_v<Real>;
  std::vector<Real> sum(terms, 0);
  std::vector<Real> before(terms, 0);  // T_(m-1) and T_m in powers
  std::vector<Real> now(terms, 0);
  now[0] = 1;
  for (std::size_t m = 0; m < terms; ++m) {
    Real c = 0;
    for (std::size_t i = 0; i < terms; ++i) {
      const Real angle = pi_long * (static_cast<Real>(i) + 0.5L) / static_cast<Real>(terms);
      c += f(std::cos(angle)) * std::cos(static_cast<Real>(m) * angle);
    }
    c *= (m == 0 ? 1.0L : 2.0L) / static_cast<Real>(terms);
    for (std::size_t j = 0; j < terms; ++j) sum[j] += c * now[j];
    std::vector<Real> next(terms, 0);
    for (std::size_t j = 0; j < terms; ++j)
      next[j] = (j > 0 ? (m == 0 ? 1 : 2) * now[j - 1] : 0) - (m == 0 ? 0 : before[j]);
    before = now;
    now = next;
  }
  return sum;
}

}  // namespace

double SpreadingKernel::at(double z) const { return static_cast<double>(kernel_value(beta, z)); }

double SpreadingKernel::transform(double omega) const {
  const double half = static_cast<double>(width) / 2;
  // z = sin(a) takes the root at the ends away.
  const auto integrand = [&](double a) {
    const double z = std::sin(a);
    return std::exp(beta * (std::cos(a) - 1)) * std::cos(omega * half * z) * std::cos(a);
  };
  const boost::math::quadrature::gauss<double, 60> rule;
  return 2 * half * rule.integrate(integrand, 0.0, pi / 2);
}

SpreadingKernel spreading_kernel_of(std::size_t width, double beta) {
  if (width < 2 || width > kWidestKernel)
    throw input_error("spreading kernel", "width", fmt::format("2 to {}", kWidestKernel),
                      fmt::format("{}", width));
  SpreadingKernel kernel{width, beta, width <= 8 ? 8u : 16u, width + 4, {}};
  kernel.pieces.resize(kernel.terms * kernel.lanes);
  const auto w = static_cast<Real>(width);
  for (std::size_t j = 0; j < width; ++j) {
    const std::vector<Real> c = interpolant(kernel.terms, [&](Real x) {
      return kernel_value(beta, 2 * (static_cast<Real>(j) + (1 + x) / 2) / w - 1);
    });
    for (std::size_t m = 0; m < kernel.terms; ++m)
      kernel.pieces[m * kernel.lanes + j] = static_cast<double>(c[m]);
  }
  return kernel;
}

SpreadingKernel spreading_kernel(double tolerance, double upsampling) {
  // The error is exp(-pi w sqrt(1 - 1/upsampling)) (Barnett et al. 2019, theorem 7).
  const double rate = pi * std::sqrt(1 - 1 / upsampling);
  const auto width = static_cast<std::size_t>(std::ceil(std::log(10 / tolerance) / rate));
  const std::size_t used = std::clamp<std::size_t>(width, 4, kWidestKernel);
  return spreading_kernel_of(used,
                             0.98 * pi * static_cast<double>(used) * (1 - 1 / (2 * upsampling)));
}

}  // namespace touchstone::optimized
