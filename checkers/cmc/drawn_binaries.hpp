// checkers/cmc/drawn_binaries.hpp
// Purpose   Numbers that are read off a start with binaries, for its law: of both the code that
//           ships and the second code that draws from the same law.
#pragma once
#include <cstddef>
#include <cstdint>

#include "checkers/starts/start_kind.hpp"
#include "models/cmc/binaries.hpp"

namespace touchstone::starts {

constexpr double kBinaryPart = 0.31;      ///< part of kStars: 15.5, so that rounding is seen
constexpr std::size_t kBinaries = 16;     ///< number of binaries
constexpr std::size_t kMiddleBinary = 7;  ///< one whose numbers are read
constexpr double kLowestBound = 1e-4;     ///< lower end of semi-major axes, or of periods
constexpr double kHighestBound = 1e-2;

/// Laws of binaries whose starts are compared. Masses are Salpeter's from 0.5 to 5.
enum class BinaryKind {
  axes,    ///< semi-major axes between the bounds, thermal
  periods  ///< periods between the bounds, circular
};

/// A start that the code that ships draws.
cluster::ClusterOfBinaries shipped_binaries(BinaryKind kind, std::uint64_t seed);

/// Numbers that are read off the stars, and masses, axes and eccentricities of the binaries.
/// `wrong` also where binaries are not as many as they must be, not in order, outside their bounds,
/// or do not have the mass of their star.
Drawn numbers_of(const cluster::ClusterOfBinaries& cluster, BinaryKind kind);

}  // namespace touchstone::starts
