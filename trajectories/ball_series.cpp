#include "trajectories/ball_series.hpp"

#include <cmath>
#include <cstdlib>

#include "models/core/csv.hpp"
#include "validation/data_files.hpp"

namespace touchstone::trajectories {

bool BallSeries::add(const Frame& frame) {
  const shapes::Configuration& c = frame.state;
  const auto* const ball = std::get_if<shapes::Ball>(&c.types.front());
  if (c.types.size() != 1 || ball == nullptr) return false;
  if (!distribution_) {
    distribution_.emplace(c.types, shapes::kAllPairs);
    bodies_ = c.size();
    packing_ = c.packing_fraction();
  }
  constant_ =
      constant_ && c.size() == bodies_ && std::abs(c.packing_fraction() / packing_ - 1) < 1e-6;
  distribution_->add(c);
  z_.push_back(distribution_->frame());
  return true;
}

std::optional<Law> published_balls(std::size_t bodies, double packing_fraction, double part) {
  const CsvTable table(validation::data_file("hpmc_pressures.csv"),
                       {"source", "system", "packing", "bodies", "quantity", "value", "uncertainty",
                        "uncertainty_kind"});
  for (const CsvRow& row : table.rows()) {
    if (row.text("system") != "sphere" || row.text("quantity") != "Z" ||
        row.text("bodies") != std::to_string(bodies) ||
        std::abs(row.number("packing") - packing_fraction) > 1e-6)
      continue;
    const double value = row.number("value");
    const double errors = row.text("uncertainty_kind") == "2 SEM" ? 2 : 1;
    return Law{{value, row.number("uncertainty") / errors},
               row.text("source") + ", " + row.text("where"),
               part * value,
               part};
  }
  return std::nullopt;
}

}  // namespace touchstone::trajectories
