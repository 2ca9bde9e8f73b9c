// checkers/explore/litmus/engine_faults.hpp
// Purpose   Mutants of the explorer itself: one rule of the execution-graph engine switched off,
//           and the litmus test whose outcomes must then be wrong. An engine whose rule nobody
//           misses would be an engine that nobody has tested.
#pragma once
#include <string>
#include <vector>

#include "checkers/explore/axioms/search.hpp"

namespace touchstone::explore {

struct EngineFault {
  std::string name;  ///< "no stale reads"
  bool Rules::*rule;
  Model model;
  std::string litmus;   ///< name of the test
  std::string program;  ///< in the one-line language
};

const std::vector<EngineFault>& engine_faults();

/// Whether the litmus test has other outcomes, or races, without the rule.
bool caught(const EngineFault& fault);

}  // namespace touchstone::explore
