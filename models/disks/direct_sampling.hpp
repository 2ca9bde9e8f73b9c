// models/disks/direct_sampling.hpp
// Purpose   Exact, independent equilibrium states: few disks by rejection, hard rods by their gaps.
//           They need no equilibration and no autocorrelation time.
// Source    W. Krauth, Statistical Mechanics: Algorithms and Computations (2006), section 2.1.2;
//           rods: Tonks, Phys. Rev. 50, 955 (1936): the gaps are uniform on a simplex.
// Samples   Uniformly, all non-overlapping configurations, except that coordinates of disks are
//           multiples of 2^-32 of the side (a relative error of about 1e-9 in probabilities).
// Cost      One trial needs at most N / 2 random blocks; measured on one core: several 1e7 trials/s
//           for 2 to 4 disks. The acceptance falls exponentially with the number of disks.
// Not here  Pressures by pinned disks (reference/mpmc/direct_sampling.hpp), closed forms
//           (exact_cases.hpp).
#pragma once
#include <cstdint>
#include <vector>

#include "models/core/random/philox.hpp"
#include "models/disks/configuration.hpp"

namespace touchstone::disks {

enum class Walls { periodic, hard };

/// Draws independent configurations of N disks in a box with sides in diameters.
class DirectSampler {
 public:
  /// With hard walls, centres keep half a diameter from each wall. Throws InputError for no disks,
  /// a periodic box narrower than one diameter, or a walled box that holds no disk.
  DirectSampler(std::size_t disks, Box box, Walls walls = Walls::periodic);

  /// Places N disks at random; false as soon as two overlap (`centres` is then incomplete).
  bool trial(PhiloxStream& stream, std::vector<Vec<double>>& centres) const {
    centres.resize(disks_);
    for (std::size_t i = 0; i < disks_; ++i) {
      // Even multiples are symmetric about the middle; x stays below the side.
      const Vec<double> p{low_ + free_.x * (stream.next() + 0.5) * 0x1p-32,
                          low_ + free_.y * (stream.next() + 0.5) * 0x1p-32};
      centres[i] = p;
      for (std::size_t j = 0; j < i; ++j)
        if (distance2(centres[j], p) < 1) return false;
    }
    return true;
  }

  /// Repeats trials until one is accepted; returns their number. Throws InputError after
  /// `most` trials: the box is too full for direct sampling.
  std::uint64_t sample(PhiloxStream& stream, Configuration& c,
                       std::uint64_t most = 1000000000) const;

  const Box& box() const { return box_; }

 private:
  double distance2(Vec<double> a, Vec<double> b) const {
    if (walls_ == Walls::periodic) return box_.distance2(a, b);
    const Vec<double> d = b - a;
    return d.x * d.x + d.y * d.y;
  }

  std::size_t disks_;
  Box box_;
  Walls walls_;
  double low_ = 0;
  Vec<double> free_;
};

/// N disks on a torus with side L = 1 / d in units of the diameter, d being the diameter in units
/// of the side as exact results are quoted.
Configuration direct_sample_torus(std::size_t disks, double diameter_over_side,
                                  PhiloxStream& stream);

/// Left ends of N rods of length 1 on a ring, sorted, in [0, length): an independent sample of
/// all rods that do not overlap, at any density, in O(N log N). Throws InputError unless
/// N >= 1 and length >= N.
std::vector<double> rods_start(std::size_t rods, double length, PhiloxStream& stream);

}  // namespace touchstone::disks
