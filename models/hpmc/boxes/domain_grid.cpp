#include "models/hpmc/boxes/domain_grid.hpp"

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

std::array<int, 3> domains_for(const Box& box, double largest_diameter, int count) {
  const auto w = box.plane_distances();
  std::array<int, 3> most = {1, 1, 1};
  std::array<double, 3> slab = {0, 0, 0};
  for (std::size_t k = 0; k < static_cast<std::size_t>(box.dimensions); ++k) {
    slab[k] = largest_diameter / w[k] * (1 + 1e-9);
    while (most[k] < 1024 && slab[k] * (most[k] + 1) < 1) ++most[k];
  }
  const auto active = [&](std::size_t k, int n) { return n == 1 ? 1.0 : 1 - n * slab[k]; };
  std::array<int, 3> best = {0, 0, 0};
  double share = 0;
  for (int x = 1; x <= most[0]; ++x)
    for (int y = 1; y <= most[1]; ++y) {
      const int z = count / (x * y);
      if (z < 1 || z > most[2] || x * y * z != count) continue;
      const double here = active(0, x) * active(1, y) * active(2, z);
      if (here > share) {
        share = here;
        best = {x, y, z};
      }
    }
  if (share == 0)
    throw input_error(
        "domains", "number of domains, one for each rank",
        fmt::format("a product of numbers up to {}, {} and {}: more fill a domain with "
                    "its inactive slab of one largest diameter, {}",
                    most[0], most[1], most[2], largest_diameter),
        fmt::format("{}", count));
  return best;
}

}  // namespace touchstone::shapes
