// models/hpmc/bodies/measure.hpp
// Purpose   Area or volume of a body, where there is a formula.
#pragma once
#include <optional>

#include "models/hpmc/bodies/body.hpp"

namespace touchstone::shapes {

/// Area of bodies of the plane, volume of others. Nothing for unions whose balls overlap, faceted
/// ellipsoids with planes, dimpled balls with dimples, flat rounded bodies of space and rounded
/// meshes; rounded polyhedra by the formula of Steiner.
std::optional<double> measure(const Body& body);

}  // namespace touchstone::shapes
