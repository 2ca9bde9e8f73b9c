#include "models/disks/order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "models/core/errors.hpp"
#include "models/disks/neighbour_grid.hpp"

namespace touchstone::disks {
namespace {

void require_range(const Configuration& c, double range) {
  if (c.size() == 0) throw input_error("order", "number of disks", "at least 1", "0");
  if (!(range > 0) || !(2 * range <= std::min(c.box.width, c.box.height)))
    throw input_error("order", "range of neighbours",
                      "positive, at most half of the shorter side of the box",
                      fmt::format("{:.6g} in {:.6g} x {:.6g}", range, c.box.width, c.box.height));
}

}  // namespace

double lattice_spacing(const Configuration& c) {
  return std::sqrt(2 / (std::numbers::sqrt3 * c.density()));
}

BondOrder bond_order(const Configuration& c) {
  const double range = (1 + std::numbers::sqrt3) / 2 * lattice_spacing(c);
  require_range(c, range);
  std::vector<std::complex<double>> sum(c.size());
  std::vector<double> neighbours(c.size());
  const NeighbourGrid grid(c, range);
  grid.for_each_pair(c, [&](std::size_t i, std::size_t j, Vec<double> d) {
    const double r2 = d.x * d.x + d.y * d.y;
    if (!(r2 < range * range) || !(r2 > 0)) return;
    // exp(6 i theta) = (d / |d|)^6, the same seen from either disk
    const std::complex<double> z(d.x, d.y);
    const std::complex<double> cube = z * z * z;
    const std::complex<double> sixth = cube * cube / (r2 * r2 * r2);
    sum[i] += sixth;
    sum[j] += sixth;
    ++neighbours[i];
    ++neighbours[j];
  });
  BondOrder order;
  const auto n = static_cast<double>(c.size());
  for (std::size_t i = 0; i < c.size(); ++i) {
    order.neighbours += neighbours[i] / n;
    if (neighbours[i] == 0) continue;
    const std::complex<double> psi = sum[i] / neighbours[i];
    order.global += psi / n;
    order.mean_local += std::abs(psi) / n;
  }
  return order;
}

std::vector<double> pairs_within(const Configuration& c, const std::vector<double>& radii) {
  std::vector<double> pairs(radii.size());
  if (radii.empty()) return pairs;
  const double range = *std::max_element(radii.begin(), radii.end());
  require_range(c, range);
  const NeighbourGrid grid(c, range);
  grid.for_each_pair(c, [&](std::size_t, std::size_t, Vec<double> d) {
    const double r2 = d.x * d.x + d.y * d.y;
    for (std::size_t k = 0; k < radii.size(); ++k)
      if (r2 < radii[k] * radii[k]) ++pairs[k];
  });
  for (double& n : pairs) n /= static_cast<double>(c.size());
  return pairs;
}

}  // namespace touchstone::disks
