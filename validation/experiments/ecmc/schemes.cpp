#include "validation/experiments/ecmc/schemes.hpp"

namespace touchstone::validation::ecmc {

std::vector<const disks::DiskScheme*> simulations() {
  std::vector<const disks::DiskScheme*> result;
  for (const disks::DiskScheme& scheme : disks::schemes())
    if (scheme.available && !scheme.mutant && !scheme.emulated && !scheme.trial_moves)
      result.push_back(&scheme);
  return result;
}

const disks::DiskScheme& reference_simulation() { return disks::scheme("ecmc/sampler-reference"); }

const disks::DiskScheme& serial_simulation() { return disks::scheme("ecmc/sampler-cells"); }

const disks::ChainScheme& global_time_oracle() {
  return disks::chain_scheme("ecmc/global-time-reference");
}

const disks::ChainScheme& cell_chain() { return disks::chain_scheme("ecmc/cell-chain"); }

}  // namespace touchstone::validation::ecmc
