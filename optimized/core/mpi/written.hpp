// optimized/core/mpi/written.hpp
// Purpose   A text file that rank 0 writes part by part. What was written stays when the disk is
//           full; the error says so.
#pragma once
#include <fstream>
#include <optional>
#include <string>

namespace touchstone::optimized {

class Written {
 public:
  /// Throws InputError, in the name of the option, for a file that cannot be written.
  Written(const std::string& option, const std::string& path);
  void add(const std::string& part);

 private:
  std::string option_, path_;
  std::ofstream file_;
};

/// Collective: the file on rank 0, nothing elsewhere, nor without a path. Throws on all ranks.
std::optional<Written> written_by_rank_0(const std::string& option, const std::string& path);

}  // namespace touchstone::optimized
