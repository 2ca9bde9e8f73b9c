// optimized/hpmc/tree/move_words.hpp
// Purpose   The random words of many trial moves at once, in vector lanes.
// Source    The law of models/hpmc/move.hpp: a point outside the unit ball is drawn again.
// Cost      Of a block for each lane 10 to 15 instructions, against 100 of a block drawn alone; a
//           trial move of the space takes 1.91 blocks, one of the plane 1.27, a rotation there 1.
#pragma once
#include <cstddef>
#include <cstdint>

#include "models/core/random/philox.hpp"
#include "models/hpmc/move.hpp"

namespace touchstone::optimized {

/// Number of trial moves that are prepared at a time.
inline constexpr std::size_t kPrepared = 256;

struct MoveWords {
  alignas(64) std::uint32_t word[4][kPrepared];

  PhiloxBlock of(std::size_t k) const { return {word[0][k], word[1][k], word[2][k], word[3][k]}; }
};

/// Draws from the streams (shape_move, sweep, tags[k]) for k < count <= kPrepared: word 0 of block
/// 0, which chooses the kind of move, and words 1 to 3 of the first block whose point is taken.
/// draw_trial() makes of them what it makes of block 0. `tags` has room for kPrepared numbers, the
/// rest of which is read.
void draw_move_words(const Philox& random, std::uint64_t sweep, const shapes::MoveLaw& law,
                     const std::uint32_t* tags, std::size_t count, MoveWords& words);

}  // namespace touchstone::optimized
