#include "validation/experiments/hpmc/published.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "models/core/csv.hpp"
#include "models/core/errors.hpp"
#include "validation/data_files.hpp"

namespace touchstone::validation::hpmc {

void PublishedShapes::allow_missing_modes(std::size_t bodies) {
  further = std::abs(value.value) / static_cast<double>(bodies);
  why = "1 / N of the value, as one standard error: the modes that a periodic box leaves out";
}

PublishedShapes published_shapes(const std::string& source, const std::string& system,
                                 const std::string& quantity, const std::string& mode,
                                 double packing) {
  const std::string file = data_file("hpmc_pressures.csv");
  const CsvTable table(file, {"source", "system", "packing", "bodies", "quantity", "mode", "value",
                              "uncertainty", "uncertainty_kind", "where"});
  std::vector<PublishedShapes> found;
  for (const CsvRow& row : table.rows()) {
    if (row.text("source") != source || row.text("system") != system ||
        row.text("quantity") != quantity || row.text("mode") != mode ||
        !(std::abs(row.number("packing") - packing) < 1e-6))
      continue;
    const double errors = row.text("uncertainty_kind") == "2 SEM" ? 2 : 1;
    found.push_back(
        {{row.number("value"), row.number("uncertainty") / errors},
         fmt::format("{}, {}, N = {}, {}", source, row.text("where"), row.text("bodies"), mode),
         row.number("packing")});
  }
  if (found.size() != 1)
    throw input_error(file, "published value",
                      fmt::format("one line for {}, {}, {}, {}, packing {}", source, system,
                                  quantity, mode, packing),
                      fmt::format("{}", found.size()));
  return found.front();
}

}  // namespace touchstone::validation::hpmc
