// suite/external/schemes.hpp
// Purpose   Schemes whose simulations run in a program of the user's, from its description.
// Errors    InputError for claims, models and schemes that are not known. What they start throws
//           Refused where the program or the protocol has no such system.
#pragma once
#include "models/cmc/registry.hpp"
#include "models/disks/chains/real_leg.hpp"
#include "models/disks/registry.hpp"
#include "models/hpmc/bodies/overlap.hpp"
#include "models/hpmc/registry.hpp"
#include "models/longrange/registry.hpp"
#include "suite/external/description.hpp"
#include "suite/external/pool.hpp"

namespace touchstone::external {

disks::DiskScheme disk_scheme(const Description& description);
shapes::ShapeScheme shape_scheme(const Description& description);
shapes::OverlapAlgorithm overlap_algorithm(const Description& description);
longrange::LongrangeScheme longrange_scheme(const Description& description);
cluster::ClusterScheme cluster_scheme(const Description& description);
disks::RealLegScheme chain_scheme(const Description& description);

}  // namespace touchstone::external
