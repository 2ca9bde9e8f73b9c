// validation/data_files.hpp
// Purpose   Path of the published values: validation/data of the source tree.
#pragma once
#include <filesystem>
#include <string>

#include "models/core/source_tree.hpp"

namespace touchstone::validation {

/// Programs run in the source tree (the launcher sees to it); anywhere else the tree that this
/// file was compiled from is used.
inline std::string data_file(const std::string& name) {
  const std::filesystem::path here = std::filesystem::path("validation/data") / name;
  if (std::filesystem::exists(here)) return here.string();
  return (source_tree() / "validation/data" / name).string();
}

}  // namespace touchstone::validation
