#include "device/commit.hpp"

#include <cstdlib>
#include <fstream>
#include <string>

namespace touchstone::device {

void tell_commit(const std::filesystem::path& installed) {
  std::ifstream file(installed / "VERSION");
  std::string version, commit, dirty;
  if (!(file >> version >> commit >> dirty) || std::getenv("TOUCHSTONE_GIT_SHA") != nullptr) return;
  setenv("TOUCHSTONE_GIT_SHA", commit.c_str(), 1);
  setenv("TOUCHSTONE_GIT_DIRTY", dirty.c_str(), 1);
}

}  // namespace touchstone::device
