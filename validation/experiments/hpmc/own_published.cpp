#include "validation/experiments/hpmc/own_published.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "models/core/csv.hpp"
#include "models/disks/published.hpp"
#include "models/hpmc/bodies/measure.hpp"
#include "models/hpmc/bodies/named.hpp"
#include "validation/data_files.hpp"
#include "validation/experiments/hpmc/published.hpp"

namespace touchstone::validation::hpmc {
namespace {

/// A published beta P / rho; an infinite system has no number of bodies.
struct Line {
  double packing;
  double bodies;
  OwnKnown known;
};

std::vector<Line> lines_of_disks() {
  std::vector<Line> all;
  const disks::EquationOfState published(data_file("hard_disk_eos.csv"));
  for (const disks::PublishedPressure& p : published.values()) {
    if (p.aspect.width != p.aspect.height) continue;  // not a square
    const double density = p.packing_fraction / *shapes::measure(shapes::named_body("disk"));
    all.push_back({p.packing_fraction,
                   static_cast<double>(p.disks),
                   {{p.pressure.value / density, p.pressure.uncertainty / density}, p.source}});
  }
  return all;
}

/// Lines of the body. Pressures P* of space are beta P v0; others have the units of the body.
std::vector<Line> lines_of(const std::string& body) {
  std::vector<Line> all;
  if (body == "disk") all = lines_of_disks();
  for (const PublishedShapesLine& line : published_lines(body)) {
    if (line.quantity != "Z" && line.quantity != "P" && line.quantity != "P*") continue;
    const shapes::Body& one = shapes::named_body(body);
    const bool of_volume = line.quantity == "P*" && shapes::dimensions(one) == 3;
    const double density = line.packing / (of_volume ? 1 : *shapes::measure(one));
    const double unit = line.quantity == "Z" ? 1 : density;
    all.push_back({line.packing,
                   line.bodies,
                   {{line.value.value / unit, line.value.uncertainty / unit}, line.source}});
  }
  return all;
}

}  // namespace

std::optional<OwnKnown> published_here(const std::string& body, std::size_t bodies,
                                       double packing) {
  std::optional<OwnKnown> best;
  for (const Line& line : lines_of(body)) {
    if (std::abs(line.packing - packing) > 1e-6 || line.bodies != static_cast<double>(bodies))
      continue;
    if (!best || line.known.value.uncertainty < best->value.uncertainty) best = line.known;
  }
  return best;
}

std::string nearest_published(const std::string& body, std::size_t bodies, double packing) {
  const std::vector<Line> all = lines_of(body);
  if (all.empty()) return "";
  const auto distance = [&](const Line& line) {
    return std::pair(std::abs(line.packing - packing),
                     std::abs(line.bodies - static_cast<double>(bodies)));
  };
  const Line& line = *std::min_element(all.begin(), all.end(), [&](const Line& a, const Line& b) {
    return distance(a) < distance(b);
  });
  const std::string number =
      std::isinf(line.bodies) ? "infinitely many" : fmt::format("{:.0f}", line.bodies);
  return fmt::format("{} at {:.4g}: {:.6g} ({})", number, line.packing, line.known.value.value,
                     line.known.source);
}

}  // namespace touchstone::validation::hpmc
