// benchmarks/family.hpp
// Purpose   Interface of a family of schemes to `bench`: its jobs. A new family registers one more
//           such value, and is selected, timed, resumed and reported like the others.
// Not here  Running the jobs (session.hpp).
#pragma once
#include <string>
#include <vector>

#include "benchmarks/request.hpp"
#include "suite/job.hpp"

namespace touchstone::benchmarks {

/// Facets of a job of `bench`: the schemes it times, and its entries, one line each for --list.
inline constexpr const char* kSchemes = "--filter";
inline constexpr const char* kEntries = "entry";

struct Family {
  std::string name;
  std::string what;  ///< "sweeps", "overlap tests": two may share a name
  /// Jobs that were asked for, in their order: entries of one job share a start and run side by
  /// side. The session takes care of `request.family`.
  std::vector<Job> (*jobs)(const Request& request);
};

/// All of them, sorted by name and what is timed.
std::vector<Family> families();
/// Adds one and returns true; for the line before main().
bool register_family(Family family);

}  // namespace touchstone::benchmarks
