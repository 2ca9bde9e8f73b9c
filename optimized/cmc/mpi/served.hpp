// optimized/cmc/mpi/served.hpp
// Purpose   Henon's step on MPI ranks, as an external program of the suite.
#pragma once
#include <nlohmann/json.hpp>

namespace touchstone::optimized {

/// Keys of its description.
nlohmann::ordered_json description_of_stars();
/// On all ranks; the exit code.
int serve_stars();

}  // namespace touchstone::optimized
