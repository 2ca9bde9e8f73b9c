// gpu/exec/device_status.hpp
// Purpose   Whether kernels can run on a device here; where they cannot, why not. Never an error.
#pragma once
#include <string>

namespace touchstone::gpu {

struct DeviceStatus {
  bool available = false;
  std::string text;  ///< "NVIDIA ..., compute capability 9.0", or "not run on a device: ..."
};

/// Asks the CUDA runtime; call it in main() or later, where that may be used.
DeviceStatus device_status();

/// Whether the driver has put its files where devices are: for registrations, which run before
/// main(). True in a build with CUDA only.
bool device_files_exist();
/// Number of device files of this machine.
int device_files();

}  // namespace touchstone::gpu
