// checkers/explore/sampling/path.hpp
// Purpose   One run of a system, step by step, without a graph of all its states.
#pragma once
#include <string>

#include "checkers/explore/sampling/any_system.hpp"

namespace touchstone::explore {

struct Path {
  std::vector<StateWords> states;  ///< from the first one on
  std::vector<Step> steps;         ///< steps[i] leads from states[i] to states[i + 1]
  std::string word;                ///< the same as text: graph/word.hpp

  const StateWords& end() const { return states.back(); }
  std::size_t context_switches() const;
};

/// The run that a word stands for. Throws InputError naming the place in the text, what was
/// expected there and what was found.
Path replayed(const AnySystem& system, const std::string& word);

/// Number of alternatives of a thread among these options.
std::size_t alternatives(const std::vector<Option>& options, unsigned thread);

}  // namespace touchstone::explore
