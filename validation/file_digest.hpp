// validation/file_digest.hpp
// Purpose   A number that changes with the content of an input file of the user's: the path alone
//           does not say what was run.
// Source    FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo).
#pragma once
#include <fmt/format.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>

#include "models/core/errors.hpp"

namespace touchstone::validation {

/// 16 hexadecimal digits. Throws InputError where the file cannot be read.
inline std::string file_digest(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw input_error(path, "input file", "a file that can be read", "none");
  std::uint64_t state = 0xCBF29CE484222325u;
  for (std::istreambuf_iterator<char> at(file), end; at != end; ++at)
    state = (state ^ static_cast<unsigned char>(*at)) * 0x100000001B3u;
  return fmt::format("{:016x}", state);
}

}  // namespace touchstone::validation
