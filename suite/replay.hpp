// suite/replay.hpp
// Purpose   The command of a record, as it runs where the user is. Records name the launcher from
//           the top of the tree, "./touchstone"; the launcher hands on in TOUCHSTONE_CALLED how the
//           user called it.
#pragma once
#include <cstdlib>
#include <string>
#include <string_view>

namespace touchstone {

inline std::string replay_from_here(const std::string& replay) {
  constexpr std::string_view kFromTop = "./touchstone ";
  const char* const called = std::getenv("TOUCHSTONE_CALLED");
  if (called == nullptr || *called == '\0' || !replay.starts_with(kFromTop)) return replay;
  return called + replay.substr(kFromTop.size() - 1);
}

}  // namespace touchstone
