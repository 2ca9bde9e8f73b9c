// validation/patterns.hpp
// Purpose   Lists of names and patterns as they are typed: "mpmc/a,mpmc/b*".
#pragma once
#include <sstream>
#include <string>
#include <vector>

namespace touchstone::validation {

/// The parts between commas; empty parts are left out, and a text without any is one part.
inline std::vector<std::string> patterns_in(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');)
    if (!part.empty()) parts.push_back(part);
  return parts.empty() ? std::vector{text} : parts;
}

}  // namespace touchstone::validation
