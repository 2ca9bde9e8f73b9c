// trajectories/frame_header.hpp
// Purpose   The second line of a frame of extended XYZ: its keys, and what they say.
// Not here  The bodies (extended_xyz.cpp).
#pragma once
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "models/hpmc/boxes/box.hpp"
#include "trajectories/lines.hpp"

namespace touchstone::trajectories {

/// Columns of a body, counted from 0.
struct Columns {
  std::size_t count = 0;
  std::size_t position = 0;
  int position_numbers = 3;
  std::optional<std::size_t> species = {};
  std::optional<std::size_t> orientation = {};
};

struct FrameHeader {
  shapes::Box box = {};  ///< in three dimensions, unless the file says two
  Digits sides = {};     ///< digits of Lattice
  std::optional<int> dimensions = {};
  std::optional<shapes::Vec3> corner = {};
  std::optional<std::string> periodic = {};  ///< words of the key pbc
  Columns columns = {};
  nlohmann::json type_shapes = nullptr;
  std::optional<double> rounding = {};
  std::optional<double> box_rounding = {};
  std::optional<double> turn_rounding = {};
};

/// key=value of a line; values may be in quotes, in which \" is a quote.
std::map<std::string, std::string> keys_of(const std::string& line, const std::string& where);

/// The contents of the line; throws InputError.
FrameHeader header_of(const std::string& line, const std::string& where);

/// Throws InputError where the header says that the box is not periodic in one of its directions.
void require_periodic(const FrameHeader& header, int dimensions, const std::string& where);

}  // namespace touchstone::trajectories
