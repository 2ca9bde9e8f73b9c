// checkers/hpmc/restarts.hpp
// Purpose   The check shapes/restarts: bodies in a program that begins again with the system that
//           it has move as after a start.
#pragma once
#include "checkers/hpmc/shape_kind.hpp"

namespace touchstone::hpmc {

CheckResult restarts_as_starts(const shapes::ShapeScheme& scheme, const CheckContext& context);

}  // namespace touchstone::hpmc
