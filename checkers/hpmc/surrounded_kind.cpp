#include "checkers/hpmc/surrounded_kind.hpp"

#include "checkers/kind.hpp"

namespace touchstone {
namespace {
const bool registered = register_kind<shapes::SurroundedScheme>();
}
}  // namespace touchstone
