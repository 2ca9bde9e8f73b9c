// checkers/explore/litmus/answers.hpp
// Purpose   One program under one model, whatever engine decides it, as lines of text.
#pragma once
#include <iosfwd>
#include <string>

#include "checkers/explore/litmus/outcomes.hpp"

namespace touchstone::explore {

/// sc, tso_x86, rc11, rc11_cxx17 by execution graphs; views by the two variants of the view
/// machine.
enum class Question : std::uint8_t { sc, tso_x86, rc11, rc11_cxx17, views };

/// Throws InputError with the nearest known name; `where` is where the name stood.
Question parse_model(const std::string& name, const std::string& where = "--model");
/// The axioms behind all questions but `views`.
Model graph_model(Question question);

struct AnswerOptions {
  bool outcomes = true;    ///< print the final states
  bool executions = true;  ///< print how many executions, or states, there are
  bool trace =
      false;  ///< print one execution of each outcome, or of those that answer the question
  std::string dot = {};  ///< write the same executions as Graphviz files that begin like this
  std::size_t budget = 2'000'000;
};

struct AnswerStatus {
  bool exhausted = true;
  bool sound = true;  ///< no race, no deadlock, no abort, and `forall` and `~exists` hold
};

AnswerStatus print_answer(const LitmusProgram& program, Question model,
                          const AnswerOptions& options, std::ostream& out);

}  // namespace touchstone::explore
