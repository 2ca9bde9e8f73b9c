// checkers/cmc/sphere_law.hpp
// Purpose   King's and Elson's models and mass functions, by the code that ships and by their
//           definitions.
#pragma once
#include <functional>
#include <string>

#include "checkers/observables.hpp"
#include "models/cmc/mass_function.hpp"
#include "models/cmc/sphere.hpp"

namespace touchstone::cmc {

/// Functions that make models; by default those that ship.
struct SphereCode {
  std::function<cluster::Sphere(double)> king = cluster::king;
  std::function<cluster::Sphere(double)> elson = cluster::elson;
};
Observables spheres(const std::string& name, const SphereCode& code);

struct MassCode {
  std::function<cluster::MassFunction(double, double)> kroupa = cluster::kroupa;
  std::function<cluster::MassFunction(double, double)> salpeter = cluster::salpeter;
  std::function<cluster::MassFunction(double, double)> two = cluster::two_masses;
};
Observables mass_functions(const std::string& name, const MassCode& code);

}  // namespace touchstone::cmc
