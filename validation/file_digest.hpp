// validation/file_digest.hpp
// Purpose   A number that changes with the content of an input file of the user's: the path alone
//           does not say what was run.
#pragma once
#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <string>

#include "models/core/errors.hpp"
#include "validation/seeds.hpp"

namespace touchstone::validation {

/// 16 hexadecimal digits. Throws InputError where the file cannot be read.
inline std::string file_digest(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw input_error(path, "input file", "a file that can be read", "none");
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  return fmt::format("{:016x}", fnv1a(text));
}

}  // namespace touchstone::validation
