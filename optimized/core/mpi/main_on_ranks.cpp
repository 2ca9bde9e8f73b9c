#include "optimized/core/mpi/main_on_ranks.hpp"

#define OMPI_SKIP_MPICXX 1  // the interface for C only
#include <fmt/format.h>
#include <mpi.h>

#include <cstdio>
#include <exception>
#include <filesystem>

#include "suite/options.hpp"
#include "suite/signature.hpp"

namespace touchstone::optimized {

int main_on_ranks(CLI::App& app, int argc, char** argv, const std::function<ExitCode()>& run) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int code = 0;
  app.name(signature(std::filesystem::path(argv[0]).filename().string()));
  app.failure_message(signed_failure);
  try {
    app.parse(argc, argv);
    code = static_cast<int>(run());
  } catch (const CLI::ParseError& error) {  // the same on all ranks: one speaks
    code = rank == 0 ? app.exit(error) : 0;
    if (error.get_exit_code() != 0) code = static_cast<int>(ExitCode::bad_input);
  } catch (const InputError& error) {
    if (rank == 0) fmt::print(stderr, "{}: {}\n", signature(app.get_name()), error.what());
    code = static_cast<int>(ExitCode::bad_input);
  } catch (const std::exception& error) {
    fmt::print(stderr, "rank {}: {}\n", rank, error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Bcast(&code, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return code;
}

}  // namespace touchstone::optimized
