// suite/overlap_cases/plane.hpp
// Purpose   Orientations and distances of bodies of the plane, from programs that compute in three
//           dimensions: what rounding left out of the plane is taken for 0, and said.
#pragma once
#include <limits>

#include "models/hpmc/vector.hpp"
#include "suite/overlap_cases/case_fields.hpp"

namespace touchstone::shapes {

/// Most that rounding leaves out of the plane, relative to the length (of a quaternion, 1). With
/// the machine epsilon e, four numbers rounded to nearest are off by at most e together, relative
/// to their length, and a product of two quaternions adds at most 2 e to each number, a sum of four
/// rounded products. Three rounded quaternions and their two products, as in q v q*, make 7 e; the
/// result written and read with 17 digits, 8 e. Taken for 0, numbers of this size change the
/// turn in the plane by their squares, 2e-29, which no double shows.
inline constexpr double kOutOfPlane = 8 * std::numeric_limits<double>::epsilon();

/// The same without what rounding left out of the plane. Throws InputError for more than that.
Orientation in_plane(const Fields& f, const char* key, const Orientation& q);
Vec3 in_plane(const Fields& f, const char* key, const Vec3& r);

}  // namespace touchstone::shapes
