// gpu/hpmc/shapes_emulated.hpp
// Purpose   Hard shapes on the grid emulator as schemes.
// Not here  Rules of kernels: nothing is checked on the way, which the tests do
//           (shapes_test.cpp).
#pragma once
#include <algorithm>
#include <memory>
#include <string>

#include "gpu/exec/emulator/emulated_device.hpp"
#include "gpu/hpmc/shape_checkerboard.hpp"

namespace touchstone::gpu {

/// Throws InputError for starts and parameters that no queue takes.
inline PointShapes require_startable(const std::string& scheme, const shapes::Configuration& start,
                                     const shapes::RunParameters& p) {
  require_runnable(start, p);
  shapes::require_no_domains(scheme, p.domains);
  return point_shapes(start.types, scheme);
}

/// Small blocks, so that small systems have several and their queues overflow; the more threads a
/// run may have, the larger: no bit may depend on it, which is what "thread invariant" says here.
inline ShapeBlocks emulated_blocks(const shapes::RunParameters& p) {
  const int more = std::min(p.threads, 8);
  return {
      .threads = 8 * more, .group = more < 3 ? more : 4, .cells = 10 * more, .pairs = 16 * more};
}

/// `kQueues`: the queues that are compiled, `queue` among them; all, where none is given.
template <ShapeQueue... kQueues>
std::unique_ptr<shapes::Simulation> shapes_on_emulator(const std::string& scheme, ShapeQueue queue,
                                                       const shapes::Configuration& start,
                                                       const shapes::RunParameters& p) {
  return std::make_unique<ShapeCheckerboard<EmulatedDevice, kQueues...>>(
      std::make_shared<EmulatedDevice>(unchecked(p.seed)), queue, emulated_blocks(p), start, p,
      require_startable(scheme, start, p));
}

}  // namespace touchstone::gpu
