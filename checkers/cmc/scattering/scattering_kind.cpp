#include "checkers/cmc/scattering/scattering_kind.hpp"

#include "checkers/kind.hpp"

namespace touchstone {
namespace {
const bool registered = register_kind<cluster::ScatteringScheme>();
}
}  // namespace touchstone
