// checkers/explore/litmus/scope_exam.hpp
// Purpose   Published litmus programs with scopes: what their source says, and what the two engines
//           of the C++ memory model say.
// Data      validation/data/litmus_scopes.csv. Where scoped RC11 does not decide what the source
//           decides, the line says why; it is explored all the same.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace touchstone::explore {

struct ScopeAnswer {
  std::string name, program, source;
  std::string published;     ///< allowed, forbidden or race, by the source
  std::string expected;      ///< the same, by scoped RC11
  std::string undecided;     ///< why the two differ; empty where they agree
  std::string graphs;        ///< answer of the execution graphs
  std::string views;         ///< answer of the view machine; "bracket" where seq_cst leaves it open
  std::size_t explored = 0;  ///< graphs and states
  double milliseconds = 0;
  std::string wrong = {};  ///< in words; empty: all is as the line says
};

/// Answers every line. Throws InputError for a table or a program that cannot be read.
std::vector<ScopeAnswer> run_scope_exam(const std::string& path, std::size_t budget = 1'000'000);

}  // namespace touchstone::explore
