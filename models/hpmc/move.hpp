// models/hpmc/move.hpp
// Purpose   The law of trial moves of single bodies: what is drawn, and from which random words, so
//           that every scheme that moves body `tag` in sweep `sweep` makes the same trial.
// Source    Anderson, Irrgang, Glotzer, Comput. Phys. Commun. 204, 21 (2016), section 2.1.
// Law       Block k of the stream (shape_move, sweep, tag). Word 0 of block 0 chooses translation
//           (with the given share) or rotation. Words 1, 2, 3 of a block are a point of the cube
//           (-1, 1)^3 (words 1, 2 of the square in the plane); the first block whose point is
//           inside the unit ball gives v. A translation is d v. A rotation is the unit quaternion
//           along (1, t v) from the left, t = tan(a / 2): its angle is 2 atan(t |v|) <= a, about an
//           axis of any direction; in the plane (1, 0, 0, t x) with the first coordinate x alone.
//           All points are odd multiples of 2^-32, so that v and -v are drawn equally often and the
//           proposal is exactly symmetric.
#pragma once
#include <cmath>
#include <cstdint>

#include "models/core/random/philox.hpp"
#include "models/hpmc/configuration.hpp"

namespace touchstone::shapes {

struct MoveLaw {
  double displacement = 0;      ///< radius of the ball or disk of translations
  double tangent = 0;           ///< tangent of half the largest angle
  std::uint64_t threshold = 0;  ///< word 0 below it: translation; 2^32: always
  bool plane = false;
};

struct Trial {
  bool rotation = false;
  Vec3 step = {};         ///< displacement, for translations
  Orientation turn = {};  ///< for rotations: the new orientation is normalised(turn * old)
};

/// Number in (-1, 1), symmetric about 0.
TOUCHSTONE_HD constexpr double symmetric_number(std::uint32_t word) {
  return (static_cast<double>(static_cast<std::int32_t>(word)) + 0.5) * 0x1p-31;
}

/// Draws a trial, with block 0 of the stream given.
TOUCHSTONE_HD inline Trial draw_trial(const PhiloxStream& stream, PhiloxBlock words,
                                      const MoveLaw& law) {
  const bool rotation = words[0] >= law.threshold;
  if (rotation && law.plane)
    return {true, {}, normalised(Orientation{1, 0, 0, law.tangent * symmetric_number(words[1])})};
  for (std::uint32_t next = 1;; ++next) {
    const Vec3 v{symmetric_number(words[1]), symmetric_number(words[2]),
                 law.plane ? 0.0 : symmetric_number(words[3])};
    if (norm2(v) < 1) {
      if (!rotation) return {false, law.displacement * v, {}};
      return {true,
              {},
              normalised(Orientation{1, law.tangent * v.x, law.tangent * v.y, law.tangent * v.z})};
    }
    words = stream.block(next);
  }
}

TOUCHSTONE_HD inline Trial draw_trial(const Philox& random, std::uint64_t sweep, std::uint32_t tag,
                                      const MoveLaw& law) {
  const PhiloxStream stream = random.stream(Purpose::shape_move, sweep, tag);
  return draw_trial(stream, stream.block(0), law);
}

/// Whether a step goes through the bodies in reverse; drawn once for each step and domain.
TOUCHSTONE_HD inline bool reverse_order(const Philox& random, std::uint64_t step,
                                        std::uint32_t domain) {
  return random.stream(Purpose::shape_order, step, domain).next() >> 31 != 0;
}

}  // namespace touchstone::shapes
