// checkers/hpmc/test_bodies.hpp
// Purpose   The bodies that overlap checks place: of every class some that are round and some that
//           are long, thin, small or concave; and one of each class for simulations.
#pragma once
#include <vector>

#include "models/hpmc/bodies/body.hpp"

namespace touchstone::hpmc {

/// Test bodies of all classes, in the order of BodyClass, as checked() returns them.
const std::vector<shapes::Body>& test_bodies();

/// A stout body of each class, without symmetry where the class has such, and then bodies that
/// programs of one kind of bodies take: squares, cubes, rods, dumb-bells, ellipsoids of revolution.
const std::vector<shapes::Body>& stout_bodies();

}  // namespace touchstone::hpmc
