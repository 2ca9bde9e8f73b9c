#include "checkers/ecmc/chain_kind.hpp"

#include "checkers/kind.hpp"

namespace touchstone {
namespace {
const bool registered = register_kind<disks::ChainScheme>();
}
}  // namespace touchstone
