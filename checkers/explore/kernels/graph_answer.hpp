// checkers/explore/kernels/graph_answer.hpp
// Purpose   The answer about a kernel under rc11: its execution graphs, with the data races.
#pragma once
#include "checkers/explore/kernels/kernel_answer.hpp"

namespace touchstone::explore {

/// Executions have no schedule, so there is a table and no word to replay.
KernelAnswer explore_executions(const KernelTask& task, const KernelOutputs& outputs,
                                std::ostream& out);

}  // namespace touchstone::explore
