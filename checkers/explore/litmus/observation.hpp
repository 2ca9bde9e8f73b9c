// checkers/explore/litmus/observation.hpp
// Purpose   Part of a final state that belongs to the outcome of a litmus program, and whether its
//           question holds there. The same for all engines.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "checkers/explore/litmus/program.hpp"

namespace touchstone::explore {

/// Values of the observed names, in the order of Observation::names().
using Outcome = std::vector<Value>;

/// A final state as an engine has it.
struct FinalState {
  std::function<Value(std::size_t thread, std::size_t index)> register_value;
  std::function<Value(std::size_t location)> memory_value;
};

class Observation {
 public:
  /// Throws InputError when the program asks about a name that does not exist.
  Observation(const LitmusProgram& program, const std::vector<std::string>& locations);

  /// r registers in order of appearance, then variables alphabetically.
  std::vector<std::string> names() const;
  Outcome outcome(const FinalState& state) const;
  /// The formula of the program's question; false when there is none.
  bool satisfied(const FinalState& state) const;

 private:
  Value value_of(const std::string& name, const FinalState& state) const;
  bool known(const std::string& name) const;

  const LitmusProgram& program_;
  const std::vector<std::string>& locations_;
  std::vector<std::size_t> variables_;
};

/// Answer to the question, from how many final states there are and in how many the formula holds.
bool answer(const Condition& condition, std::size_t final_states, std::size_t satisfying);

/// "r0=0 r1=1 x=1 y=1"
std::string to_text(const std::vector<std::string>& names, const Outcome& outcome);

}  // namespace touchstone::explore
