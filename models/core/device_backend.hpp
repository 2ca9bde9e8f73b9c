// models/core/device_backend.hpp
// Purpose   The backend of schemes whose kernels run on a device, as records name it. What decides
//           is SchemeInfo::on_device; a plan of experiments has records alone.
#pragma once

namespace touchstone {

inline constexpr const char* kDeviceBackend = "cuda";

}  // namespace touchstone
