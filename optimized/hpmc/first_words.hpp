// optimized/hpmc/first_words.hpp
// Purpose   The first random words of many trial moves at once, in vector lanes.
#pragma once
#include <cstddef>
#include <cstdint>

#include "models/core/random/philox.hpp"

namespace touchstone::optimized {

/// How many trial moves are prepared at a time.
inline constexpr std::size_t kPrepared = 256;

struct FirstWords {
  alignas(64) std::uint32_t word[4][kPrepared];

  PhiloxBlock of(std::size_t k) const { return {word[0][k], word[1][k], word[2][k], word[3][k]}; }
};

/// Block 0 of the streams (shape_move, sweep, tags[k]) for k < count <= kPrepared; `tags` has room
/// for kPrepared numbers, the rest of which is read.
void draw_first_words(const Philox& random, std::uint64_t sweep, const std::uint32_t* tags,
                      std::size_t count, FirstWords& words);

}  // namespace touchstone::optimized
