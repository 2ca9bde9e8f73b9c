// optimized/hpmc/mpi/frames.hpp
// Purpose   Hard bodies in files: the start of a run on ranks, and the configurations that it
//           leaves, as `touchstone judge` reads them.
// Source    Extended XYZ with the shapes of HOOMD (trajectories/extended_xyz.hpp).
#pragma once
#include <cstdint>
#include <string>

#include "models/hpmc/configuration.hpp"
#include "trajectories/frame.hpp"

namespace touchstone::optimized {

/// The last frame of a file in any format of `touchstone judge`. Throws InputError.
shapes::Configuration last_frame(const std::string& path, const trajectories::Assumed& assumed);

/// A frame of extended XYZ, with all digits. Throws InputError for bodies that HOOMD's shapes do
/// not describe: faceted ellipsoids, dimpled balls, meshes with rounding or an inner point of their
/// own, and unions whose balls do not all see each other.
std::string frame_text(const shapes::Configuration& bodies, std::uint64_t step);

}  // namespace touchstone::optimized
