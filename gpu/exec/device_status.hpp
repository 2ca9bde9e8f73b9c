// gpu/exec/device_status.hpp
// Purpose   Whether kernels can run on a device here; where they cannot, why not. Never an error.
#pragma once
#include <string>

#include "models/core/available.hpp"

namespace touchstone::gpu {

struct DeviceStatus {
  bool available = false;
  std::string text;  ///< "NVIDIA ..., compute capability 9.0", or "not run on a device: ..."
};

/// Asks the CUDA runtime; call it in main() or later, where that may be used.
DeviceStatus device_status();

/// "not run on a device: ...": why kernels cannot run on one, whatever the reason; empty where they
/// can. Asks the runtime once, in main() or later: for a context, and for kernels of its kind.
std::string why_no_device();
/// Throws InputError with that reason.
void require_device();

/// Whether the driver has put its files where devices are: for registrations, which run before
/// main(). True in a build with CUDA only.
bool device_files_exist();
/// Number of device files of this machine.
int device_files();
/// Whether a scheme can run that runs on a device where device files exist, else on the emulator.
inline Available device_here() {
  return device_files_exist() ? Available(why_no_device) : Available();
}

}  // namespace touchstone::gpu
