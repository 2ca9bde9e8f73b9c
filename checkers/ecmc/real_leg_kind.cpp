#include "checkers/ecmc/real_leg_kind.hpp"

#include "checkers/kind.hpp"

namespace touchstone {
namespace {
const bool registered = register_kind<disks::RealLegScheme>();
}
}  // namespace touchstone
