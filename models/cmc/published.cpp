#include "models/cmc/published.hpp"

#include <filesystem>

#include "models/core/csv.hpp"
#include "models/core/source_tree.hpp"

namespace touchstone::cluster {
namespace {

std::size_t whole(const CsvRow& row, const char* column) {
  return static_cast<std::size_t>(row.number(column));
}

}  // namespace

std::string data_folder() {
  const std::filesystem::path here = "validation/data";
  if (std::filesystem::exists(here / "cmc_start_n2000.csv")) return here.string();
  return (source_tree() / "validation/data").string();
}

Stars read_stars(const std::string& path) {
  const CsvTable table(path, {"r", "vr", "vt"});
  Stars stars;
  for (const CsvRow& row : table.rows()) {
    stars.radius.push_back(row.number("r"));
    stars.radial_velocity.push_back(row.number("vr"));
    stars.tangential_velocity.push_back(row.number("vt"));
    stars.mass.push_back(1 / static_cast<double>(table.rows().size()));
    stars.id.push_back(static_cast<std::uint32_t>(stars.id.size() + 1));
  }
  require_valid(stars, path);
  return stars;
}

std::vector<PublishedStep> read_steps(const std::string& path, std::size_t ranks) {
  const CsvTable table(path, {"ranks", "step", "t", "dt", "N", "K", "W", "Etot", "Ncore_prev",
                              "rc_prev", "rh", "rho_prev"});
  std::vector<PublishedStep> steps;
  for (const CsvRow& row : table.rows())
    if (whole(row, "ranks") == ranks)
      steps.push_back({.step = whole(row, "step"),
                       .time = row.number("t"),
                       .timestep = row.number("dt"),
                       .stars = whole(row, "N"),
                       .kinetic = row.number("K"),
                       .potential = row.number("W"),
                       .total = row.number("Etot"),
                       .core_stars = row.number("Ncore_prev"),
                       .core_radius = row.number("rc_prev"),
                       .core_density = row.number("rho_prev"),
                       .half_mass_radius = row.number("rh")});
  return steps;
}

std::vector<PublishedStar> read_star_states(const std::string& path, std::size_t ranks,
                                            std::size_t step) {
  const CsvTable table(path, {"ranks", "step", "rank_by_radius", "id", "r", "vr", "vt", "E", "J"});
  std::vector<PublishedStar> stars;
  for (const CsvRow& row : table.rows())
    if (whole(row, "ranks") == ranks && whole(row, "step") == step)
      stars.push_back({.place = whole(row, "rank_by_radius") - 1,
                       .id = static_cast<std::uint32_t>(row.number("id")),
                       .radius = row.number("r"),
                       .radial_velocity = row.number("vr"),
                       .tangential_velocity = row.number("vt"),
                       .energy = row.number("E"),
                       .angular_momentum = row.number("J")});
  return stars;
}

}  // namespace touchstone::cluster
