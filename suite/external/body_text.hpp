// suite/external/body_text.hpp
// Purpose   Lines of the protocol about hard bodies: their types, and where they are.
// Protocol  docs/external-protocol.md, sections on shapes and overlaps.
#pragma once
#include <string>

#include "models/hpmc/bodies/body.hpp"

namespace touchstone::external {

/// The line of a type of body, without its end.
std::string body_line(const shapes::Body& body);

/// The line of a body of the type with this number.
std::string placed_line(std::size_t type, shapes::Vec3 centre, const shapes::Orientation& q);

}  // namespace touchstone::external
