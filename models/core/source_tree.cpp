#include "models/core/source_tree.hpp"

namespace touchstone {

std::filesystem::path source_tree() { return TOUCHSTONE_SOURCE_TREE; }

}  // namespace touchstone
