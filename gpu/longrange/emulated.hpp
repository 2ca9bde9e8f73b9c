// gpu/longrange/emulated.hpp
// Purpose   Long-range models on the grid emulator as schemes.
// Not here  Rules of kernels: nothing is checked on the way, which the tests do.
#pragma once
#include <algorithm>
#include <memory>

#include "gpu/exec/emulator/emulated_device.hpp"
#include "gpu/longrange/direct.hpp"
#include "gpu/longrange/hmf.hpp"

namespace touchstone::gpu {

/// `count` devices with memories of their own.
inline Devices<EmulatedDevice> emulated_devices(int count, const Emulation& emulation) {
  Devices<EmulatedDevice> devices;
  for (int d = 0; d < count; ++d) devices.push_back(std::make_shared<EmulatedDevice>(emulation));
  return devices;
}

/// Threads of a block. Small blocks, so that small systems have several; the more threads a run
/// may have, the larger: no bit may depend on it, which is what "thread invariant" says here.
inline int emulated_threads(const longrange::RunParameters& p) {
  return kWarpSize * std::min(p.threads, 8);
}

template <class Real, SumForm kForm>
std::unique_ptr<longrange::Simulation> direct_on_emulator(int devices,
                                                          const longrange::State& start,
                                                          const longrange::RunParameters& p) {
  const bool tiles = kForm == SumForm::tiles && p.tile != 0;
  return std::make_unique<Direct<Real, kForm, EmulatedDevice>>(
      emulated_devices(devices, unchecked(start.q.size())),
      tiles ? static_cast<int>(p.tile) : emulated_threads(p), start, p);
}

template <HmfForm kForm>
std::unique_ptr<longrange::Simulation> hmf_on_emulator(int devices, bool persistent,
                                                       const longrange::State& start,
                                                       const longrange::RunParameters& p) {
  return std::make_unique<Hmf<kForm, EmulatedDevice>>(
      emulated_devices(devices, unchecked(start.q.size())), emulated_threads(p), persistent, start,
      p);
}

}  // namespace touchstone::gpu
