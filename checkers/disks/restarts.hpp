// checkers/disks/restarts.hpp
// Purpose   The check property/restarts: disks in a program that begins again with the system that
//           it has move as after a start.
#pragma once
#include "checkers/disks/disk_kind.hpp"

namespace touchstone::property {

CheckResult restarts_as_starts(const disks::DiskScheme& scheme, const CheckContext& context);

}  // namespace touchstone::property
