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
/// can. Asks the runtime once, in main() or later: whether it has a device that this program's
/// kernels were compiled for.
std::string why_no_device();
/// Throws InputError with that reason.
void require_device();

/// Whether the driver has put its files where devices are: for registrations, which run before
/// main(). True in a build with CUDA only.
bool device_files_exist();
/// Number of devices, by the files of this machine: at most those that the variable
/// CUDA_VISIBLE_DEVICES names.
int device_files();
/// Number of files nvidia0, nvidia1, ... in `folder`, at most as many as `visible`, a value of that
/// variable, names; null: it is not set.
int device_files_in(const std::string& folder, const char* visible);
/// "not run on two devices: ..."; empty where there are two.
std::string why_no_two_devices();
/// Whether a scheme can run that runs on a device where device files exist, else on the emulator.
inline Available device_here() {
  return device_files_exist() ? Available(why_no_device) : Available();
}

}  // namespace touchstone::gpu
