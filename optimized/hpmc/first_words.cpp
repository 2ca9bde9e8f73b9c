#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/hpmc/first_words.cpp"
// clang-format off: the choice of targets must come before any header of Highway
#include "models/core/vector_targets.hpp"
// clang-format on
#include <hwy/foreach_target.h>  // compiles this file once per target
#include <hwy/highway.h>

#include "optimized/core/philox_lanes-inl.hpp"
#include "optimized/hpmc/first_words.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {

void draw(const Philox& random, std::uint64_t sweep, const std::uint32_t* tags, std::size_t count,
          FirstWords& words) {
  const hn::ScalableTag<std::uint32_t> d;
  const PhiloxLanes lanes(random.key(),
                          {0, 0, static_cast<std::uint32_t>(sweep),
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

HWY_EXPORT(draw);

void draw_first_words(const Philox& random, std::uint64_t sweep, const std::uint32_t* tags,
                      std::size_t count, FirstWords& words) {
  HWY_DYNAMIC_DISPATCH(draw)(random, sweep, tags, count, words);
}

}  // namespace touchstone::optimized
#endif
