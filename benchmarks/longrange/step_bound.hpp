// benchmarks/longrange/step_bound.hpp
// Purpose   The least time that this machine sets a step of a scheme, by its roofline.
// Not here  The measured rates (machine_rates.hpp).
#pragma once
#include <map>
#include <optional>
#include <utility>

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

/// Rates of this machine, measured when they are first asked for.
class Rooflines {
 public:
  const MachineRates& rates();
  StepBound bound(const IntegratorEntry& entry);

 private:
  std::optional<MachineRates> rates_;
  std::map<std::pair<std::size_t, int>, double> bandwidth_;
};

}  // namespace touchstone::benchmarks::longrange
