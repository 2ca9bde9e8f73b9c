// trajectories/plain_columns.hpp
// Purpose   Reads plain columns: a line "x y" (or "x y z") for each disk (ball). A blank line, or one
//           that begins with #, ends a frame. Box and diameter are stated on the command line.
#pragma once
#include <memory>
#include <string>

#include "trajectories/frame.hpp"

namespace touchstone::trajectories {

/// Reader of a stream that it keeps; `name` begins every error.
std::unique_ptr<FrameReader> read_plain_columns(std::shared_ptr<std::istream> stream,
                                                const std::string& name, const Assumed& assumed);

}  // namespace touchstone::trajectories
