// gpu/exec/emulator/on_threads.hpp
// Purpose   Runs a kernel with one real thread per lane, for ThreadSanitizer and for what only real
//           concurrency shows. A few blocks run at the same time.
// Cost      A barrier of real threads is tens of microseconds: small launches only.
// Not here  Faults: a kernel that breaks the contract hangs or stops the program. Run it on the
//           emulator first (gpu/exec/emulator/emulate.hpp).
#pragma once
#include <functional>

#include "gpu/exec/context.hpp"
#include "gpu/exec/emulator/emulate.hpp"
#include "gpu/exec/emulator/thread_context.hpp"

namespace touchstone::gpu {

namespace detail {
void run_threads(const KernelBody& body, Launch launch, int blocks_at_a_time,
                 const std::function<void(ThreadContext&)>& kernel);
}

/// `blocks_at_a_time` blocks run side by side; all of them, if the kernel synchronises the grid.
/// Throws InputError for an impossible launch or more than 4096 threads at a time.
template <class Kernel>
void run_on_threads(const Kernel& kernel, Launch launch, int blocks_at_a_time = 2) {
  detail::run_threads(body_of(kernel, launch.threads), launch, blocks_at_a_time,
                      [&kernel](ThreadContext& context) { kernel(context); });
}

}  // namespace touchstone::gpu
