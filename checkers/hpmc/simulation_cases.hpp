// checkers/hpmc/simulation_cases.hpp
// Purpose   The runs that checks of hard shapes share: dense, small, tilted, several types, at
//           constant pressure, and cut into domains.
#pragma once
#include <string>
#include <vector>

#include "models/hpmc/registry.hpp"

namespace touchstone::hpmc {

struct SimulationCase {
  std::string name;
  shapes::Configuration start;
  shapes::RunParameters parameters;
  int steps = 10;
};

/// Cases with several domains only for schemes that take them; none that the scheme refuses.
std::vector<SimulationCase> simulation_cases(const shapes::ShapeScheme& scheme, std::uint64_t seed);

/// Bodies on a square or cubic lattice of `cells` to a side, far apart for small packings.
shapes::Configuration test_lattice(const std::string& body, int cells, double packing);

}  // namespace touchstone::hpmc
