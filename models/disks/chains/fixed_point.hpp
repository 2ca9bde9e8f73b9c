// models/disks/chains/fixed_point.hpp
// Purpose   Hard disks with fixed-point coordinates, the state of all event chains: positions wrap
//           by themselves, sums are exact, and the liftings of every algorithm, schedule and thread
//           count can be compared bit for bit. Doubles occur only in input and output.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           section 2: contact separation b = sqrt(d^2 - dy^2), times of flight along +x.
// Computes  A fixed-point coordinate counts units of 2^-32 of a side. Disks touch or are apart when
//             p dx^2 + q dy^2 >= c,      p : q : c = width^2 : height^2 : diameter^2 2^64
//           in integers, and the contact separation is the least b that satisfies it. So a
//           state that is legal for motion along x is legal for motion along y, exactly.
// Cost      One square root per separation.
// Not here  Graphs (constraint_graph.hpp), legs (chain_leg.hpp).
//
// Resolution: one tick is 5e-8 diameters for 256^2 disks, 8e-7 of their mean free path; the shape
// of the box is rounded by at most 2^-31 (longer : shorter)^2, nothing for a square.
#pragma once
#include <cstdint>
#include <vector>

#include "models/disks/configuration.hpp"

namespace touchstone::disks {

using FixedCoordinate = std::uint32_t;  ///< a coordinate, or a difference of two, modulo the side
using Ticks = std::int64_t;             ///< a length along the motion or, at speed 1, a time
using DiskIndex = std::uint32_t;        ///< number of a disk, from 0

inline constexpr Ticks kTicksPerSide = Ticks{1} << 32;  ///< width of the box, in ticks
inline constexpr Ticks kNoPair = -1;          ///< contact separation of disks that never touch
inline constexpr double kLongestAspect = 16;  ///< largest ratio of the sides of a box

/// Place of j across the motion of i: y_j - y_i in (-d, -d/2], (-d/2, d/2), [d/2, d). Exactly d/2
/// belongs to the outer lanes, so that the lane of i seen from j is the mirror image.
enum class Lane : int { none = -1, below = 0, middle = 1, above = 2 };

/// Condition for two disks of diameter 1 to touch in a box, for motion along x.
class FixedMetric {
 public:
  /// Throws InputError for sides below two diameters or further apart than kLongestAspect.
  explicit FixedMetric(const Box& box);

  /// Distance of centres along the motion at contact, in ticks, for y_j - y_i = `across` by the
  /// nearest image; at least 1; kNoPair when the disks pass each other.
  Ticks separation(FixedCoordinate across) const;
  Lane lane(FixedCoordinate across) const;
  /// Whether disks overlap, by the nearest image in both directions.
  bool overlap(FixedCoordinate along, FixedCoordinate across) const;
  /// Metric for motion along y of the same box.
  FixedMetric transposed() const;

 private:
  __extension__ typedef unsigned __int128 Wide;
  FixedMetric() = default;
  static Wide square(FixedCoordinate difference);

  Wide along_ = 0;     ///< p
  Wide across_ = 0;    ///< q
  Wide diameter_ = 0;  ///< c
};

/// Disks of diameter 1 with fixed-point coordinates.
struct FixedConfiguration {
  Box box;  ///< in diameters
  std::vector<FixedCoordinate> x;
  std::vector<FixedCoordinate> y;

  std::size_t size() const { return x.size(); }
  bool operator==(const FixedConfiguration& other) const {
    return box.width == other.box.width && box.height == other.box.height && x == other.x &&
           y == other.y;
  }
};

/// Forward distance x_j - x_i in [0, kTicksPerSide).
inline Ticks ahead(FixedCoordinate x_i, FixedCoordinate x_j) {
  return static_cast<FixedCoordinate>(x_j - x_i);
}

/// Rounds to the nearest fixed-point coordinate, which moves disks by half a tick. Throws
/// InputError for centres outside the box. Overlaps are not looked for (require_apart).
FixedConfiguration in_fixed_point(const Configuration& configuration);
/// in_fixed_point(in_diameters(c)) == c.
Configuration in_diameters(const FixedConfiguration& configuration);

/// x and y exchanged: a leg along +y is a leg along +x of this.
FixedConfiguration transposed(const FixedConfiguration& configuration);
/// x to -x: a leg backwards in time is a leg along +x of this.
FixedConfiguration mirrored(const FixedConfiguration& configuration);

/// Throws InputError when there are no disks, their density exceeds close packing, or two overlap
/// (which two, and their distance). O(N).
void require_apart(const FixedConfiguration& configuration);

}  // namespace touchstone::disks
