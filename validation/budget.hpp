// validation/budget.hpp
// Purpose   Measurements of a program of a user's within a budget. What a row asks of the program
//           (starts, requests, moves) is counted while it runs, and comes to seconds by the cost of
//           each, which was measured before. The clock decides nothing: a row is finished, with the
//           verdict that it has without a budget, or left out, and says so.
// Method    Each row may take an equal share of what is left; what it does not need, the next have.
//           Markov chains that a row has finished are kept: with --resume they are not run again.
// Not here  Checks, whose work is known before (checkers/external/budget.hpp).
#pragma once
#include <cstddef>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "suite/external/known.hpp"
#include "validation/experiment.hpp"

namespace touchstone::validation {

struct Request;

class Budget {
 public:
  /// Prints the cost and the budget. Throws InputError where there is no program, or none whose
  /// cost is known. Without a budget in the request nothing is left out.
  Budget(const Request& request, const std::vector<Measurement>& rows, std::ostream& text);

  /// A row of this scheme begins.
  void begin(const std::string& scheme);
  /// It has ended, or may go no further.
  void end();
  /// Text for a row that may go no further, when `done` of it is done; 0: nobody knows.
  std::string left_out(double done) const;

 private:
  std::string program_;  ///< the scheme; empty: no budget
  std::shared_ptr<external::Known> known_;
  double left_ = 0;        ///< seconds of one program
  std::size_t rows_ = 0;   ///< that have not begun
  double share_ = 0;       ///< seconds for the row that runs
  bool is_asked_ = false;  ///< the row that runs is one of the program
  int threads_;
};

}  // namespace touchstone::validation
