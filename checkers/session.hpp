// checkers/session.hpp
// Purpose   `touchstone check`: runs the chosen tasks and sums up: schemes x checks, mutants x
//           checks, and how to repeat every failure.
// Not here  The command line (main.cpp), the tables (matrix.hpp).
#pragma once
#include <iosfwd>
#include <string>

#include "checkers/task.hpp"
#include "suite/runner.hpp"

namespace touchstone {

struct CheckRequest {
  CheckSelection selection;
  CheckContext context;
  RunOptions run;
  bool own_out = false;      ///< the results file is the user's choice
  external::Plan plan = {};  ///< efforts within a budget
};

/// Returns the exit code: the worst verdict, records finished before included, or kInterruptedExit
/// after a signal, with all finished records written.
int run_checks(const CheckRequest& request, std::ostream& text);

}  // namespace touchstone
