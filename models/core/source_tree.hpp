// models/core/source_tree.hpp
// Purpose   Path of the source tree that this build was made from, or of the part of it that was
//           installed beside the program. __FILE__ does not tell: it is relative to the tree, so
//           that compiled files can be shared between clones.
#pragma once
#include <filesystem>

namespace touchstone {

/// The top of the source tree, an absolute path.
std::filesystem::path source_tree();

}  // namespace touchstone
