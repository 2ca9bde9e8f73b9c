#include "models/hpmc/boxes/cell_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "models/core/errors.hpp"

namespace touchstone::shapes {
namespace {

/// Rounding must not make cells narrower than a body.
constexpr double kSlack = 1 + 1e-9;
/// Cells of a direction: so many in all fit into 31 bits.
constexpr int kMost = 1000;

}  // namespace

CellGrid::CellGrid(const Box& box, double largest_diameter, std::size_t bodies) : box_(box) {
  const auto w = box.plane_distances();
  const double share = box.volume() / static_cast<double>(bodies);
  const double spacing = box.dimensions == 2 ? std::sqrt(share) : std::cbrt(share);
  const double diameter = largest_diameter * kSlack;
  // A little less than the spacing of bodies: a cubic lattice has a cell for each.
  const double narrowest = std::max(diameter, spacing * (1 - 1e-9));
  for (int k = 0; k < box.dimensions; ++k) {
    const double wide = w[static_cast<std::size_t>(k)];
    const int fit = static_cast<int>(std::min<double>(kMost, wide / narrowest));
    n_[k] = fit < 2 ? 1 : fit / 2 * 2;
    // Points of cells m apart are more than (m - 1) widths apart.
    reach_[k] = n_[k] > 1 ? 1 : static_cast<int>(std::ceil(diameter / wide));
  }
}

void CellGrid::set_origin(const Philox& random, std::uint64_t step) {
  PhiloxStream stream = random.stream(Purpose::shape_shift, step, 0);
  const double x = stream.uniform();
  const double y = stream.uniform();
  const double z = stream.uniform();
  origin_ = {x, y, box_.dimensions == 2 ? 0 : z};
}

std::vector<int> CellGrid::order(const Philox& random, std::uint64_t sweep) const {
  std::vector<int> all(static_cast<std::size_t>(colours()));
  std::iota(all.begin(), all.end(), 0);
  PhiloxStream stream = random.stream(Purpose::colour_order, sweep, 0);
  for (std::size_t i = all.size(); i > 1; --i)
    std::swap(all[i - 1], all[stream.below(static_cast<std::uint32_t>(i))]);
  return all;
}

void require_no_domains(const std::string& scheme, const std::array<int, 3>& domains) {
  if (domains != std::array<int, 3>{1, 1, 1})
    throw input_error(scheme, "domains", "1 x 1 x 1: its cells divide the box",
                      fmt::format("{} x {} x {}", domains[0], domains[1], domains[2]));
}

}  // namespace touchstone::shapes
