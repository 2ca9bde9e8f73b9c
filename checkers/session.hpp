// checkers/session.hpp
// Purpose   Runs the jobs of `touchstone check` on a few threads, prints what they found, writes
//           one record each as soon as it is there, and sums up: schemes x checks, mutants x
//           checks, and how to repeat every failure.
// Not here  The command line (main.cpp), the tables (matrix.hpp).
#pragma once
#include <iosfwd>
#include <string>

#include "checkers/job.hpp"

namespace touchstone {

struct CheckRequest {
  Selection selection;
  CheckContext context;
  int jobs = 1;     ///< threads: how many jobs at a time
  std::string out;  ///< results file, appended to; empty: none is written
  bool resume = false;
};

/// Returns the exit code: the worst verdict, records finished before included, or kInterruptedExit
/// after a signal, with all finished records written.
int run_checks(const CheckRequest& request, std::ostream& text);

}  // namespace touchstone
