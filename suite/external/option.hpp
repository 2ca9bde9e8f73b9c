// suite/external/option.hpp
// Purpose   The option --external of the programs that judge schemes.
#pragma once
#include <string>

#include "suite/external/description.hpp"

namespace touchstone::external {

inline constexpr const char* kOptionText =
    "a scheme in a program of your own, described by this file (docs/external.md): "
    "judged alone unless --scheme says otherwise";

/// Registers the scheme of `file`, if there is one, and makes it the only one chosen where `scheme`
/// is still every one. Call before anything lists schemes.
inline void choose_external(const std::string& file, std::string& scheme) {
  if (file.empty()) return;
  const std::string name = use_external(file);
  if (scheme == "*") scheme = name;
}

}  // namespace touchstone::external
