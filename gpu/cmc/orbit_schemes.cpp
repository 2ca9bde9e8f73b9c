// gpu/cmc/orbit_schemes.cpp
// Purpose   Registers orbits for devices: on CUDA where there is a device, else on the grid
//           emulator, with the same kernels. They sample orbital positions and make no steps.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), appendix.
#include "gpu/cmc/orbits_cuda.hpp"
#include "gpu/cmc/orbits_emulated.hpp"
#include "gpu/exec/device_status.hpp"
#include "models/core/device_backend.hpp"

namespace touchstone::gpu {
namespace {

using cluster::Lfsr113;
using cluster::Stars;

std::vector<cluster::SampledStar> sample_positions(const Stars& stars,
                                                   std::vector<Lfsr113>& streams, bool fused) {
  cluster::require_valid(stars, "orbits on a device");
#ifdef TOUCHSTONE_CUDA
  if (device_files_exist()) return sample_positions_on_cuda(stars, streams, fused);
#endif
  return orbits_on_emulator(stars).sample_positions(streams, fused);
}

std::vector<cluster::OrbitSample> sample_orbit(const Stars& stars, std::size_t star,
                                               std::size_t count, const Lfsr113& stream) {
  cluster::require_valid(stars, "orbits on a device");
#ifdef TOUCHSTONE_CUDA
  if (device_files_exist()) return sample_orbit_on_cuda(stars, star, count, stream);
#endif
  return orbits_on_emulator(stars).sample_orbit(star, count, stream);
}

bool add(const std::string& name, const std::string& source, bool fused) {
  const bool on_device = device_files_exist();
  return cluster::register_cluster_scheme(
      {.info = {.name = name,
                .source = source,
                .backend = on_device ? kDeviceBackend : "emulated",
                .on_device = on_device},
       .start = [name](const Stars&,
                       const cluster::ClusterParameters&) -> std::unique_ptr<cluster::ClusterRun> {
         throw input_error(name, "task", "steps of a cluster",
                           "a scheme that samples orbital positions only");
       },
       .sample_orbit = sample_orbit,
       .sample_positions =
           [fused](const Stars& stars, std::vector<Lfsr113>& streams) {
             return sample_positions(stars, streams, fused);
           },
       .equals = "cmc/reference",
       .makes_steps = false,
       .available = device_here(),
       .emulated = !on_device});
}

const bool registered =
    add("cmc/orbits-cuda",
        "Pattabiraman et al. 2013, appendix: a kernel for the apsides and one for the rejection",
        false) &&
    add("cmc/orbits-cuda-fused", "Pattabiraman et al. 2013, appendix, both kernels in one", true);

}  // namespace
}  // namespace touchstone::gpu
