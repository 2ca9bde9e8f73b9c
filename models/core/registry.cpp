#include "models/core/registry.hpp"

namespace touchstone {

std::vector<std::string>& registering_files() {
  static std::vector<std::string> all;
  return all;
}

}  // namespace touchstone
