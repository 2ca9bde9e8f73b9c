// validation/experiments/cmc/own_stars.hpp
// Purpose   A star cluster that the user names, Plummer's or another model with so many stars at a
//           time: its Lagrangian radii, mass, collisions, binaries and energy by the schemes he
//           names, beside the serial reference.
// Computes  Means over clusters of different seeds. Radii at the time lie on a straight line
//           between the two steps around it.
// Not here  Core collapse, at times that each cluster reaches by itself (collapse_experiment.cpp),
//           verdicts (validation/own_rows.hpp).
#pragma once
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "models/cmc/binaries.hpp"
#include "models/cmc/cluster_start.hpp"
#include "validation/own_point.hpp"

namespace touchstone::validation::cmc {

/// Options of the command line, as they were typed.
struct OwnStars {
  std::int64_t stars = 0;
  double time = 0;           ///< half-mass relaxation times of the start
  double error = 0.01;       ///< wanted standard error of the radii, as a part of them
  std::string schemes = {};  ///< names and patterns between commas; empty: see own_stars.cpp
  cluster::ClusterStart start = {};
  cluster::BinaryWords binaries = {};
  std::string tide = "none";   ///< criterion
  double tidal_radius = 0;     ///< tidal radius of the start
  std::string mass_loss = {};  ///< file with a table; empty: none
  std::string collisions = "none";
  std::string formation = "none";

  /// Options that repeat the cluster; empty for the usual one.
  std::string cluster_options() const;
  /// Parameters in records.
  nlohmann::json parameters() const;
};

/// Throws InputError for a cluster that does not exist. Planning its measurements throws for an
/// unknown scheme, or a named one that cannot run it.
OwnPoint own_point(const OwnStars& wanted);

}  // namespace touchstone::validation::cmc
