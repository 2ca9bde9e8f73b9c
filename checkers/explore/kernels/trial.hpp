// checkers/explore/kernels/trial.hpp
// Purpose   One case of a kernel, or of a mutant of it, under one memory model: can anything go
//           wrong? Aborts, wrong final values, threads that wait forever, data races.
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

struct KernelMutant {
  std::string name;
  int fault = 0;  ///< number of the kernel's own fault, or
  Mutation mutation = {};
};

/// The faults of a kernel, then all mutations of all statements that any of its cases reaches under
/// sequential consistency.
std::vector<KernelMutant> mutants_of(const Kernel& kernel);

/// Whether the table of a kernel says that this mutant goes wrong in this model.
bool goes_wrong(const Expected& line, Judge judge);

}  // namespace touchstone::explore
