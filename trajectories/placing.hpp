// trajectories/placing.hpp
// Purpose   Puts centres of a file into the box that is centred at 0, and counts those that were
//           outside the box of the file.
#pragma once
#include <optional>
#include <vector>

#include "trajectories/frame.hpp"
#include "trajectories/lines.hpp"

namespace touchstone::trajectories {

/// Sides of the box in a vector from a body to one of its images.
shapes::Vec3 whole_sides(const shapes::Box& box, shapes::Vec3 apart);

/// Fills in `centres`, wrapped, `turns` and `outside`. `corner` is the lower corner of the file's
/// box; where the file does not tell, the box begins at 0 or is centred there, whichever holds more
/// centres.
void place(Frame& frame, const std::vector<shapes::Vec3>& centres,
           const std::optional<shapes::Vec3>& corner);

/// Largest error of a coordinate of the next image of a body, by the digits of the box's sides. A
/// box of fewer than six digits, as "8" or "29.5", is as exact as the centres: programs print six
/// or more.
double box_rounding_of(const Digits& centres, const Digits& sides, const shapes::Box& box);

/// A disk or a ball of the stated diameter; throws InputError, signed with `where`, for none.
shapes::Body round_body(int dimensions, double diameter, const std::string& where);

}  // namespace touchstone::trajectories
