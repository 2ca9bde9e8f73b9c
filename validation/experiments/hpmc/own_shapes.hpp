// validation/experiments/hpmc/own_shapes.hpp
// Purpose   A state point of hard bodies that the user names: beta P / rho by the schemes he names,
//           beside the serial oracle and, where there is one, the published value.
// Not here  Starts (own_bodies.hpp), effort (shape_effort.hpp), verdicts (validation/own_rows.hpp).
#pragma once
#include <cstdint>
#include <string>

#include "validation/own_point.hpp"

namespace touchstone::validation::hpmc {

/// Options of the command line, as they were typed.
struct OwnShapes {
  std::int64_t shapes = 0;
  std::string body = {};  ///< name, or a file with the body (own_bodies.hpp)
  double packing = 0;
  double error = 0.005;      ///< wanted standard error of the pressure, a part of it
  std::string schemes = {};  ///< names and patterns between commas; empty: one that is no oracle
};

/// Throws InputError for a body or point that does not exist. Planning its measurements throws for
/// an unknown scheme, or a named one that cannot run the point.
OwnPoint own_point(const OwnShapes& wanted);

}  // namespace touchstone::validation::hpmc
