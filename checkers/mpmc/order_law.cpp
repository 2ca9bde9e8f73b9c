// checkers/mpmc/order_law.cpp
// Purpose   Orientational order and numbers of close pairs a second time: every pair is compared,
//           nothing is sorted into cells. Boxes are from as narrow as may be to wide, of any shape.
// Source    models/disks/order.hpp (the law).
#include "checkers/mpmc/order_law.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "checkers/draws.hpp"

namespace touchstone {
namespace {

using disks::Configuration;
using disks::Vec;

/// The range of neighbours of a configuration, in units of 1 / sqrt(density).
const double kRange = (1 + std::sqrt(3.0)) / 2 * std::sqrt(2 / std::sqrt(3.0));

/// Points anywhere: these numbers do not ask whether disks overlap.
Configuration draw_points(Draws& draw) {
  const auto points = static_cast<std::size_t>(draw.scale(12, 250));
  // At density 1 the shorter side holds twice the range.
  const double area = static_cast<double>(points), shortest = 2 * kRange * 1.0001;
  const double side = draw.one_in(2)
                          ? std::min(shortest * draw.scale(1, 2), std::sqrt(area))
                          : draw.scale(std::min(shortest, std::sqrt(area)), std::sqrt(area));
  const double scale = draw.scale(0.3, 3);
  Configuration c{{scale * side, scale * area / side}, {}};
  if (draw.one_in(2)) std::swap(c.box.width, c.box.height);
  for (std::size_t i = 0; i < points; ++i)
    c.centres.push_back({draw.from(0, c.box.width), draw.from(0, c.box.height)});
  return c;
}

Vec<double> between(const Configuration& c, std::size_t i, std::size_t j) {
  return {std::remainder(c.centres[j].x - c.centres[i].x, c.box.width),
          std::remainder(c.centres[j].y - c.centres[i].y, c.box.height)};
}

/// Whether rounding decides if a pair is within this radius.
bool is_border(const Configuration& c, double radius) {
  for (std::size_t i = 0; i < c.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Vec<double> d = between(c, i, j);
      if (std::abs(std::hypot(d.x, d.y) / radius - 1) < 1e-12) return true;
    }
  return false;
}

disks::BondOrder order_by_pairs(const Configuration& c, double range) {
  disks::BondOrder order;
  const auto all = static_cast<double>(c.size());
  for (std::size_t i = 0; i < c.size(); ++i) {
    std::complex<double> sum;
    double neighbours = 0;
    for (std::size_t j = 0; j < c.size(); ++j) {
      const Vec<double> d = between(c, i, j);
      if (j == i || !(std::hypot(d.x, d.y) < range)) continue;
      sum += std::polar(1.0, 6 * std::atan2(d.y, d.x));
      ++neighbours;
    }
    order.neighbours += neighbours / all;
    if (neighbours == 0) continue;
    order.global += sum / neighbours / all;
    order.mean_local += std::abs(sum) / neighbours / all;
  }
  return order;
}

double pairs_by_pairs(const Configuration& c, double radius) {
  double pairs = 0;
  for (std::size_t i = 0; i < c.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Vec<double> d = between(c, i, j);
      if (std::hypot(d.x, d.y) < radius) ++pairs;
    }
  return pairs / static_cast<double>(c.size());
}

std::vector<Reading> read(const OrderCode& code, std::uint64_t seed) {
  constexpr double kRounding = 1e-10;
  PhiloxStream random = Philox(seed).stream(Purpose::test, 0, 0);
  Draws draw(random);
  const Configuration c = draw_points(draw);
  const std::string where =
      fmt::format("{} points in {:.6g} x {:.6g}, ", c.size(), c.box.width, c.box.height);
  const double range = kRange / std::sqrt(c.density()),
               half = std::min(c.box.width, c.box.height) / 2;
  std::vector<Reading> readings;
  const auto add = [&](const std::string& what, double found, double expected) {
    readings.push_back({where + what, found, expected, kRounding});
  };
  if (is_border(c, range) || range > half) return {};
  const disks::BondOrder found = code.order(c), expected = order_by_pairs(c, range);
  add("real part of the order", found.global.real(), expected.global.real());
  add("imaginary part of the order", found.global.imag(), expected.global.imag());
  add("local order", found.mean_local, expected.mean_local);
  add("neighbours", found.neighbours, expected.neighbours);
  std::vector<double> radii;
  for (int k = 0; k < 3; ++k) radii.push_back(draw.scale(0.05, 1) * half);
  const std::vector<double> pairs = code.pairs(c, radii);
  for (std::size_t k = 0; k < radii.size(); ++k) {
    if (is_border(c, radii[k])) return {};
    add(fmt::format("pairs within {:.6g}", radii[k]), pairs.at(k), pairs_by_pairs(c, radii[k]));
  }
  return readings;
}

const bool registered = register_observables("mpmc", order_of_disks("mpmc/order-of-disks", {}));

}  // namespace

Observables order_of_disks(const std::string& name, const OrderCode& code) {
  return {name, [code](std::uint64_t seed) { return read(code, seed); }};
}

}  // namespace touchstone
