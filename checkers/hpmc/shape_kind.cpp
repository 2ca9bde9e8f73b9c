#include "checkers/hpmc/shape_kind.hpp"

#include "checkers/kind.hpp"

namespace touchstone {
namespace {
const bool registered = register_kind<shapes::ShapeScheme>();
}
}  // namespace touchstone
