// Chooses the reader of a file.
#include <fmt/format.h>

#include <fstream>

#include "models/core/errors.hpp"
#include "models/core/names.hpp"
#include "trajectories/extended_xyz.hpp"
#include "trajectories/gsd.hpp"
#include "trajectories/plain_columns.hpp"

namespace touchstone::trajectories {
namespace {

std::string format_of(const std::string& path, const Assumed& assumed) {
  if (!assumed.format.empty()) return assumed.format;
  if (path.ends_with(".gsd")) return "gsd";
  return path.ends_with(".xyz") || path.ends_with(".extxyz") ? "xyz" : "columns";
}

}  // namespace

std::unique_ptr<FrameReader> open_trajectory(const std::string& path, const Assumed& assumed) {
  const auto file = std::make_shared<std::ifstream>(path);
  if (!*file || file->peek() == std::ifstream::traits_type::eof())
    throw input_error(path, "trajectory", "a file with frames",
                      *file ? "an empty file" : "no file that can be read");
  const std::string format = format_of(path, assumed);
  if (format != "columns" && !assumed.box.empty())
    throw input_error("--box", "format " + format, "the box of each frame in the file",
                      "a box on the command line");
  if (format == "gsd") return read_gsd(path, assumed);
  if (format == "xyz") return read_extended_xyz(file, path, assumed);
  if (format == "columns") return read_plain_columns(file, path, assumed);
  throw InputError("--format: unknown name '" + format + "'; " +
                   suggestion(format, {"xyz", "columns", "gsd"}));
}

}  // namespace touchstone::trajectories
