#include "validation/experiments/hpmc/own_published.hpp"

#include <vector>

#include "models/disks/published.hpp"
#include "models/hpmc/bodies/measure.hpp"
#include "models/hpmc/bodies/named.hpp"
#include "models/hpmc/published.hpp"
#include "validation/data_files.hpp"

namespace touchstone::validation::hpmc {
namespace {

using Lines = std::vector<shapes::PublishedCompressibility>;

Lines lines_of_disks() {
  Lines all;
  const disks::EquationOfState published(data_file("hard_disk_eos.csv"));
  for (const disks::PublishedPressure& p : published.values()) {
    if (p.aspect.width != p.aspect.height) continue;  // not a square
    const double density = p.packing_fraction / *shapes::measure(shapes::named_body("disk"));
    all.push_back({p.packing_fraction,
                   static_cast<double>(p.disks),
                   {p.pressure.value / density, p.pressure.uncertainty / density},
                   p.source});
  }
  return all;
}

Lines lines_of(const std::string& body) {
  Lines all = body == "disk" ? lines_of_disks() : Lines{};
  for (auto& line : shapes::published_compressibilities(data_file("hpmc_pressures.csv"), body))
    all.push_back(std::move(line));
  return all;
}

}  // namespace

std::optional<OwnKnown> published_here(const std::string& body, std::size_t bodies,
                                       double packing) {
  const auto found = shapes::most_precise(lines_of(body), bodies, packing);
  if (!found) return std::nullopt;
  return OwnKnown{found->value, found->source};
}

std::string nearest_published(const std::string& body, std::size_t bodies, double packing) {
  return shapes::nearest(lines_of(body), bodies, packing);
}

}  // namespace touchstone::validation::hpmc
