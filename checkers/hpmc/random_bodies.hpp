// checkers/hpmc/random_bodies.hpp
// Purpose   Bodies of every class drawn at random: many and few vertices, round and thin, with and
//           without parallel sides, one up to ten times as large as another.
// Not here  Bodies chosen by hand (test_bodies.hpp).
#pragma once
#include "models/core/random/philox.hpp"
#include "models/hpmc/bodies/body.hpp"

namespace touchstone::hpmc {

/// Random body of a class, as checked() returns it.
shapes::Body random_body(shapes::BodyClass body_class, PhiloxStream& random);

}  // namespace touchstone::hpmc
