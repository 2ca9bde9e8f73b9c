// benchmarks/longrange/step_bound.hpp
// Purpose   The least time that this machine sets a step of a scheme, by its roofline.
// Not here  The measured rates (machine_rates.hpp).
#pragma once
#include "benchmarks/longrange/integrator_entries.hpp"
#include "benchmarks/longrange/machine_rates.hpp"

namespace touchstone::benchmarks::longrange {

/// Least seconds of a step: `ports` by multiplications and memory alone, `mixture` with all
/// operations of a pair. Zero: not known.
struct StepBound {
  double ports = 0;
  double mixture = 0;
  const char* by = "";
};
/// `bandwidth` is that of the entry's threads and size.
StepBound step_bound(const IntegratorEntry& entry, const MachineRates& rates, double bandwidth);

/// Rates of this machine, measured once.
const MachineRates& machine_rates();
/// The bound on this machine, whose bandwidth is measured once for each size and number of threads.
StepBound bound_of(const IntegratorEntry& entry);

}  // namespace touchstone::benchmarks::longrange
