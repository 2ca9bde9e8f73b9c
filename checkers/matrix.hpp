// checkers/matrix.hpp
// Purpose   The compact tables of `touchstone check`: one row per scheme or mutant, one column per
//           check, with a legend.
// Not here  The report's tables (reports/).
#pragma once
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "models/core/verdict.hpp"

namespace touchstone {

/// One finished job, new or of an earlier run.
struct Outcome {
  std::string scheme = {};
  std::string check = {};
  bool mutant = false;
  bool caught = false;    ///< set for mutants only
  bool expected = false;  ///< set for mutants only
  Verdict verdict = Verdict::not_run;
  double value = 0;
  bool is_z = false;  ///< else violations
  /// Least that would be seen, 0: any violation. Shown where it is there: for programs of users.
  std::optional<double> smallest_effect = {};
};

/// "ok", "FAIL", "?", "." or "-".
const char* sign(Verdict verdict);

/// The text of one cell, without padding.
std::string cell_text(const Outcome& outcome);

/// Both tables, for those of `outcomes` that are of correct schemes and of mutants.
void print_matrices(const std::vector<Outcome>& outcomes, std::ostream& text);

}  // namespace touchstone
