// validation/experiments/hpmc/published.hpp
// Purpose   Lines of validation/data/hpmc_pressures.csv, and the one that a measurement is held to.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "models/core/estimate.hpp"
#include "models/hpmc/published.hpp"

namespace touchstone::validation::hpmc {

struct PublishedShapes {
  Published value;     ///< value with one standard error
  std::string source;  ///< "who, where, N = ..., mode"
  double packing = 0;
  double further = 0;  ///< allowance of this suite beside the error, as a standard error
  std::string why = {};

  /// Allows 1 / N of the value: a periodic box of N bodies leaves out modes of a solid.
  void allow_missing_modes(std::size_t bodies);
};

using shapes::PublishedShapesLine;
/// All lines about a body.
std::vector<PublishedShapesLine> published_lines(const std::string& system);

/// Throws InputError unless there is exactly one line for these four, which name it.
PublishedShapes published_shapes(const std::string& source, const std::string& system,
                                 const std::string& quantity, const std::string& mode,
                                 double packing);

}  // namespace touchstone::validation::hpmc
