// checkers/external/budget.hpp
// Purpose   How long checks of a program of a user's will take, and the effort of each that fits
//           into a budget. The clock decides how much is run, and no verdict: a command that
//           repeats a record states the effort that was planned.
// Method    Checks share the time equally; what one does not need, the others have. One that needs
//           more than its share is run with less effort where that can be (work.hpp), or left out.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "suite/external/cost.hpp"

namespace touchstone::external {

/// Effort of a single check within a budget.
struct Planned {
  double effort = 1;
  std::string remark = {};  ///< text for an inconclusive result: which budget would do
  bool left_out = false;
};
using Plan = std::map<std::string, Planned>;  ///< by check; those that are missing: as asked

/// Whether it is known what a check asks for.
bool is_estimated(const std::string& check);
/// Expected seconds of one program with an effort of 1; 0 where its work is not known.
double expected_seconds(const std::string& check, const Cost& cost);

/// `effort`: what the user asked for; `seconds`: the budget, in which `threads` programs run.
Plan planned(const std::vector<std::string>& checks, const Cost& cost, double effort,
             double seconds, int threads);

/// Seconds of all checks, as many at a time as there are threads; not less than the longest takes.
double expected_seconds(const std::vector<std::string>& checks, const Cost& cost, double effort,
                        int threads);

/// The estimate in a line, and with a plan what is run.
std::string in_words(const std::vector<std::string>& checks, const Cost& cost, double effort,
                     int threads, const Plan& plan);

/// Smallest effort that a check may have, below the 0.1 of all others.
double least_effort(const std::string& check);

}  // namespace touchstone::external
