// checkers/cmc/structure_law.hpp
// Purpose   Radii and core of drawn clusters, by the code that ships and by their definitions.
#pragma once
#include <cstddef>
#include <functional>
#include <string>

#include "checkers/observables.hpp"
#include "models/cmc/structure.hpp"

namespace touchstone::cmc {

/// Functions that read numbers off a cluster; by default those that ship.
struct StructureCode {
  std::function<double(const cluster::Stars&, double)> lagrangian = cluster::lagrangian_radius;
  std::function<double(const cluster::Stars&)> half_mass = cluster::half_mass_radius;
  std::function<cluster::Core(const cluster::Stars&)> core = cluster::casertano_hut_core;
};

Observables structure(const std::string& name, const StructureCode& code);

}  // namespace touchstone::cmc
