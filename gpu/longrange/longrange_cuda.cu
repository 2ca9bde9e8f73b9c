// gpu/longrange/longrange_cuda.cu
// Purpose   The kernels of the long-range models, compiled for a device.
#include <cuda_runtime.h>

#include <memory>
#include <vector>

#include "gpu/exec/cuda_device.cuh"
#include "gpu/exec/device_status.hpp"
#include "gpu/longrange/cuda.hpp"
#include "gpu/longrange/direct.hpp"
#include "gpu/longrange/hmf.hpp"
#include "gpu/longrange/self_test.hpp"

namespace touchstone::gpu {
namespace {

constexpr int kUsualThreads = 256;

/// The first `count` devices; where there are fewer, the first several times.
Devices<CudaDevice> cuda_devices(int count) {
  int real = 0;
  check_cuda(cudaGetDeviceCount(&real), "cudaGetDeviceCount");
  Devices<CudaDevice> devices;
  for (int d = 0; d < count; ++d)
    devices.push_back(std::make_shared<CudaDevice>(real < count ? 0 : d));
  return devices;
}

template <class Real, SumForm kForm>
std::unique_ptr<longrange::Simulation> direct(int devices, const longrange::State& start,
                                              const longrange::RunParameters& p) {
  const bool tiles = kForm == SumForm::tiles && p.tile != 0;
  return std::make_unique<Direct<Real, kForm, CudaDevice>>(
      cuda_devices(devices), tiles ? static_cast<int>(p.tile) : kUsualThreads, start, p);
}

template <HmfForm kForm>
std::unique_ptr<longrange::Simulation> hmf(int devices, bool persistent,
                                           const longrange::State& start,
                                           const longrange::RunParameters& p) {
  return std::make_unique<Hmf<kForm, CudaDevice>>(cuda_devices(devices), kUsualThreads, persistent,
                                                  start, p);
}

}  // namespace

std::vector<SelfTestResult> longrange_self_test_on_cuda(int devices) {
  return longrange_self_test(cuda_devices(devices));
}

std::unique_ptr<longrange::Simulation> longrange_on_cuda(const LongrangeForm& form,
                                                         const longrange::State& start,
                                                         const longrange::RunParameters& p) {
  static const DeviceStatus status = device_status();
  if (!status.available) throw InputError(status.text);
  switch (form.kernels) {
    case Kernels::tiles_double:
      return direct<double, SumForm::tiles>(form.devices, start, p);
    case Kernels::tiles_mixed:
      return direct<float, SumForm::tiles>(form.devices, start, p);
    case Kernels::registers_double:
      return direct<double, SumForm::registers>(form.devices, start, p);
    case Kernels::registers_single:
      return direct<float, SumForm::registers>(form.devices, start, p);
    case Kernels::hmf_rotation:
      return hmf<HmfForm::rotation>(form.devices, false, start, p);
    case Kernels::hmf_angle:
    case Kernels::hmf_persistent:
      break;
  }
  return hmf<HmfForm::angle>(form.devices, form.kernels == Kernels::hmf_persistent, start, p);
}

}  // namespace touchstone::gpu
