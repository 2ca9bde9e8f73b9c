// validation/experiments/mpmc/own_disks.hpp
// Purpose   A state point of hard disks that the user names: the pressure by the schemes he names,
//           beside the serial oracle and, where there is one, the published value.
// Not here  What is measured there (own_rows.hpp), the command line (own_options.hpp), points
//           that are always run (small_anchors.cpp, large_anchors.cpp).
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include "validation/own_point.hpp"

namespace touchstone::validation::mpmc {

/// Options of the command line, as they were typed.
struct OwnDisks {
  std::int64_t disks = 0;
  double packing_fraction = 0;
  std::string aspect = "(1 : 1)";
  double error = 0.002;      ///< wanted standard error of the pressure, a part of it
  std::string schemes = {};  ///< names and patterns between commas; empty: the fastest
};

/// Throws InputError for a point that does not exist. Planning its
/// measurements throws for an unknown scheme, or a named one that cannot run the point.
OwnPoint own_point(const OwnDisks& wanted);

}  // namespace touchstone::validation::mpmc
