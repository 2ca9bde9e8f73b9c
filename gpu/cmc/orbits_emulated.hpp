// gpu/cmc/orbits_emulated.hpp
// Purpose   Orbits on the grid emulator as a scheme. Rules of kernels are not checked here: the
//           tests do that.
#pragma once
#include <memory>

#include "gpu/cmc/orbits.hpp"
#include "gpu/exec/emulator/emulated_device.hpp"

namespace touchstone::gpu {

inline OrbitsOnDevice<EmulatedDevice> orbits_on_emulator(const cluster::Stars& stars,
                                                         const Emulation& emulation) {
  return {std::make_shared<EmulatedDevice>(emulation), kWarpSize, stars};
}

inline OrbitsOnDevice<EmulatedDevice> orbits_on_emulator(const cluster::Stars& stars) {
  return orbits_on_emulator(stars, unchecked(stars.size()));
}

}  // namespace touchstone::gpu
