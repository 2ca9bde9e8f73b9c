#include "models/core/source_tree.hpp"

namespace touchstone {
namespace {

/// Data beside an installed program (cmake/Install.cmake); a program in a build folder has none.
std::filesystem::path installed_data() {
  std::error_code none;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", none);
  return program.parent_path().parent_path().parent_path() / "share/touchstone";
}

}  // namespace

std::filesystem::path source_tree() {
  static const std::filesystem::path tree = [] {
    const auto data = installed_data();
    return std::filesystem::exists(data / "installed.sh") ? data : TOUCHSTONE_SOURCE_TREE;
  }();
  return tree;
}

}  // namespace touchstone
