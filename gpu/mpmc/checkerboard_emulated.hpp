// gpu/mpmc/checkerboard_emulated.hpp
// Purpose   The checkerboard on the grid emulator as a scheme.
#pragma once
#include <memory>

#include "gpu/exec/emulator/emulated_device.hpp"
#include "gpu/mpmc/checkerboard.hpp"

namespace touchstone::gpu {

/// DiskScheme::start. Small blocks, so that small systems have several; nothing is checked on the
/// way, which the tests do (checkerboard_test.cpp). `kForms`: the forms that are compiled, `form`
/// among them; all, where none is given.
template <class Real, Form... kForms>
auto checkerboard_on_emulator(Form form) {
  return [form](const disks::Configuration& start,
                const disks::RunParameters& p) -> std::unique_ptr<disks::Simulation> {
    disks::require_valid(p);
    return std::make_unique<Checkerboard<Real, EmulatedDevice, kForms...>>(
        std::make_shared<EmulatedDevice>(unchecked(p.seed)), form,
        Blocks{.sweep = 63, .shift = 64, .resident = 2, .tile = usual_tile<Real>()}, start, p);
  };
}

}  // namespace touchstone::gpu
