// trajectories/extended_xyz.hpp
// Purpose   Reads extended XYZ: for each frame the number of bodies, a line of key=value, and a
//           line for each body.
// Source    https://github.com/libAtoms/extxyz; written by ASE, OVITO and others.
// Keys      Lattice="ax ay az bx by bz cx cy cz" (required; upper triangular, as HOOMD's boxes),
//           Properties=species:S:1:pos:R:3[:orientation:R:4] (quaternions s, x, y, z; other columns
//           are not used), Origin="x y z", pbc="T T T", dimensions=2 or 3 (without it 2 where all z
//           of the first frame are 0), type_shapes="{\"A\": {\"type\": \"Sphere\", ...}}" (HOOMD's
//           shapes, by species), rounding, box_rounding and turn_rounding (largest error of a
//           coordinate, of one of the next image, and of a number of a quaternion, where digits do
//           not tell).
#pragma once
#include <memory>
#include <string>

#include "trajectories/frame.hpp"

namespace touchstone::trajectories {

/// Reader of a stream that it keeps; `name` begins every error.
std::unique_ptr<FrameReader> read_extended_xyz(std::shared_ptr<std::istream> stream,
                                               const std::string& name, const Assumed& assumed);

}  // namespace touchstone::trajectories
