#include "models/disks/exact_cases.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "models/core/errors.hpp"

namespace touchstone::disks {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kRoot3 = std::numbers::sqrt3;

/// Chance of no overlap as a polynomial in a = pi d^2 / V, lowest power first.
using Polynomial = std::array<double, 4>;

Polynomial no_overlap(std::size_t disks) {
  if (disks == 1) return {1, 0, 0, 0};
  if (disks == 2) return {1, -1, 0, 0};
  // Three disks: 1 - 3 a + 3 a^2 - T / V^2, where T = pi (pi - 3 sqrt(3) / 4) is the integral of
  // the triangle of overlaps, and a^2 = pi^2 / V^2.
  if (disks == 3) return {1, -3, 3 - (kPi - 3 * kRoot3 / 4) / kPi, 0};
  // Four disks: the cluster integrals b_l of V^-4 Q from the irreducible beta_k of the plane,
  // beta_k = -(k + 1) / k B_{k+1}, per power of a; B2 = a / 2.
  const double virial3 = (4.0 / 3 - kRoot3 / kPi) / 4;
  const double virial4 = (2 - 9 * kRoot3 / (2 * kPi) + 10 / (kPi * kPi)) / 8;
  const double beta1 = -1;
  const double beta2 = -1.5 * virial3;
  const double beta3 = -4.0 / 3 * virial4;
  const double b2 = beta1 / 2;
  const double b3 = beta1 * beta1 / 2 + beta2 / 3;
  const double b4 = 2 * beta1 * beta1 * beta1 / 3 + beta1 * beta2 + beta3 / 4;
  return {1, 12 * b2, 12 * b2 * b2 + 24 * b3, 24 * b4};
}

}  // namespace

ExactCase exact_torus(std::size_t disks, double side) {
  if (disks < 1 || disks > 4)
    throw input_error("exact torus", "number of disks", "1 to 4", fmt::format("{}", disks));
  const auto n = static_cast<double>(disks);
  if (!(side >= std::fmax(n, 2.0) * (1 - 1e-15)) || !std::isfinite(side))
    throw input_error("exact torus", fmt::format("side of the box of {} disks", disks),
                      fmt::format("at least {} diameters", std::fmax(n, 2.0)),
                      fmt::format("{:.9g}", side));
  const double area = side * side;
  const double a = kPi / area;
  const Polynomial p = no_overlap(disks);
  ExactCase exact;
  exact.acceptance = ((p[3] * a + p[2]) * a + p[1]) * a + p[0];
  const double slope = (3 * p[3] * a + 2 * p[2]) * a + p[1];  // dp/da; d ln a = 2 d ln d
  exact.pressure_volume = n - a * slope / exact.acceptance;
  exact.pressure = exact.pressure_volume / area;
  exact.contact = disks == 1 ? std::numeric_limits<double>::quiet_NaN()
                             : -slope / exact.acceptance / (n * (n - 1) / 2);
  return exact;
}

ExactCase exact_hard_box(double width, double height) {
  if (!(width >= 2) || !(height >= 2) || !std::isfinite(width * height))
    throw input_error("exact hard box", "sides of the box of two disks", "at least 2 diameters",
                      fmt::format("{:.9g} x {:.9g}", width, height));
  const double a = width - 1;  // where centres may be
  const double b = height - 1;
  // In units of all pairs of places, (a b)^2, which overflows for a large box.
  const double overlap = (kPi - 4.0 / 3 * (1 / a + 1 / b) + 0.5 / (a * b)) / (a * b);
  const double slope = (2 - (kPi - 4.0 / 3 / b) / (a * b)) / a;  // d ((a b)^2 - overlap) / da
  ExactCase exact;
  exact.acceptance = 1 - overlap;
  exact.contact = std::numeric_limits<double>::quiet_NaN();
  exact.pressure = slope / exact.acceptance / height;
  exact.pressure_volume = exact.pressure * width * height;
  return exact;
}

ExactRods exact_rods(std::size_t rods, double length) {
  const auto n = static_cast<double>(rods);
  if (rods < 2 || !(length > n) || !std::isfinite(length))
    throw input_error("exact rods", "number of rods and length of the ring",
                      "at least 2 rods of length 1, and a longer ring",
                      fmt::format("{} rods on {:.9g}", rods, length));
  const double free = length - n;
  ExactRods exact;
  exact.free_length = free;
  exact.pressure = 1 / length + (n - 1) / free;
  exact.mean_square_gap = 2 * free * free / (n * (n + 1));
  exact.rods = rods;
  return exact;
}

double ExactRods::gap_density(double gap) const {
  if (!(gap >= 0) || !(gap <= free_length)) return 0;
  const auto n = static_cast<double>(rods);
  return (n - 1) / free_length * std::pow(1 - gap / free_length, n - 2);
}

VirialPressure virial_pressure(double packing_fraction) {
  if (!(packing_fraction > 0) || !(packing_fraction <= 0.4))
    throw input_error("virial series", "packing fraction", "a number in (0, 0.4]",
                      fmt::format("{}", packing_fraction));
  // B_k / B2^(k-1), k = 2..10; B5 and beyond are Monte Carlo results of Clisby and McCoy.
  const std::array<double, 9> ratio{1,
                                    4.0 / 3 - kRoot3 / kPi,
                                    2 - 9 * kRoot3 / (2 * kPi) + 10 / (kPi * kPi),
                                    0.33355604,
                                    0.1988425,
                                    0.1148728,
                                    0.0649930,
                                    0.0362193,
                                    0.0199537};
  const double x = 2 * packing_fraction;  // B2 rho
  const double density = 4 * packing_fraction / kPi;
  double sum = 1;
  double power = 1;
  for (const double c : ratio) sum += c * (power *= x);
  // The terms left out as a geometric series with the ratio of the last two.
  const double next = ratio[8] / ratio[7] * x;
  return {density * sum, density * ratio[8] * power * next / (1 - next)};
}

}  // namespace touchstone::disks
