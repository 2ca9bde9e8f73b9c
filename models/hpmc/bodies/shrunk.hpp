// models/hpmc/bodies/shrunk.hpp
// Purpose   Smaller bodies for states whose numbers are rounded: what overlaps with these overlaps
//           for certain.
// Method    A body that holds a ball of radius r about its centre holds its copy scaled by 1 - e,
//           moved by less than e r. Unions of balls lose the way from each radius. Bodies that are
//           not convex have no such ball, and stay as they are.
#pragma once
#include "models/hpmc/bodies/body.hpp"

namespace touchstone::shapes {

/// A body inside `body` wherever it is moved by less than `moved`, a length; at least half as
/// large, and `body` itself where no ball inside it is known.
Body shrunk(const Body& body, double moved);

/// Whether shrunk() makes a body smaller.
bool can_shrink(const Body& body);

}  // namespace touchstone::shapes
