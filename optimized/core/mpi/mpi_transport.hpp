// optimized/core/mpi/mpi_transport.hpp
// Purpose   Ranks that are processes: those of MPI_COMM_WORLD, or the first of them, between
//           MPI_Init and MPI_Finalize.
// Errors    Those of MPI end the run (its default error handler).
#pragma once
#include <memory>

#include "optimized/core/transport.hpp"

namespace touchstone::optimized {

std::unique_ptr<Transport> mpi_transport();
/// The first `ranks` of them, all of which call this; null on the others.
std::unique_ptr<Transport> mpi_transport(std::size_t ranks);

}  // namespace touchstone::optimized
