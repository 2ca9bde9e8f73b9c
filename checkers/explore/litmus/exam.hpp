// checkers/explore/litmus/exam.hpp
// Purpose   Many programs with known answers, in one table: columns name, program, model and, where
//           known, executions, allowed_outcomes ("r0=0 x=1 ; r0=1 x=1"), data_race (yes, no).
// Data      validation/data/litmus.csv.
#pragma once
#include <iosfwd>
#include <string>

namespace touchstone::explore {

struct ExamResult {
  std::size_t rows = 0;
  std::size_t wrong = 0;
  std::size_t undecided = 0;  ///< the budget was used up, or no answer was known
  std::size_t graphs = 0;
  std::size_t executions = 0;
};

/// Answers every row and prints each difference from what the row states (an empty field states
/// nothing); rows of a table without answers are printed as a table of
/// the same form, filled in. Throws InputError for a table that lacks a column.
/// Only rows of model `only`, if that is given.
ExamResult run_exam(const std::string& path, std::size_t budget, std::ostream& out,
                    const std::string& only = "");

}  // namespace touchstone::explore
