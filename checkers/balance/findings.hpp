// checkers/balance/findings.hpp
// Purpose   The checker's findings about one tiny model: one finding per verdict.
#pragma once
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "checkers/balance/states.hpp"
#include "models/core/verdict.hpp"

namespace touchstone::balance {

/// A run that shows something: operator (or the whole step), start, choices.
struct Witness {
  std::string subject;  ///< name of an operator, or "step"
  StateKey from = 0;
  std::vector<std::uint32_t> choices;
};
/// "step:1234:0,1,1", for --replay.
std::string text(const Witness& witness);
/// Throws InputError for anything else.
Witness parse_witness(const std::string& text);

struct Finding {
  std::string name;     ///< "global balance", "detailed balance", "hidden memory", ...
  std::string subject;  ///< the operator, or "step"
  Verdict verdict = Verdict::not_run;
  double value = 0;    ///< largest relative deviation, distance, period...: `detail` says what
  std::string exact;   ///< the same as a fraction, where it is exact
  std::string detail;  ///< one line for people
  std::vector<Witness> witnesses = {};
};

/// Distance of the sampled distribution from the claimed one.
struct Distance {
  double total_variation = 0;
  double error = 0;       ///< proven bound on the error of total_variation; 0: exact
  std::string exact;      ///< as a fraction, where it was computed exactly
  double observable = 0;  ///< relative shift of the mean of the model's observable
  /// Independent configurations that show this shift at five standard errors; infinite without one.
  double configurations = std::numeric_limits<double>::infinity();
};

struct Judgement {
  std::vector<Finding> findings;
  std::size_t states = 0;          ///< states met, with all that the scheme remembers
  std::size_t recurrent = 0;       ///< those visited again and again
  std::size_t configurations = 0;  ///< legal configurations
  Effort effort;
  std::optional<Distance> distance = {};
  std::string observable = {};  ///< name of the observable
  double one_step = 0;  ///< largest relative deviation of a configuration after one step from pi
  std::string one_step_exact = {};
  bool in_pieces = false;
  bool by_symmetry = false;
  int bits = 64;  ///< width of the numerators; 0: unlimited
};

}  // namespace touchstone::balance
