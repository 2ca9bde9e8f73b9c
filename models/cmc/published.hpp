// models/cmc/published.hpp
// Purpose   A short run of the public CMC program that others can repeat number by number.
// Source    validation/data/cmc_start_n2000.csv, cmc_steps_n2000.csv and cmc_stars_n2000.csv
//           (described in validation/data/README.md).
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "models/cmc/stars.hpp"

namespace touchstone::cluster {

constexpr std::uint32_t kPublishedSeed = 1234;

/// The folder of the data files: below the working directory, or of the tree of this source.
std::string data_folder();

/// Stars of mass 1/N from a table with columns r, vr, vt; ids count from 1. Checked
/// (require_valid). Throws InputError that names file and line.
Stars read_stars(const std::string& path);

/// Numbers that the public program printed about a step.
struct PublishedStep {
  std::size_t step;
  double time, timestep;
  std::size_t stars;
  double kinetic, potential, total;
  double core_stars, core_radius, core_density;  ///< before the step; the density as it prints it
  double half_mass_radius;
};
std::vector<PublishedStep> read_steps(const std::string& path, std::size_t ranks);

struct PublishedStar {
  std::size_t place;  ///< by radius, from 0
  std::uint32_t id;
  double radius, radial_velocity, tangential_velocity, energy, angular_momentum;
};
std::vector<PublishedStar> read_star_states(const std::string& path, std::size_t ranks,
                                            std::size_t step);

}  // namespace touchstone::cluster
