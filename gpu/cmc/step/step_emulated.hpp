// gpu/cmc/step/step_emulated.hpp
// Purpose   Whole steps on the grid emulator as a scheme. Rules of kernels are not checked here:
//           the tests do that.
#pragma once
#include <memory>

#include "gpu/cmc/step/henon.hpp"
#include "gpu/exec/emulator/emulated_device.hpp"

namespace touchstone::gpu {

inline std::unique_ptr<cluster::ClusterRun> henon_on_emulator(
    const cluster::Stars& start, const cluster::ClusterParameters& parameters,
    const Emulation& emulation) {
  cluster::require_runnable(start, parameters);
  return std::make_unique<HenonOnDevice<EmulatedDevice>>(
      std::make_shared<EmulatedDevice>(emulation), StepThreads{kWarpSize, kWarpSize}, start,
      parameters);
}

inline std::unique_ptr<cluster::ClusterRun> henon_on_emulator(
    const cluster::Stars& start, const cluster::ClusterParameters& parameters) {
  return henon_on_emulator(start, parameters, unchecked(start.size()));
}

}  // namespace touchstone::gpu
