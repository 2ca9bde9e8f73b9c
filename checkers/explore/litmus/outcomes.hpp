// checkers/explore/litmus/outcomes.hpp
// Purpose   The final states of a litmus program under a memory model, and the answer to its
//           question: by execution graphs, and by the memory machines.
// Samples   Nothing: everything the model allows is visited.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checkers/explore/axioms/drawing.hpp"
#include "checkers/explore/axioms/search.hpp"
#include "checkers/explore/litmus/observation.hpp"

namespace touchstone::explore {

struct LitmusReport {
  std::vector<std::string> names;
  std::map<Outcome, std::size_t> outcomes;  ///< with the number of executions of each
  SearchResult search;
  std::vector<std::string> races;         ///< one line each, with both sites
  std::optional<bool> answer;             ///< to the question of the program, if it has one
  std::size_t satisfying = 0;             ///< executions for which its formula holds
  std::map<Outcome, Execution> examples;  ///< one execution of each outcome, on request
  std::set<Outcome> satisfied;            ///< outcomes of executions for which the formula holds
  std::optional<Execution> deadlock;      ///< an example, on request
  DrawingNames drawing;
};

/// Outcomes by execution graphs (axioms/search.hpp).
LitmusReport outcomes_of(const LitmusProgram& program, const SearchOptions& options,
                         bool examples = false);

enum class Machine : std::uint8_t { sc, tso_x86, views_strong, views_weak };

struct MachineReport {
  bool exhausted = true;  ///< false: the budget ended the exploration, nothing is proved
  std::vector<std::string> names;
  std::set<Outcome> outcomes;
  std::set<Outcome> satisfying;  ///< those of final states where the formula holds
  std::size_t states = 0;
  std::size_t deadlocks = 0;
  std::set<std::string> races;  ///< views only: locations of the first race of some run
  double bytes_per_state = 0;
};

/// Outcomes by exploring all states of a memory machine.
MachineReport machine_outcomes(const LitmusProgram& program, Machine machine,
                               std::size_t state_budget);

}  // namespace touchstone::explore
