// checkers/external/work.hpp
// Purpose   Work that each check asks of a program of a user's, by which its time is estimated:
//           starts, requests and moves, as the examples of the adapters were asked.
// Not here  Checks that programs are left out of (left_out.hpp), the plan (budget.hpp).
#pragma once
#include <string_view>

namespace touchstone::external {

struct Work {
  std::string_view check;
  double starts = 0;
  double systems = 0;  ///< starts among them of another system than the one before
  double requests = 0;
  double moves = 0;  ///< see Cost::move
  /// Least part of this work with which a check may be run where a start costs much: what is seen
  /// then is wrong, and what is not is inconclusive. 1: in full, or not at all.
  double least = 1;
  /// Part of the effort that makes these starts: a check that looks more than once may go on.
  double part = 1;
};

/// The work of a check; none where it is not known, as of proofs, which ask nothing.
const Work* work_of(std::string_view check);

}  // namespace touchstone::external
