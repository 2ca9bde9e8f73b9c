// checkers/explore/event_chain/mutants.hpp
// Purpose   Variants of Algorithm 5, each with what must become of it: killed by some configuration
//           (a wrong final configuration or a state from which no end can be reached), or a written
//           argument why it samples the same.
// Source    Li et al. 2021, Remarks 9 (compare-and-swap), 10 (lock-free), 12 (order of 15 and 16).
#pragma once
#include <string>
#include <vector>

#include "checkers/explore/event_chain/program.hpp"

namespace touchstone::explore {

struct ChainMutant {
  std::string name;         ///< "15<->16", "no horizon test", ...
  std::string description;  ///< the change, in words
  Program program;
  std::string equivalence;             ///< empty: it is wrong, and must be killed
  std::vector<std::string> killed_by;  ///< the standard suites that must kill it
  bool must_be_killed_by(const std::string& suite) const;
  bool survives() const { return !equivalence.empty(); }
};

/// The thirteen, in the order of the report.
const std::vector<ChainMutant>& chain_mutants();

/// Throws InputError with the nearest known name.
const ChainMutant& chain_mutant(const std::string& name);

}  // namespace touchstone::explore
