// optimized/core/mpi/mpi_transport.hpp
// Purpose   Ranks that are processes: those of MPI_COMM_WORLD, between MPI_Init and MPI_Finalize.
// Errors    Those of MPI end the run (its default error handler).
#pragma once
#include <memory>

#include "optimized/core/transport.hpp"

namespace touchstone::optimized {

std::unique_ptr<Transport> mpi_transport();

}  // namespace touchstone::optimized
