#include "models/shapes/domain_grid.hpp"

#include <fmt/format.h>

#include "models/core/errors.hpp"

namespace touchstone::shapes {

DomainGrid::DomainGrid(const Box& box, std::array<int, 3> counts, double largest_diameter)
    : box_(box), n_(counts) {
  const auto w = box.plane_distances();
  for (std::size_t k = 0; k < 3; ++k) {
    if (n_[k] < 1 || n_[k] > 1024)
      throw input_error("domains", fmt::format("number along direction {}", k + 1), "1 to 1024",
                        fmt::format("{}", n_[k]));
    if (k == 2 && box.dimensions == 2 && n_[k] > 1)
      throw input_error("domains", "number along direction 3", "1 in the plane",
                        fmt::format("{}", n_[k]));
    if (n_[k] == 1) continue;
    slab_[k] = largest_diameter / w[k] * (1 + 1e-9);
    if (!(slab_[k] * n_[k] < 1))
      throw input_error("domains",
                        fmt::format("width of {} domains along direction {}", n_[k], k + 1),
                        fmt::format("more than the largest diameter {}, of which all is frozen",
                                    largest_diameter),
                        fmt::format("{}", w[k] / n_[k]));
  }
}

}  // namespace touchstone::shapes
