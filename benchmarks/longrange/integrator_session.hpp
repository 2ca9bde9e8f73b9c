// benchmarks/longrange/integrator_session.hpp
// Purpose   Runs the benchmarks of the long-range models and writes one record per number, each
//           with the bound that this machine sets it. The runs of all integrators of one size are
//           interleaved in random order.
// Cost      Class S about 40 seconds. Records of a size are written when the size is finished.
// Not here  What is timed (integrator_entries.hpp), how (timed_integrator.hpp), what the machine
//           can do (machine_rates.hpp).
#pragma once
#include "benchmarks/family.hpp"
#include "benchmarks/longrange/machine_rates.hpp"
#include "benchmarks/longrange/timed_integrator.hpp"

namespace touchstone::benchmarks::longrange {

inline constexpr const char* kStepSeconds = "seconds per step";

Family family();

/// Least seconds of a step: `ports` by multiplications and memory alone, `mixture` with all
/// operations of a pair. Zero: not known. `bandwidth` is that of the entry's threads and size.
struct StepBound {
  double ports = 0;
  double mixture = 0;
  const char* by = "";
};
StepBound step_bound(const IntegratorEntry& entry, const MachineRates& rates, double bandwidth);

/// The record of an entry: seconds per step, or a failure with the reason and no number.
ResultRecord step_record(const Request& request, const TimedIntegrator& timed,
                         const StepBound& bound);

}  // namespace touchstone::benchmarks::longrange
