// models/disks/start.hpp
// Purpose   Starts of runs: boxes of a given packing fraction and shape, lattice starts at any
//           density that fits, random starts compressed as in the paper, random dilute starts.
// Source    Anderson et al., J. Comput. Phys. 254, 27 (2013), section 4: "a randomly generated
//           configuration at low density ... quickly compressed to the target"; box shapes as
//           written in validation/data/hard_disk_eos.csv.
// Samples   No equilibrium distribution: runs must equilibrate. Exact independent equilibrium
//           states of few disks and of hard rods are in direct_sampling.hpp.
// Cost      O(N) time and memory; the lattice search adds O(sqrt N), O(N^2) below 1024 disks.
// Not here  Direct sampling (direct_sampling.hpp), cell systems (plane_cells.hpp).
#pragma once
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <string>

#include "models/disks/close_packing.hpp"
#include "models/disks/configuration.hpp"

namespace touchstone::disks {

/// Shape of a box, width : height; only the ratio matters.
struct Aspect {
  double width = 1;
  double height = 1;
};

inline constexpr Aspect kSquare{1, 1};                                ///< "(1 : 1)"
inline constexpr Aspect kHexagonal{1, std::numbers::sqrt3 / 2};       ///< "(1 : sqrt3/2)"
inline constexpr Aspect kHexagonal72{9, 4 * std::numbers::sqrt3};     ///< "(9 : 8 sqrt3/2)"
inline constexpr Aspect kHexagonal870{29, 15 * std::numbers::sqrt3};  ///< "(29 : 30 sqrt3/2)"

/// Reads a shape as the literature's data files write it: "(1 : 1)", "(9 : 8 sqrt3/2)",
/// "(1 : \sqrt{3} / 2)"; each side is a number, sqrt3, or their product, over a number. Blanks,
/// parentheses, backslashes and braces do not matter. Throws InputError.
Aspect parse_aspect(const std::string& text);

/// The box in which `disks` disks have the packing fraction pi N / (4 V). Throws InputError for no
/// disks, or a packing fraction or aspect that is not positive.
Box box_for(std::size_t disks, double packing_fraction, Aspect aspect = kSquare);

/// N disks on a periodic lattice of rows, with evenly spread vacancies when N does not fill it;
/// of all row numbers and staggers the one with the largest smallest distance. Throws InputError
/// when the density exceeds close packing or no such lattice keeps N disks apart in this box.
Configuration hexagonal_start(std::size_t disks, double packing_fraction, Aspect aspect = kSquare);

/// The largest packing fraction that random_start accepts; random sequential insertion jams at
/// 0.547 and slows down long before.
inline constexpr double kRandomLimit = 0.5;

/// Random sequential insertion: disks are placed one by one, uniformly where they fit (not an
/// equilibrium sample). Throws InputError above kRandomLimit.
Configuration random_start(std::size_t disks, double packing_fraction, Aspect aspect,
                           std::uint64_t seed);

/// Packing fraction of the random configuration that compressed_start compresses.
inline constexpr double kCompressionFrom = 0.3;
/// Relaxation steps after which compressed_start gives up.
inline constexpr int kCompressionSteps = 20000;

/// A random start at packing fraction 0.3, shrunk to the target box, after which overlapping disks
/// push each other apart (damped descent of the sum of squared overlaps) until the smallest
/// distance exceeds 1 + 2e-6. The result depends on the arguments alone. Throws InputError when
/// kCompressionSteps steps do not suffice: packing fractions up to about 0.8 can be reached.
Configuration compressed_start(std::size_t disks, double packing_fraction, Aspect aspect,
                               std::uint64_t seed);

}  // namespace touchstone::disks
