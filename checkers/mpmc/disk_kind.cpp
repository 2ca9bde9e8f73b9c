#include "checkers/mpmc/disk_kind.hpp"

#include "checkers/kind.hpp"

namespace touchstone {
namespace {
const bool registered = register_kind<disks::DiskScheme>();
}

std::unique_ptr<disks::Simulation> begin(const disks::DiskScheme& scheme,
                                         const disks::Configuration& start,
                                         const disks::RunParameters& parameters) {
  try {
    return scheme.start(start, parameters);
  } catch (const InputError& error) {
    throw CannotRun(error.what());
  }
}

}  // namespace touchstone
