// trajectories/frame.hpp
// Purpose   One frame of a trajectory that another program wrote, and the reader that all formats
//           share: frames come one after another, and only one is in memory.
// Not here  Formats (extended_xyz.hpp, plain_columns.hpp, gsd.hpp), what is judged (legality.hpp,
//           disk_series.hpp).
#pragma once
#include <cstddef>
#include <memory>
#include <string>

#include "models/hpmc/configuration.hpp"

namespace touchstone::trajectories {

struct Frame {
  std::string where;  ///< "file:line" of its beginning, or "file: frame 3"
  shapes::Configuration state;
  std::size_t types_number =
      0;  ///< another one where the types are others than in the frame before
  /// Largest errors that the digits of the file leave open: of a coordinate, of a coordinate of the
  /// next image of a body, and of a number of a quaternion.
  double rounding = 0;
  double box_rounding = 0;
  double turn_rounding = 0;
  std::size_t outside = 0;  ///< centres outside the box of the file; in `state` they are wrapped
  std::vector<shapes::Vec3> turns = {};  ///< whole sides of the box by which they were wrapped
};

class FrameReader {
 public:
  virtual ~FrameReader() = default;
  /// Reads the next frame; false at the end of the file. Throws InputError with line, expected and
  /// found.
  virtual bool next(Frame& frame) = 0;
};

/// Bodies and box where the file says nothing of them.
struct Assumed {
  double diameter = 0;      ///< that of all disks or balls; 0: not stated
  std::string box = {};     ///< "W,H" or "W,H,D"; only for plain columns
  std::string format = {};  ///< xyz, columns or gsd; empty: by the ending of the file's name
};

/// A reader of the frames of a file. Throws InputError for a file that cannot be read, and for
/// options that the format needs or has no use for.
std::unique_ptr<FrameReader> open_trajectory(const std::string& path, const Assumed& assumed);

}  // namespace touchstone::trajectories
