// models/hpmc/published.hpp
// Purpose   Published pressures of hard bodies, as values that a measurement can be judged against.
// Source    validation/data/hpmc_pressures.csv.
// Computes  beta P / rho and one standard error ("2 SEM" is halved). Pressures P* of space are
//           beta P v0, v0 the volume of a body; others have the units of the named body.
// Not here  Disks of hard_disk_eos.csv (models/disks/published.hpp).
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "models/core/estimate.hpp"

namespace touchstone::shapes {

/// A line of the file.
struct PublishedShapesLine {
  std::string author;
  std::string quantity;  ///< "Z", "P*", "P", "F/NkT"
  std::string mode;
  double packing;
  double bodies;       ///< infinite where the value is a limit
  Published value;     ///< with one standard error
  std::string source;  ///< "who, where, N = ..., mode"
};
/// All lines about a named body (bodies/named.hpp). Throws InputError for a file that is none.
std::vector<PublishedShapesLine> published_lines(const std::string& file,
                                                 const std::string& system);

/// A published beta P / rho.
struct PublishedCompressibility {
  double packing;
  double bodies;  ///< infinite where the value is a limit
  Published value;
  std::string source;
};
/// All pressures of a named body.
std::vector<PublishedCompressibility> published_compressibilities(const std::string& file,
                                                                  const std::string& system);

/// The most precise one of so many bodies at just this packing fraction (to 1e-6).
std::optional<PublishedCompressibility> most_precise(
    const std::vector<PublishedCompressibility>& all, std::size_t bodies, double packing);

/// Number, packing fraction, value and source of the one with the nearest packing fraction, on one
/// line; empty without any.
std::string nearest(const std::vector<PublishedCompressibility>& all, std::size_t bodies,
                    double packing);

}  // namespace touchstone::shapes
