#include "models/hpmc/boxes/cell_grid.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/core/errors.hpp"

namespace touchstone::shapes {
namespace {

/// Rounding must not make cells narrower than a body.
constexpr double kSlack = 1 + 1e-9;
/// Cells of a direction, in the plane and in space: so many in all fit into 31 bits.
constexpr int kMostInPlane = 46340;
constexpr int kMostInSpace = 1290;

}  // namespace

CellGrid::CellGrid(const Box& box, double largest_diameter, std::size_t bodies) : box_(box) {
  const auto w = box.plane_distances();
  const double share = box.volume() / static_cast<double>(bodies);
  const double spacing = box.dimensions == 2 ? std::sqrt(share) : std::cbrt(share);
  const double diameter = largest_diameter * kSlack;
  // A little less than the spacing of bodies: a cubic lattice has a cell for each.
  const double narrowest = std::max(diameter, spacing * (1 - 1e-9));
  const double most = box.dimensions == 2 ? kMostInPlane : kMostInSpace;
  for (int k = 0; k < box.dimensions; ++k) {
    const double wide = w[static_cast<std::size_t>(k)];
    const int fit = static_cast<int>(std::min(most, wide / narrowest));
    n_[k] = fit < 2 ? 1 : fit / 2 * 2;
    // Points of cells m apart are more than (m - 1) widths apart.
    reach_[k] = n_[k] > 1 ? 1 : static_cast<int>(std::ceil(diameter / wide));
    halved_[k] = n_[k] > 1 ? 1 : 0;
    share_[k] = 1.0 / n_[k];
  }
  active_ = cells() / colours();
  stride_[1] = n_[0] >> halved_[0];
  stride_[2] = stride_[1] * (n_[1] >> halved_[1]);
  colour_stride_[0] = active_;
  colour_stride_[1] = active_ << halved_[0];
  colour_stride_[2] = active_ << (halved_[0] + halved_[1]);
}

void require_no_domains(const std::string& scheme, const std::array<int, 3>& domains) {
  if (domains != std::array<int, 3>{1, 1, 1})
    throw input_error(scheme, "domains", "1 x 1 x 1: its cells divide the box",
                      fmt::format("{} x {} x {}", domains[0], domains[1], domains[2]));
}

}  // namespace touchstone::shapes
