// benchmarks/family.hpp
// Purpose   Interface of a family of schemes to the session: names to choose among, and how its
//           schemes are timed and listed. A new family registers one more such value.
#pragma once
#include <iosfwd>
#include <string>
#include <vector>

#include "benchmarks/request.hpp"
#include "models/core/verdict.hpp"

namespace touchstone::benchmarks {

struct Family {
  std::string name;
  /// Names that --filter may choose among.
  std::vector<std::string> (*schemes)();
  /// Times what was asked for; returns the worst verdict. Throws Interrupted after a signal.
  ExitCode (*run)(const Request& request, std::ostream& text);
  /// Prints what would be timed.
  void (*list)(const Request& request, std::ostream& text);
};

/// All families, sorted by name.
const std::vector<Family>& families();
/// Adds a family and returns true; throws std::logic_error on a duplicate name.
bool register_family(Family family);

}  // namespace touchstone::benchmarks
