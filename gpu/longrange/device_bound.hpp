// gpu/longrange/device_bound.hpp
// Purpose   The least time that a device sets a step of a long-range model: the operations of a
//           pair, or of a particle in a pass, over what its units do in a clock.
// Source    NVIDIA, CUDA C++ Programming Guide, arithmetic instructions, compute capability 9.0:
//           results of a multiprocessor in a clock. Operations are those of the compiled loops.
// Not here  Instructions that share a clock's four with these, loads, launches: what is left of the
//           bound shows them.
#pragma once
#include <algorithm>
#include <cstddef>

#include "gpu/longrange/forms.hpp"

namespace touchstone::gpu {

/// A device at its highest clock.
struct DeviceRates {
  int compute_capability = 0;  ///< major number
  double multiprocessors = 0;
  double hertz = 0;
  double bytes_per_second = 0;  ///< bandwidth of device memory
  double cache_bytes = 0;       ///< size of the second level
};

/// Operations of a pair, or of a particle in a pass of the HMF model.
struct DeviceWork {
  double single = 0;
  double in_double = 0;
  double special = 0;  ///< estimates, and conversions from and to double precision
  double bytes = 0;
};

constexpr DeviceWork device_work(Kernels kernels, longrange::Model model) {
  const bool plane = model == longrange::Model::plane;
  switch (kernels) {
    case Kernels::tiles_double:
      return plane ? DeviceWork{0, 15, 1, 0} : DeviceWork{0, 24, 2, 0};
    case Kernels::tiles_mixed:
      return {plane ? 8.0 : 10.0, 2, 3, 0};
    case Kernels::registers_double:
      return {0, plane ? 9.0 : 12.0, 1, 0};
    case Kernels::registers_single:
      return {plane ? 6.0 : 8.0, 0, 1, 0};
    case Kernels::hmf_rotation:
      return {0, 30, 0, 48};
    case Kernels::hmf_angle:
    case Kernels::hmf_persistent:
      break;
  }
  return {0, 50, 0, 32};
}

/// Least seconds of a step of three evaluations on so many devices, among which the particles are
/// divided; 0 where the device's rates are not known.
constexpr double least_seconds(Kernels kernels, longrange::Model model, std::size_t particles,
                               const DeviceRates& device, int devices = 1) {
  if (device.compute_capability != 9 || device.hertz <= 0) return 0;
  const DeviceWork work = device_work(kernels, model);
  const auto n = static_cast<double>(particles);
  const double own = n / devices;
  const bool hmf = model == longrange::Model::hmf;
  const double clocks = std::max({work.single / 128, work.in_double / 64, work.special / 16}) * 3 *
                        own * (hmf ? 1 : n);
  const double seconds = clocks / (device.multiprocessors * device.hertz);
  const double arrays = own * work.bytes / 2;  // read and written
  if (arrays <= device.cache_bytes || device.bytes_per_second <= 0) return seconds;
  return std::max(seconds, 3 * own * work.bytes / device.bytes_per_second);
}

}  // namespace touchstone::gpu
