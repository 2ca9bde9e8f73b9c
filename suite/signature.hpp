// suite/signature.hpp
// Purpose   How messages of a program are signed: as the user called it. The launcher hands on its
//           verb in TOUCHSTONE_SIGNED, as "touchstone check"; a program started alone signs with
//           its name.
#pragma once
#include <cstdlib>
#include <string>

namespace touchstone {

inline std::string signature(const std::string& program) {
  const char* const verb = std::getenv("TOUCHSTONE_SIGNED");
  return verb != nullptr && *verb != '\0' ? verb : program;
}

}  // namespace touchstone
