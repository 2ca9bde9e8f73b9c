// checkers/explore/kernels/trial.hpp
// Purpose   One configuration of a kernel, or of a mutant of it, under one memory model: can
// anything
//           go wrong? Aborts, wrong final values, threads that wait forever, data races.
// Not here  How it goes wrong step by step (checkers/explore/graph/shortest.hpp).
#pragma once
#include <string>

#include "checkers/explore/kernels/kernel.hpp"

namespace touchstone::explore {

struct Trial {
  bool complete = false;   ///< false: the budget ended the exploration, nothing is shown
  std::string wrong;       ///< the first thing that can go wrong; empty: nothing can
  std::size_t states = 0;  ///< or execution graphs
};

/// Views are those of the machine that is exact without seq_cst operations; with them it is the
/// weak variant, so that nothing is missed.
Trial trial(const Kernel& kernel, const KernelCase& kernel_case, const MachineProgram& program,
            Judge judge, std::size_t budget = 2'000'000);

/// All sites of a kernel that any of its configurations reaches under sequential consistency.
std::vector<Site> sites_of(const Kernel& kernel);

}  // namespace touchstone::explore
