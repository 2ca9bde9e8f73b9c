// checkers/hpmc/test_bodies.hpp
// Purpose   The bodies that overlap checks place: of every class some that are round and some that
//           are long, thin, small or concave.
#pragma once
#include <vector>

#include "models/hpmc/bodies/body.hpp"

namespace touchstone::hpmc {

/// Test bodies of all classes, in the order of BodyClass, as checked() returns them.
const std::vector<shapes::Body>& test_bodies();

}  // namespace touchstone::hpmc
