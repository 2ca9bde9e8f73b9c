// optimized/core/mpi/main_on_ranks.hpp
// Purpose   main() of a program on MPI ranks: options, the run, one message where input is bad on
//           any rank, and the same exit code on all ranks.
#pragma once
#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "models/core/errors.hpp"

namespace touchstone::optimized {

/// Between MPI_Init and MPI_Finalize. Options that are wrong on any rank end all ranks, with one
/// message; so does an InputError of on_all_ranks(). An InputError that one rank alone meets later,
/// as where a disk is full, ends all ranks at once, since the others may wait for it; so does any
/// other exception, with exit code 1.
int main_on_ranks(CLI::App& app, int argc, char** argv, const std::function<ExitCode()>& run);

/// Collective. Calls `prepare`, which may not communicate, on each rank: reads files, refuses what
/// cannot be run. Where any throws an InputError, all throw that of the lowest such rank.
void on_all_ranks(const std::function<void()>& prepare);

/// Calls `run`, which may communicate, and whose InputErrors all ranks throw alike: one message,
/// which begins with `where`.
void alike_on_all_ranks(const std::string& where, const std::function<void()>& run);

}  // namespace touchstone::optimized
