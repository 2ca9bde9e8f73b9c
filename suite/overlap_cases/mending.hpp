// suite/overlap_cases/mending.hpp
// Purpose   Completes bodies of files where the file leaves it to the reader, mends them, and says
//           so.
// Not here  The geometry (models/hpmc/bodies: inner_point.hpp, check_body.cpp).
#pragma once
#include "models/hpmc/bodies/body.hpp"
#include "suite/overlap_cases/case_fields.hpp"

namespace touchstone::shapes {

/// The origin of the body, or, where planes cut it off, a point inside. Throws InputError where
/// the planes leave nothing. Bodies that checked() refuses for other reasons are left to it.
Vec3 inner_point_of(const Fields& f, const FacetedEllipsoid& body);

/// Vertices as they are; of none, the origin: the body is then a ball of its rounding.
std::vector<Vec3> vertices_or_origin(const Fields& f, std::vector<Vec3> vertices);

/// checked(), with a note on what it mended.
Body mended(const Fields& f, const Body& body, const std::string& where);

}  // namespace touchstone::shapes
