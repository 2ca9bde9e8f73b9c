// optimized/core/mpi/main_on_ranks.hpp
// Purpose   main() of a program on MPI ranks: options, the run, errors reported once, and the exit
//           code of rank 0 on all ranks.
#pragma once
#include <CLI/CLI.hpp>
#include <functional>

#include "models/core/errors.hpp"

namespace touchstone::optimized {

/// Between MPI_Init and MPI_Finalize. Bad input is told by rank 0; any other exception ends all
/// ranks.
int main_on_ranks(CLI::App& app, int argc, char** argv, const std::function<ExitCode()>& run);

}  // namespace touchstone::optimized
