#include "checkers/cmc/cluster_kind.hpp"

#include "checkers/kind.hpp"

namespace touchstone {
namespace {
const bool registered = register_kind<cluster::ClusterScheme>();
}
}  // namespace touchstone
