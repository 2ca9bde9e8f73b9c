#include "validation/experiments/hpmc/published.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "models/core/errors.hpp"
#include "validation/data_files.hpp"

namespace touchstone::validation::hpmc {

void PublishedShapes::allow_missing_modes(std::size_t bodies) {
  further = std::abs(value.value) / static_cast<double>(bodies);
  why = "1 / N of the value, as one standard error: the modes that a periodic box leaves out";
}

std::vector<PublishedShapesLine> published_lines(const std::string& system) {
  return shapes::published_lines(data_file("hpmc_pressures.csv"), system);
}

PublishedShapes published_shapes(const std::string& source, const std::string& system,
                                 const std::string& quantity, const std::string& mode,
                                 double packing) {
  std::vector<PublishedShapes> found;
  for (const PublishedShapesLine& line : published_lines(system))
    if (line.author == source && line.quantity == quantity && line.mode == mode &&
        std::abs(line.packing - packing) < 1e-6)
      found.push_back({line.value, line.source, line.packing});
  if (found.size() != 1)
    throw input_error(data_file("hpmc_pressures.csv"), "published value",
                      fmt::format("one line for {}, {}, {}, {}, packing {}", source, system,
                                  quantity, mode, packing),
                      fmt::format("{}", found.size()));
  return found.front();
}

}  // namespace touchstone::validation::hpmc
