#include "optimized/core/mpi/written.hpp"

#define OMPI_SKIP_MPICXX 1  // the interface for C only
#include <mpi.h>

#include <cerrno>
#include <cstring>

#include "models/core/errors.hpp"
#include "optimized/core/mpi/main_on_ranks.hpp"

namespace touchstone::optimized {

Written::Written(const std::string& option, const std::string& path)
    : option_(option), path_(path), file_(path) {
  if (!file_) throw input_error(option, "file", "one that can be written", path);
}

void Written::add(const std::string& part) {
  errno = 0;
  file_ << part << std::flush;
  if (!file_)
    throw input_error(option_, path_, "space for the next configuration",
                      errno != 0 ? std::strerror(errno) : "an error while writing");
}

std::optional<Written> written_by_rank_0(const std::string& option, const std::string& path) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::optional<Written> file;
  on_all_ranks([&] {
    if (!path.empty() && rank == 0) file.emplace(option, path);
  });
  return file;
}

}  // namespace touchstone::optimized
