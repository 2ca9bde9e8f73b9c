// gpu/exec/emulator/emulate.hpp
// Purpose   Runs a kernel on the grid emulator: every lane of every block, on one processor thread,
//           in a stated order; what breaks the contract of gpu/exec/context.hpp is a KernelFault.
// Cost      A kernel that does not synchronise is two loops; otherwise one fiber per lane.
#pragma once
#include "gpu/exec/context.hpp"
#include "gpu/exec/emulator/emulated_context.hpp"
#include "gpu/exec/emulator/lane.hpp"

namespace touchstone::gpu {

template <class Kernel>
KernelBody body_of(const Kernel& kernel, int threads) {
  return {Kernel::kName, &kernel, KernelTraits<Kernel>::shared_bytes(kernel, threads),
          KernelTraits<Kernel>::synchronises_grid(), KernelTraits<Kernel>::max_threads()};
}

namespace detail {

template <bool kChecked, class Kernel>
void run_lane(Lane& lane) {
  EmulatedContext<kChecked> context(lane);
  (*static_cast<const Kernel*>(lane.block().grid().body().kernel))(context);
}

/// Runs a kernel without fibers: no thread waits for another.
template <bool kChecked, class Kernel>
void run_loops(GridRun& grid, const Kernel& kernel) {
  BlockRun block(grid);
  for (const int index : grid.block_order()) {
    block.begin(index, nullptr);
    for (const int thread : grid.sequence(grid.launch().threads, index, 0)) {
      EmulatedContext<kChecked> context(block.lane(thread));
      kernel(context);
    }
  }
}

template <bool kChecked, class Kernel>
void run_kernel(GridRun& grid, const Kernel& kernel) {
  using Traits = KernelTraits<Kernel>;
  if constexpr (Traits::synchronises() || Traits::synchronises_grid())
    grid.run(&run_lane<kChecked, Kernel>);
  else
    run_loops<kChecked>(grid, kernel);
}

}  // namespace detail

/// Throws KernelFault when the kernel breaks the contract, InputError for an impossible launch.
template <class Kernel>
void emulate(const Kernel& kernel, Launch launch, const Emulation& emulation = {}) {
  GridRun grid(body_of(kernel, launch.threads), launch, emulation);
  if (emulation.checks)
    detail::run_kernel<true>(grid, kernel);
  else
    detail::run_kernel<false>(grid, kernel);
}

}  // namespace touchstone::gpu
