// optimized/hpmc/mpi/served.hpp
// Purpose   Hard shapes in domains on MPI ranks, as an external program of the suite.
#pragma once
#include <nlohmann/json.hpp>

namespace touchstone::optimized {

/// Keys of its description.
nlohmann::ordered_json description_of_shapes();
/// On all ranks; the exit code. A start on fewer ranks runs on the first of them.
int serve_shapes();

}  // namespace touchstone::optimized
