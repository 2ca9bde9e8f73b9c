// gpu/hpmc/shape_schemes.cpp
// Purpose   Registers hard shapes for devices: on CUDA where there is a device, else on the grid
//           emulator, with the same kernels.
// Source    Anderson, Irrgang, Glotzer, Comput. Phys. Commun. 204, 21 (2016), sections 2.5.2 and
//           2.5.3.
#include <string>
#include <utility>

#include "gpu/exec/device_status.hpp"
#include "gpu/hpmc/shapes_cuda.hpp"
#include "gpu/hpmc/shapes_emulated.hpp"
#include "models/core/device_backend.hpp"

namespace touchstone::gpu {
namespace {

bool add(const std::string& name, const std::string& source, ShapeQueue queue) {
  const bool on_cuda = device_files_exist();
  return shapes::register_shape_scheme(
      {.info = {.name = name,
                .source = "Anderson, Irrgang, Glotzer 2016, " + source,
                .claims = Claims::global_balance | Claims::conserves_particles |
                          Claims::thread_invariant | Claims::equals_reference,
                .backend = on_cuda ? kDeviceBackend : "emulated",
                .on_device = on_cuda},
       .start = [name, queue, on_cuda](
                    const shapes::Configuration& start,
                    const shapes::RunParameters& p) -> std::unique_ptr<shapes::Simulation> {
#ifdef TOUCHSTONE_CUDA
         if (on_cuda) return shapes_on_cuda(queue, start, p, require_startable(name, start, p));
#else
         static_cast<void>(on_cuda);
#endif
         return shapes_on_emulator(name, queue, start, p);
       },
       .equals = "hpmc/checkerboard-reference",
       .confined = true,
       .emulated = !on_cuda,
       .continues = true,
       .available = device_here()});
}

const bool registered =
    add("hpmc/checkerboard-cuda", "section 2.5.3, block queue", ShapeQueue::block) &&
    add("hpmc/checkerboard-cuda-registers", "section 2.5.3, register queue",
        ShapeQueue::registers) &&
    add("hpmc/checkerboard-cuda-global", "section 2.5.3, global queue", ShapeQueue::global);

}  // namespace
}  // namespace touchstone::gpu
