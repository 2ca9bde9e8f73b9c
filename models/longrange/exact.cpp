#include "models/longrange/exact.hpp"

#include <fmt/format.h>

#include <boost/math/special_functions/bessel.hpp>
#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <numbers>

#include "models/core/errors.hpp"

namespace touchstone::longrange {
namespace {

using std::numbers::pi;

/// I1(x) / (x I0(x)), which is T at x = M / T: 1/2 at 0, falling.
double temperature_at(double x) {
  if (x < 1e-4) return 0.5 - x * x / 16;
  return boost::math::cyl_bessel_i(1, x) / (x * boost::math::cyl_bessel_i(0, x));
}

double energy_at(double x) {
  const double m = x * temperature_at(x);
  return temperature_at(x) / 2 + (1 - m * m) / 2;
}

}  // namespace

HmfEquilibrium hmf_equilibrium(double u) {
  if (!(u > 0.01 && std::isfinite(u)))
    throw input_error("equilibrium of the HMF model", "energy per particle",
                      "a finite number above 0.01", fmt::format("{}", u));
  if (u >= 0.75) return {0, 2 * u - 1};
  std::uintmax_t iterations = 200;
  const auto [low, high] =
      boost::math::tools::toms748_solve([u](double x) { return energy_at(x) - u; }, 0.0, 200.0,
                                        boost::math::tools::eps_tolerance<double>(52), iterations);
  const double x = (low + high) / 2;
  return {x * temperature_at(x), temperature_at(x)};
}

double hmf_pair_separation(double d0, double time) {
  const double k = std::sin(d0 / 2);
  const double quarter = boost::math::ellint_1(k);
  return 2 * std::asin(k * boost::math::jacobi_sn(k, quarter - time));
}

double hmf_cold_growth_rate() { return 1 / std::numbers::sqrt2; }

double ring_fourier_coefficient(double softening, unsigned mode) {
  const auto points =
      static_cast<std::size_t>(std::ceil(45 / std::sqrt(2 * softening))) + 4 * mode + 64;
  long double sum = 0;
  for (std::size_t i = 0; i < points; ++i) {
    const double angle = 2 * pi * static_cast<double>(i) / static_cast<double>(points);
    const double half_chord = std::sin(angle / 2);
    sum -= std::cos(mode * angle) / std::sqrt(4 * half_chord * half_chord + 2 * softening);
  }
  return static_cast<double>(sum / static_cast<long double>(points));
}

double ring_cold_growth_rate(double softening, unsigned mode) {
  return mode * std::sqrt(-ring_fourier_coefficient(softening, mode));
}

double plane_pair_rate(double distance, double softening) {
  // Each at distance / 2 from the centre, pulled by (2/N) distance / (distance^2 + eps), N = 2.
  return std::sqrt(2 / (distance * distance + softening));
}

double polygon_rate(std::size_t n, double radius) {
  const auto count = static_cast<double>(n);
  return std::sqrt((count - 1) / count) / radius;
}

double polygon_fall_time(std::size_t n, double r0, double r) {
  // r'' = -a / r with a = (n - 1) / n, so r'^2 = 2 a log(r0 / r); substitute r = r0 exp(-s^2).
  const auto count = static_cast<double>(n);
  const double a = (count - 1) / count;
  return r0 * std::sqrt(pi / (2 * a)) * std::erf(std::sqrt(std::log(r0 / r)));
}

}  // namespace touchstone::longrange
