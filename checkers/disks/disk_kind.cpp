#include "checkers/disks/disk_kind.hpp"

#include <fmt/format.h>

#include "checkers/kind.hpp"
#include "models/disks/plane_cells.hpp"

namespace touchstone {
namespace {
const bool registered = register_kind<disks::DiskScheme>();
}

std::unique_ptr<disks::Simulation> begin(const disks::DiskScheme& scheme,
                                         const disks::Configuration& start,
                                         const disks::RunParameters& parameters) {
  if (scheme.most_per_cell > 0) {
    const auto grid = disks::choose_grid(start.box, parameters.columns, parameters.rows);
    if (grid.capacity > scheme.most_per_cell)
      throw CannotRun(fmt::format("a cell may hold {} disks, the scheme takes {}", grid.capacity,
                                  scheme.most_per_cell));
  }
  return scheme.start(start, parameters);
}

}  // namespace touchstone
