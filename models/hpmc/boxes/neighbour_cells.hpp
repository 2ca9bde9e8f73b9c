// models/hpmc/boxes/neighbour_cells.hpp
// Purpose   All pairs of centres, images included, that are within a distance of each other.
// Cost      O(N) where the box is much wider than the distance, of at most two cells for each body;
//           in small boxes all images.
// Errors    InputError for a distance of more than kMostBoxes boxes.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "models/core/errors.hpp"
#include "models/hpmc/configuration.hpp"

namespace touchstone::shapes {

class NeighbourCells {
 public:
  /// Most boxes that the distance may span: beyond, the two have no common unit.
  static constexpr double kMostBoxes = 1000;

  NeighbourCells(const Configuration& c, double distance) : c_(c) {
    const auto w = c.box.plane_distances();
    const auto axes = static_cast<std::size_t>(c.box.dimensions);
    const double most = 2 * std::clamp(static_cast<double>(c.size()), 1.0, 5e8);
    for (std::size_t k = 0; k < axes; ++k) {
      if (!(distance <= kMostBoxes * w[k]))
        throw input_error("neighbours", "box",
                          fmt::format("sides of {:.6g} or more", distance / kMostBoxes),
                          fmt::format("{:.6g}", w[k]));
      n_[k] = static_cast<int>(std::clamp(w[k] / distance, 1.0, most));
    }
    while (static_cast<double>(n_[0]) * n_[1] * n_[2] > most) {
      int& finest = *std::max_element(n_.begin(), n_.end());
      finest = (finest + 1) / 2;
    }
    for (std::size_t k = 0; k < axes; ++k)
      reach_[k] = static_cast<int>(std::ceil(distance * n_[k] / w[k]));
    cells_.resize(static_cast<std::size_t>(n_[0]) * static_cast<std::size_t>(n_[1] * n_[2]));
    for (std::size_t i = 0; i < c.size(); ++i) {
      const auto at = place(c.centres[i]);
      cells_[index(at[0], at[1], at[2])].push_back(static_cast<std::uint32_t>(i));
    }
  }

  std::size_t cells() const { return cells_.size(); }

  /// visit(j, r_ij) for all j and images in the cells around body i; never (i, 0).
  template <class Visit>
  void around(std::size_t i, Visit&& visit) const {
    const auto at = place(c_.centres[i]);
    for (int x = at[0] - reach_[0]; x <= at[0] + reach_[0]; ++x)
      for (int y = at[1] - reach_[1]; y <= at[1] + reach_[1]; ++y)
        for (int z = at[2] - reach_[2]; z <= at[2] + reach_[2]; ++z) {
          const int turns[3] = {floor_divide(x, n_[0]), floor_divide(y, n_[1]),
                                floor_divide(z, n_[2])};
          const Vec3 image =
              c_.box.from_fractional({static_cast<double>(turns[0]), static_cast<double>(turns[1]),
                                      static_cast<double>(turns[2])});
          const bool home = turns[0] == 0 && turns[1] == 0 && turns[2] == 0;
          for (const std::uint32_t j :
               cells_[index(x - turns[0] * n_[0], y - turns[1] * n_[1], z - turns[2] * n_[2])])
            if (j != i || !home) visit(j, c_.centres[j] + image - c_.centres[i]);
        }
  }

 private:
  static int floor_divide(int a, int b) { return a >= 0 ? a / b : -((b - 1 - a) / b); }
  std::size_t index(int x, int y, int z) const {
    return static_cast<std::size_t>(x + n_[0] * (y + n_[1] * z));
  }
  std::array<int, 3> place(Vec3 r) const {
    const Vec3 f = c_.box.fractional(r);
    const double g[3] = {f.x + 0.5, f.y + 0.5, c_.box.dimensions == 2 ? 0 : f.z + 0.5};
    std::array<int, 3> at{};
    for (std::size_t k = 0; k < 3; ++k)
      at[k] = std::clamp(static_cast<int>(std::floor(g[k] * n_[k])), 0, n_[k] - 1);
    return at;
  }

  const Configuration& c_;
  std::array<int, 3> n_ = {1, 1, 1};
  std::array<int, 3> reach_ = {0, 0, 0};
  std::vector<std::vector<std::uint32_t>> cells_;
};

}  // namespace touchstone::shapes
