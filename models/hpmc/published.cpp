#include "models/hpmc/published.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/core/csv.hpp"
#include "models/hpmc/bodies/measure.hpp"
#include "models/hpmc/bodies/named.hpp"

namespace touchstone::shapes {

std::vector<PublishedShapesLine> published_lines(const std::string& file,
                                                 const std::string& system) {
  const CsvTable table(file, {"source", "system", "packing", "bodies", "quantity", "mode", "value",
                              "uncertainty", "uncertainty_kind", "where"});
  std::vector<PublishedShapesLine> found;
  for (const CsvRow& row : table.rows()) {
    if (row.text("system") != system) continue;
    const double errors = row.text("uncertainty_kind") == "2 SEM" ? 2 : 1;
    found.push_back(
        {.author = row.text("source"),
         .quantity = row.text("quantity"),
         .mode = row.text("mode"),
         .packing = row.number("packing"),
         .bodies = row.number("bodies"),
         .value = {row.number("value"), row.number("uncertainty") / errors},
         .source = fmt::format("{}, {}, N = {}, {}", row.text("source"), row.text("where"),
                               row.text("bodies"), row.text("mode"))});
  }
  return found;
}

std::vector<PublishedCompressibility> published_compressibilities(const std::string& file,
                                                                  const std::string& system) {
  std::vector<PublishedCompressibility> all;
  const auto lines = published_lines(file, system);
  if (lines.empty()) return all;  // also of bodies that have no name here
  const Body& body = named_body(system);
  for (const PublishedShapesLine& line : lines) {
    if (line.quantity != "Z" && line.quantity != "P" && line.quantity != "P*") continue;
    const bool of_volume = line.quantity == "P*" && dimensions(body) == 3;
    const double density = line.packing / (of_volume ? 1 : *measure(body));
    const double unit = line.quantity == "Z" ? 1 : density;
    all.push_back({line.packing,
                   line.bodies,
                   {line.value.value / unit, line.value.uncertainty / unit},
                   line.source});
  }
  return all;
}

std::optional<PublishedCompressibility> most_precise(
    const std::vector<PublishedCompressibility>& all, std::size_t bodies, double packing) {
  std::optional<PublishedCompressibility> best;
  for (const PublishedCompressibility& one : all) {
    if (std::abs(one.packing - packing) > 1e-6 || one.bodies != static_cast<double>(bodies))
      continue;
    if (!best || one.value.uncertainty < best->value.uncertainty) best = one;
  }
  return best;
}

std::string nearest(const std::vector<PublishedCompressibility>& all, std::size_t bodies,
                    double packing) {
  if (all.empty()) return "";
  const auto distance = [&](const PublishedCompressibility& one) {
    return std::pair(std::abs(one.packing - packing),
                     std::abs(one.bodies - static_cast<double>(bodies)));
  };
  const PublishedCompressibility& one =
      *std::min_element(all.begin(), all.end(),
                        [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
  const std::string number =
      std::isinf(one.bodies) ? "infinitely many" : fmt::format("{:.0f}", one.bodies);
  return fmt::format("{} at {:.4g}: {:.6g} ({})", number, one.packing, one.value.value, one.source);
}

}  // namespace touchstone::shapes
