// checkers/explore/litmus/outcomes.hpp
// Purpose   The final states of a litmus program under a memory model, and the answer to its
//           question.
// Samples   Nothing: all consistent executions are visited.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "checkers/explore/axioms/search.hpp"
#include "checkers/explore/litmus/program.hpp"

namespace touchstone::explore {

/// Values of the observed names, in the order of `names`.
using Outcome = std::vector<Value>;

struct LitmusReport {
  std::vector<std::string> names;  ///< r registers in order of appearance, variables alphabetically
  std::map<Outcome, std::size_t> outcomes;  ///< with the number of executions of each
  SearchResult search;
  std::vector<std::string> races;  ///< one line each, with both sites
  std::optional<bool> answer;      ///< to the question of the program, if it has one
  std::size_t satisfying = 0;      ///< executions for which its formula holds
};

LitmusReport outcomes_of(const LitmusProgram& program, const SearchOptions& options);

/// "r0=0 r1=1 x=1 y=1"
std::string to_text(const std::vector<std::string>& names, const Outcome& outcome);

}  // namespace touchstone::explore
