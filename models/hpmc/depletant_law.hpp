// models/hpmc/depletant_law.hpp
// Purpose   Which depletants a trial meets: how many, where and how turned, so that every scheme
//           that makes the same trial meets the same ones.
// Source    J. Glaser, A. S. Karas, S. C. Glotzer, J. Chem. Phys. 143, 184110 (2015), section II,
//           without retries.
// Law       Their number is Poisson of mean z V_s, V_s the ball of radius R_i + R_depletant (a disk
//           in the plane) around the centre that the moved body would have: u of block kFirst of
//           the stream (shape_move, sweep, tag), by inversion. Depletant k has the 256 blocks from
//           kFirst + 1 + 256 k on: the first whose point of the cube (-1, 1)^3 is in the unit ball
//           gives its place, the last one its orientation (K. Shoemake, Graphics Gems III (1992)).
// Not here  Whether one rejects the trial (reference/hpmc, optimized/hpmc).
#pragma once
#include <cmath>
#include <numbers>

#include "models/hpmc/move.hpp"

namespace touchstone::shapes {

/// Blocks from here on are not used by draw_trial(), nor is kSpringBlock by depletants.
inline constexpr std::uint32_t kFirstDepletantBlock = 0x80000000u;
inline constexpr double kMostDepletants = 500;  ///< on the mean: exp(-mean) is far from underflow

inline double ball_volume(double radius, bool plane) {
  return plane ? std::numbers::pi * radius * radius
               : 4.0 / 3.0 * std::numbers::pi * radius * radius * radius;
}

/// Number in [0, 1), from two words.
inline double unit_number(std::uint32_t high, std::uint32_t low) {
  return static_cast<double>((std::uint64_t{high} << 32 | low) >> 11) * 0x1p-53;
}

/// A Poisson number by inversion of u in [0, 1).
inline int poisson(double mean, double u) {
  double term = std::exp(-mean), sum = term;
  int n = 0;
  for (; u >= sum && term > 0; sum += term) term *= mean / ++n;
  return n;
}

inline int draw_number_of_depletants(const PhiloxStream& stream, double mean) {
  const PhiloxBlock words = stream.block(kFirstDepletantBlock);
  return poisson(mean, unit_number(words[0], words[1]));
}

/// Relative to the centre of the moved body, uniform in a ball (a disk) of this radius.
inline Vec3 draw_depletant_place(const PhiloxStream& stream, int k, double radius, bool plane) {
  const std::uint32_t first = kFirstDepletantBlock + 1 + 256 * static_cast<std::uint32_t>(k);
  for (std::uint32_t next = 0;; ++next) {
    const PhiloxBlock words = stream.block(first + next);
    const Vec3 v{symmetric_number(words[0]), symmetric_number(words[1]),
                 plane ? 0.0 : symmetric_number(words[2])};
    if (norm2(v) < 1) return radius * v;
  }
}

/// Uniform; about z in the plane.
inline Orientation draw_depletant_turn(const PhiloxStream& stream, int k, bool plane) {
  constexpr double kTurn = 2 * std::numbers::pi;
  const PhiloxBlock words =
      stream.block(kFirstDepletantBlock + 256 + 256 * static_cast<std::uint32_t>(k));
  const double angle = kTurn * (words[0] + 0.5) * 0x1p-32;
  if (plane) return turned_by(angle);
  const double share = (words[1] + 0.5) * 0x1p-32, other = kTurn * (words[2] + 0.5) * 0x1p-32;
  const double a = std::sqrt(1 - share), b = std::sqrt(share);
  return {b * std::cos(other), a * std::sin(angle), a * std::cos(angle), b * std::sin(other)};
}

}  // namespace touchstone::shapes
