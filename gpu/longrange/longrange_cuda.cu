// gpu/longrange/longrange_cuda.cu
// Purpose   The kernels of the long-range models, compiled for a device.
#include <cuda_runtime.h>

#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

#include "gpu/exec/cuda_device.cuh"
#include "gpu/exec/device_status.hpp"
#include "gpu/exec/tune.hpp"
#include "gpu/longrange/cuda.hpp"
#include "gpu/longrange/direct.hpp"
#include "gpu/longrange/hmf.hpp"
#include "gpu/longrange/self_test.hpp"

namespace touchstone::gpu {
namespace {

/// With fewer particles a step takes as long as its launches, whatever the size of the blocks.
constexpr std::size_t kFewParticles = 2048;
/// So many are enough to choose it by, and all pairs of them are soon summed: by RegisterForces,
/// and by TileForces.
constexpr std::size_t kTunedRegisters = 131072;
constexpr std::size_t kTunedTiles = 65536;
/// Particles of a paper's row of the HMF model that a device is busy with.
constexpr std::size_t kTunedAngles = 1'000'000;

bool of_registers(Kernels kernels) {
  return kernels == Kernels::registers_double || kernels == Kernels::registers_single;
}

/// Sizes of blocks to try. Those of RegisterForces are numbers of targets. The first is that for
/// few particles: many small blocks.
std::vector<int> sizes_of_blocks(Kernels kernels) {
  if (of_registers(kernels)) return {32, 64, 128};
  if (of_hmf(kernels)) return {64, 128, kHmfThreads};
  return {32, 64, 128, 256, 512};
}

/// The first `count` devices; where there are fewer, the first several times.
Devices<CudaDevice> cuda_devices(int count) {
  int real = 0;
  check_cuda(cudaGetDeviceCount(&real), "cudaGetDeviceCount");
  Devices<CudaDevice> devices;
  for (int d = 0; d < count; ++d)
    devices.push_back(std::make_shared<CudaDevice>(real < count ? 0 : d));
  return devices;
}

/// The first `count` particles.
longrange::State first(const longrange::State& start, const longrange::System& system,
                       std::size_t count) {
  longrange::State part;
  const std::size_t all = particles(system, start);
  for (std::size_t from = 0; from < start.q.size(); from += all) {
    const auto at = static_cast<std::ptrdiff_t>(from);
    const auto end = static_cast<std::ptrdiff_t>(from + count);
    part.q.insert(part.q.end(), start.q.begin() + at, start.q.begin() + end);
    part.p.insert(part.p.end(), start.p.begin() + at, start.p.begin() + end);
  }
  return part;
}

/// Size of a block for kernels, a model and a number of particles: the first one for few of them,
/// else the fastest in a step of some of them, found once for a program and for each power of two.
/// No result depends on it. `make(device, size, start)` gives the simulation on that device, whose
/// clock is read.
template <class Make>
int best_threads(Kernels kernels, const longrange::State& start, const longrange::RunParameters& p,
                 Make&& make) {
  const std::size_t all = particles(p.system, start);
  if (all < kFewParticles) return sizes_of_blocks(kernels).front();
  const std::size_t enough = std::min(all, of_hmf(kernels)         ? kTunedAngles
                                           : of_registers(kernels) ? kTunedRegisters
                                                                   : kTunedTiles);
  static std::mutex one_at_a_time;  // trials side by side would time each other
  static std::map<std::tuple<Kernels, longrange::Model, int>, int> known;
  const std::lock_guard<std::mutex> lock(one_at_a_time);
  int& threads = known[{kernels, p.system.model, static_cast<int>(std::bit_width(enough))}];
  if (threads != 0) return threads;
  const longrange::State part = first(start, p.system, enough);
  const auto device = std::make_shared<CudaDevice>();
  std::unique_ptr<longrange::Simulation> simulation;  // of the size being tried
  int size = 0;
  threads = tune_threads(*device, sizes_of_blocks(kernels), [&](int tried) {
              if (tried != size) {
                simulation.reset();
                simulation = make(device, tried, part);
                size = tried;
              }
              simulation->advance(1);
            }).threads;
  return threads;
}

template <class Real, SumForm kForm>
std::unique_ptr<longrange::Simulation> direct(const LongrangeForm& form,
                                              const longrange::State& start,
                                              const longrange::RunParameters& p) {
  using Sums = Direct<Real, kForm, CudaDevice>;
  if (kForm == SumForm::tiles && p.tile != 0)
    return std::make_unique<Sums>(cuda_devices(form.devices), static_cast<int>(p.tile), start, p);
  const int threads = best_threads(
      form.kernels, start, p, [&](const auto& device, int tried, const longrange::State& part) {
        return std::make_unique<Sums>(Devices<CudaDevice>{device}, tried, part, p);
      });
  return std::make_unique<Sums>(cuda_devices(form.devices), threads, start, p);
}

template <HmfForm kForm>
std::unique_ptr<longrange::Simulation> hmf(const LongrangeForm& form, const longrange::State& start,
                                           const longrange::RunParameters& p) {
  using Run = Hmf<kForm, CudaDevice>;
  const bool persistent = form.kernels == Kernels::hmf_persistent;
  const int threads = best_threads(
      form.kernels, start, p, [&](const auto& device, int tried, const longrange::State& part) {
        return std::make_unique<Run>(Devices<CudaDevice>{device}, tried, persistent, part, p);
      });
  return std::make_unique<Run>(cuda_devices(form.devices), threads, persistent, start, p);
}

}  // namespace

DeviceRates device_rates_on_cuda() {
  if (!why_no_device().empty()) return {};
  const auto of = [](cudaDeviceAttr attribute) {
    int value = 0;
    check_cuda(cudaDeviceGetAttribute(&value, attribute, 0), "cudaDeviceGetAttribute");
    return value;
  };
  return {.compute_capability = of(cudaDevAttrComputeCapabilityMajor),
          .multiprocessors = static_cast<double>(of(cudaDevAttrMultiProcessorCount)),
          .hertz = 1e3 * of(cudaDevAttrClockRate),
          .bytes_per_second =  // two transfers in a clock of the memory
          2e3 * of(cudaDevAttrMemoryClockRate) * of(cudaDevAttrGlobalMemoryBusWidth) / 8,
          .cache_bytes = static_cast<double>(of(cudaDevAttrL2CacheSize))};
}

std::vector<SelfTestResult> longrange_self_test_on_cuda(int devices) {
  return longrange_self_test(cuda_devices(devices));
}

std::unique_ptr<longrange::Simulation> longrange_on_cuda(const LongrangeForm& form,
                                                         const longrange::State& start,
                                                         const longrange::RunParameters& p) {
  require_device();
  switch (form.kernels) {
    case Kernels::tiles_double:
      return direct<double, SumForm::tiles>(form, start, p);
    case Kernels::tiles_mixed:
      return direct<float, SumForm::tiles>(form, start, p);
    case Kernels::registers_double:
      return direct<double, SumForm::registers>(form, start, p);
    case Kernels::registers_single:
      return direct<float, SumForm::registers>(form, start, p);
    case Kernels::hmf_rotation:
      return hmf<HmfForm::rotation>(form, start, p);
    case Kernels::hmf_angle:
    case Kernels::hmf_persistent:
      break;
  }
  return hmf<HmfForm::angle>(form, start, p);
}

}  // namespace touchstone::gpu
