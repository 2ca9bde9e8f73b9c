// suite/external/option.hpp
// Purpose   The options --external and --budget of the programs that judge schemes.
#pragma once
#include <string>

#include "suite/external/description.hpp"

namespace touchstone::external {

inline constexpr const char* kOptionText =
    "a scheme in a program of your own, described by this file (docs/external.md): "
    "judged alone unless --scheme says otherwise";

inline constexpr const char* kBudgetText =
    "time for a program of your own, as 60s or 5min: what does not fit is run with less effort, or "
    "left out (inconclusive)";

inline constexpr const char* kBudgetOfRows =
    "time for a program of your own, as 60s or 5min: what does not fit is left out (inconclusive), "
    "and --resume goes on with it";

/// Registers the scheme of `file`, if there is one, and makes it the only one chosen where `scheme`
/// is still every one. Returns its name. Call before anything lists schemes.
inline std::string choose_external(const std::string& file, std::string& scheme) {
  if (file.empty()) return "";
  const std::string name = use_external(file);
  if (scheme == "*") scheme = name;
  return name;
}

}  // namespace touchstone::external
