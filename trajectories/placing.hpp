// trajectories/placing.hpp
// Purpose   Puts centres of a file into the box that is centred at 0, and counts those that were
//           outside the box of the file.
#pragma once
#include <optional>
#include <vector>

#include "trajectories/frame.hpp"

namespace touchstone::trajectories {

/// Fills in `centres`, wrapped, and `outside`. `corner` is the lower corner of the file's box;
/// where the file does not tell, the box begins at 0 or is centred there, whichever holds more
/// centres.
void place(Frame& frame, const std::vector<shapes::Vec3>& centres,
           const std::optional<shapes::Vec3>& corner);

/// A disk or a ball of the stated diameter; throws InputError, signed with `where`, for none.
shapes::Body round_body(int dimensions, double diameter, const std::string& where);

}  // namespace touchstone::trajectories
