// models/core/device_backend.hpp
// Purpose   The backend (SchemeInfo) of schemes that run their kernels on a device, by which jobs
//           know that they need one.
#pragma once

namespace touchstone {

inline constexpr const char* kDeviceBackend = "cuda";

}  // namespace touchstone
