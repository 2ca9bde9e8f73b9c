#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/hpmc/tree/move_words.cpp"
// clang-format off: the choice of targets must come before any header of Highway
#include "models/core/vector_targets.hpp"
// clang-format on
#include <hwy/foreach_target.h>  // compiles this file once per target
#include <hwy/highway.h>

#include "optimized/core/philox_lanes-inl.hpp"
#include "optimized/hpmc/tree/move_words.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {

void draw(const Philox& random, std::uint64_t sweep, std::uint32_t block, const std::uint32_t* tags,
          std::size_t count, MoveWords& words) {
  const hn::ScalableTag<std::uint32_t> d;
  const PhiloxLanes lanes(random.key(),
                          {block, 0, static_cast<std::uint32_t>(sweep),
                           static_cast<std::uint32_t>(Purpose::shape_move) << 24 |
                               (static_cast<std::uint32_t>(sweep >> 32) & 0x00FFFFFFu)});
  for (std::size_t k = 0; k < count; k += hn::Lanes(d)) {
    const Words four = lanes(hn::LoadU(d, tags + k));
    for (int w = 0; w < 4; ++w) hn::StoreU(four.word[w], d, words.word[w] + k);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace touchstone::optimized
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace touchstone::optimized {
namespace {

/// Whether a point is taken, as draw_trial() decides.
bool point_is_taken(const PhiloxBlock& words, const shapes::MoveLaw& law) {
  const shapes::Vec3 v{shapes::symmetric_number(words[1]), shapes::symmetric_number(words[2]),
                       law.plane ? 0.0 : shapes::symmetric_number(words[3])};
  // A number, not two branches.
  return static_cast<int>(norm2(v) < 1) +
             static_cast<int>(law.plane) * static_cast<int>(words[0] >= law.threshold) >
         0;
}

}  // namespace

HWY_EXPORT(draw);

void draw_move_words(const Philox& random, std::uint64_t sweep, const shapes::MoveLaw& law,
                     const std::uint32_t* tags, std::size_t count, MoveWords& words) {
  const auto draw_block = HWY_DYNAMIC_DISPATCH(draw);
  draw_block(random, sweep, 0, tags, count, words);
  std::uint32_t again[kPrepared];
  std::size_t left = 0;
  for (std::size_t k = 0; k < count; ++k) {  // no branches: as many are taken as not
    again[left] = static_cast<std::uint32_t>(k);
    left += point_is_taken(words.of(k), law) ? 0 : 1;
  }
  alignas(64) std::uint32_t tags_again[kPrepared] = {};
  MoveWords drawn;
  for (std::uint32_t block = 1; left > 0; ++block) {
    for (std::size_t i = 0; i < left; ++i) tags_again[i] = tags[again[i]];
    draw_block(random, sweep, block, tags_again, left, drawn);
    std::size_t still = 0;
    for (std::size_t i = 0; i < left; ++i) {
      const std::uint32_t k = again[i];
      for (int w = 1; w < 4; ++w) words.word[w][k] = drawn.word[w][i];
      again[still] = k;
      still += point_is_taken(words.of(k), law) ? 0 : 1;
    }
    left = still;
  }
}

}  // namespace touchstone::optimized
#endif
