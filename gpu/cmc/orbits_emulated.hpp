// gpu/cmc/orbits_emulated.hpp
// Purpose   How orbits run on the grid emulator as a scheme, and with faults as a mutant. Nothing
//           is checked on the way, which the tests do.
#pragma once
#include <memory>

#include "gpu/cmc/orbits.hpp"
#include "gpu/exec/emulator/emulated_device.hpp"

namespace touchstone::gpu {

template <OrbitFault kFault = OrbitFault::none>
OrbitsOnDevice<EmulatedDevice, kFault> orbits_on_emulator(const cluster::Stars& stars,
                                                          const Emulation& emulation = {
                                                              .checks = false}) {
  return {std::make_shared<EmulatedDevice>(emulation), kWarpSize, stars};
}

}  // namespace touchstone::gpu
