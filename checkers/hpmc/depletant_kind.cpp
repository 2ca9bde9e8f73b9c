#include "checkers/hpmc/depletant_kind.hpp"

#include "checkers/kind.hpp"

namespace touchstone {
namespace {
const bool registered = register_kind<shapes::DepletantScheme>();
}
}  // namespace touchstone
