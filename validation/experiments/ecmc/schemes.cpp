#include "validation/experiments/ecmc/schemes.hpp"

#include <map>
#include <string>

#include "models/core/errors.hpp"
#include "models/disks/start.hpp"
#include "models/external/program.hpp"

namespace touchstone::validation::ecmc {

std::vector<const disks::DiskScheme*> simulations() {
  std::vector<const disks::DiskScheme*> result;
  for (const disks::DiskScheme& scheme : disks::schemes())
    if (scheme.available && !scheme.mutant && !scheme.emulated &&
        scheme.info.name.rfind("ecmc/", 0) == 0)
      result.push_back(&scheme);
  return result;
}

const disks::DiskScheme& reference_simulation() { return disks::scheme("ecmc/sampler-reference"); }

const disks::DiskScheme& serial_simulation() { return disks::scheme("ecmc/sampler-cells"); }

bool measures_rift(const disks::DiskScheme& scheme) {
  static std::map<std::string, bool> known;  // plans are made by one thread
  const auto found = known.find(scheme.info.name);
  if (found != known.end()) return found->second;
  bool& answer = known[scheme.info.name];
  try {
    answer = scheme.start(disks::hexagonal_start(72, 0.5), {})->rift() != nullptr;
  } catch (const external::ProgramFault&) {  // its measurements will say so
  } catch (const InputError&) {
  }
  return answer;
}

bool uses_threads(const SchemeInfo& scheme) { return scheme.backend != "serial"; }

const disks::ChainScheme& global_time_oracle() {
  return disks::chain_scheme("ecmc/global-time-reference");
}

const disks::ChainScheme& cell_chain() { return disks::chain_scheme("ecmc/cell-chain"); }

}  // namespace touchstone::validation::ecmc
