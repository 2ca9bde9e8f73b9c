// checkers/explore/check/session.hpp
// Purpose   `touchstone check explore`: runs the explorer's own exam, its mutants, the event-chain
//           algorithm, the kernels and the steps under schedules; prints a line for each and writes
//           their records.
#pragma once
#include <iosfwd>
#include <string>

#include "suite/runner.hpp"

namespace touchstone::explore {

struct ExploreCheckRequest {
  std::string part = "*";
  std::string name = "*";
  bool verbose = false;  ///< a line for each record
  RunOptions run;
};

/// Returns the exit code. Throws InputError for patterns that match nothing.
int run_explore_checks(const ExploreCheckRequest& request, std::ostream& text);

}  // namespace touchstone::explore
