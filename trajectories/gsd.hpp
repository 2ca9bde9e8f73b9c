// trajectories/gsd.hpp
// Purpose   Reads GSD files of the schema hoomd, by the Python package gsd (Debian: python3-gsd).
// Source    https://gsd.readthedocs.io; conventions of HOOMD: boxes centred at 0 with tilts, shapes
//           by type, single precision.
// Cost      A process that writes frames as text (tools/gsd_frames.py); one frame in memory on
//           either side.
#pragma once
#include <memory>
#include <string>

#include "trajectories/frame.hpp"

namespace touchstone::trajectories {

/// Reader of a file. Throws InputError where the package is missing or the file is no GSD.
std::unique_ptr<FrameReader> read_gsd(const std::string& path, const Assumed& assumed);

}  // namespace touchstone::trajectories
