// gpu/cmc/step/step_schemes.cpp
// Purpose   Registers whole steps for devices: on CUDA where there is a device, else on the grid
//           emulator, with the same kernels.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), sections 2 and 3.2, and
//           the appendix, which has the orbits alone on a device.
#include "gpu/cmc/step/step_cuda.hpp"
#include "gpu/cmc/step/step_emulated.hpp"
#include "gpu/exec/device_status.hpp"
#include "models/core/device_backend.hpp"

namespace touchstone::gpu {
namespace {

std::unique_ptr<cluster::ClusterRun> start(const cluster::Stars& stars,
                                           const cluster::ClusterParameters& parameters) {
#ifdef TOUCHSTONE_CUDA
  if (device_files_exist()) return henon_on_cuda(stars, parameters);
#endif
  return henon_on_emulator(stars, parameters);
}

const bool on_device = device_files_exist();

const bool registered = cluster::register_cluster_scheme(
    {.info = {.name = "cmc/step-cuda",
              .source = "Pattabiraman et al. 2013, sections 2 and 3.2 and appendix, all of a step",
              .claims = Claims::conserves_particles | Claims::equals_reference,
              .backend = on_device ? kDeviceBackend : "emulated",
              .on_device = on_device},
     .start = start,
     .equals = "cmc/reference",
     .many_blocks = true,
     .available = device_here(),
     .emulated = !on_device});

}  // namespace
}  // namespace touchstone::gpu
