// gpu/mpmc/checkerboard_schemes.cpp
// Purpose   Registers the checkerboard for devices: on CUDA where there is a device, else on the
//           grid emulator, with the same kernels.
// Source    Anderson et al., J. Comput. Phys. 254, 27 (2013), sections 3 and 5.2.
#include "gpu/exec/device_status.hpp"
#include "gpu/mpmc/checkerboard_cuda.hpp"
#include "gpu/mpmc/checkerboard_emulated.hpp"
#include "models/core/device_backend.hpp"

namespace touchstone::gpu {
namespace {

bool add(const std::string& name, const std::string& source, Form form) {
  disks::DiskScheme scheme{.info = {.name = name,
                                    .source = source,
                                    .claims = Claims::detailed_balance | Claims::global_balance |
                                              Claims::thread_invariant | Claims::equals_reference |
                                              Claims::conserves_particles,
                                    .backend = "emulated"},
                           .start = checkerboard_on_emulator<float>(form),
                           .tolerance = 1e-5,
                           .equals = "mpmc/checkerboard-reference",
                           .trials = disks::DiskScheme::Trials::per_cell,
                           .most_per_cell = kSlots,
                           .emulated = true,
                           .start_in_ten_bits = checkerboard_on_emulator<TenBits>(form)};
#ifdef TOUCHSTONE_CUDA
  if (device_files_exist()) {
    scheme.info.backend = kDeviceBackend;
    scheme.info.on_device = true;
    scheme.emulated = false;
    scheme.available = device_here();
    scheme.start = [form](const disks::Configuration& start, const disks::RunParameters& p) {
      disks::require_valid(p);
      return checkerboard_on_cuda(form, start, p);
    };
  }
#endif
  return disks::register_scheme(std::move(scheme));
}

const bool registered =
    add("mpmc/checkerboard-cuda", "Anderson et al. 2013, Algorithms 2, 3 and 4", Form::paper) &&
    add("mpmc/checkerboard-cuda-registers",
        "Anderson et al. 2013, Algorithms 2 to 4, neighbour cells in registers", Form::registers) &&
    add("mpmc/checkerboard-cuda-nine-threads",
        "Anderson et al. 2013, section 5.2, 3^2 threads per cell", Form::nine) &&
    add("mpmc/checkerboard-cuda-tiles",
        "Anderson et al. 2013, Algorithms 2 to 4, whole sweeps of tiles in shared memory",
        Form::tiles) &&
    add("mpmc/checkerboard-cuda-persistent",
        "Anderson et al. 2013, Algorithms 2 to 4, many sweeps in a cooperative launch",
        Form::persistent) &&
    add("mpmc/checkerboard-cuda-persistent-tiles",
        "Anderson et al. 2013, Algorithms 2 to 4, many sweeps of tiles in a cooperative launch",
        Form::persistent_tiles);

}  // namespace
}  // namespace touchstone::gpu
