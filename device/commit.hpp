// device/commit.hpp
// Purpose   The commit that this program was installed from, for the records that it makes where no
//           launcher tells it.
// Not here  What records say of it (suite/results.cpp).
#pragma once
#include <filesystem>

namespace touchstone::device {

/// Sets TOUCHSTONE_GIT_SHA and TOUCHSTONE_GIT_DIRTY from the file VERSION of `installed`: version,
/// commit, 1 where the tree had changes. Does nothing where the first is set, or there is no such
/// file.
void tell_commit(const std::filesystem::path& installed);

}  // namespace touchstone::device
