// validation/session.hpp
// Purpose   Makes the list of measurements for what the user asked, skips those finished before,
//           runs the rest, writes one record each and prints one line each.
// Not here  The command line (main.cpp), what is measured (experiments/).
#pragma once
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "suite/share.hpp"
#include "validation/experiment.hpp"
#include "validation/own_point.hpp"

namespace touchstone::validation {

struct Request {
  Plan plan;
  std::string family = "*";          ///< shell pattern
  std::string scheme = "*";          ///< shell patterns between commas
  std::string experiment = "*";      ///< pattern of an experiment, or of one of its measurements
  std::optional<OwnPoint> own = {};  ///< measured in place of the experiments
  std::string out;                   ///< results file
  std::string junit;                 ///< file for verdicts in JUnit's form
  JobShare share;
  std::string budget = {};  ///< time for a program of the user's; empty: as much as it takes
  bool resume = false;
  double patience = 0;          ///< RunOptions
  bool patience_given = false;  ///< by the user; otherwise it is that of each job's cost, or less
};

/// The measurements asked for, in order. Throws InputError when a pattern matches nothing, naming
/// the nearest known name.
std::vector<Measurement> select(const Request& request);

/// The command that makes this record again.
std::string replay_command(const Request& request, const Measurement& measurement);

/// Runs them. Returns the exit code: the worst verdict, records finished before included, or
/// kInterruptedExit after a signal, with finished records written and a hint how to resume.
int run(const Request& request, std::ostream& text);

/// Experiments, what they show, and their measurements in the class.
void list(const Request& request, std::ostream& text);

}  // namespace touchstone::validation
