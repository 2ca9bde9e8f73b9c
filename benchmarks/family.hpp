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

/// All of them, sorted by name: two may share one, as moves and overlap tests of hard shapes do.
std::vector<Family> families();
/// Adds one and returns true; for the line before main().
bool register_family(Family family);

}  // namespace touchstone::benchmarks
