// validation/own_point.hpp
// Purpose   A state point that the user names on the command line, where no experiment measures it:
//           planned by a family, run as any experiment.
// Not here  The points of a family (experiments/<family>/own_*.hpp), running (session.hpp).
#pragma once
#include <string>

#include "validation/experiment.hpp"

namespace touchstone::validation {

struct OwnPoint {
  std::string options;    ///< options that measure it again, but for scheme and seed
  Experiment experiment;  ///< the measurements, of the chosen schemes alone
};

}  // namespace touchstone::validation
