// optimized/core/philox_lanes-inl.hpp
// Purpose   Philox4x32-10 for a vector of streams that differ only in their entity: the words of
//           PhiloxStream::block() in every lane, bit for bit.
// Source    Salmon et al. 2011. Counter words 0, 2 and 3 are the same in all lanes, so half of the
//           first three rounds is scalar and is done once per sub-sweep.
// Cost      Per block of four words: 30 multiplications 32 x 32 -> 64 per pair of half vectors,
//           against 40 for the plain form.
// Compiled once per instruction set: include inside foreach_target code only.
#if defined(TOUCHSTONE_PHILOX_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef TOUCHSTONE_PHILOX_LANES_INL_HPP
#undef TOUCHSTONE_PHILOX_LANES_INL_HPP
#else
#define TOUCHSTONE_PHILOX_LANES_INL_HPP
#endif

// clang-format off: the choice of targets must come before any header of Highway
#include "models/core/vector_targets.hpp"
// clang-format on
#include <hwy/highway.h>

#include "models/core/random/philox.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D32 = hn::ScalableTag<std::uint32_t>;
using D64 = hn::Repartition<std::uint64_t, D32>;
using V32 = hn::Vec<D32>;
using V64 = hn::Vec<D64>;

struct Words {
  V32 word[4];
};

/// The lane-independent part of block `index`.
class PhiloxLanes {
 public:
  PhiloxLanes(PhiloxKey key, PhiloxBlock counter) {
    for (int round = 0; round < kPhiloxRounds; ++round) {
      key_[round][0] = key[0];
      key_[round][1] = key[1];
      key = {key[0] + kPhiloxW0, key[1] + kPhiloxW1};
    }
    const auto high = [](std::uint64_t p) { return static_cast<std::uint32_t>(p >> 32); };
    const auto low = [](std::uint64_t p) { return static_cast<std::uint32_t>(p); };
    // Round 1: only word 0 depends on the entity (counter[1]).
    std::uint64_t p0 = std::uint64_t{kPhiloxM0} * counter[0];
    std::uint64_t p1 = std::uint64_t{kPhiloxM1} * counter[2];
    entity_xor_ = high(p1) ^ key_[0][0];
    const std::uint32_t c1 = low(p1);
    const std::uint32_t c2 = high(p0) ^ counter[3] ^ key_[0][1];
    const std::uint32_t c3 = low(p0);
    // Round 2: words 0 and 1 are scalars, 2 and 3 are vectors.
    p1 = std::uint64_t{kPhiloxM1} * c2;
    const std::uint32_t d0 = high(p1) ^ c1 ^ key_[1][0];
    const std::uint32_t d1 = low(p1);
    word2_xor_ = c3 ^ key_[1][1];
    // Round 3: word 3 is a scalar.
    p0 = std::uint64_t{kPhiloxM0} * d0;
    word0_xor_ = d1 ^ key_[2][0];
    word2_xor3_ = high(p0) ^ key_[2][1];
    word3_ = low(p0);
  }

  /// The four words of every entity.
  HWY_INLINE Words operator()(V32 entity) const {
    const D32 d;
    const D64 d64;
    const V64 odd_entity = hn::ShiftRight<32>(hn::BitCast(d64, entity));
    const Half even = rounds(hn::BitCast(d64, entity));
    const Half odd = rounds(odd_entity);
    Words result;
    for (int k = 0; k < 4; ++k)
      result.word[k] =
          hn::OddEven(hn::BitCast(d, hn::ShiftLeft<32>(odd.word[k])), hn::BitCast(d, even.word[k]));
    return result;
  }

 private:
  /// A word per 64-bit lane, in its low half; the high half is ignored.
  struct Half {
    V64 word[4];
  };

  static HWY_INLINE V64 times(V64 a, std::uint32_t m) {
    const D32 d;
    return hn::MulEven(hn::BitCast(d, a), hn::Set(d, m));
  }
  /// Copies a word to both halves of each lane: one broadcast load, and the high half is ignored
  /// anyway.
  static HWY_INLINE V64 splat(std::uint32_t a) { return hn::BitCast(D64(), hn::Set(D32(), a)); }

  /// The upper half in the lower one, by a shuffle: shifts and shuffles use different ports, and
  /// a round needs two of this kind.
  static HWY_INLINE V64 high(V64 p) {
    return hn::BitCast(D64(), hn::Shuffle2301(hn::BitCast(D32(), p)));
  }

  HWY_INLINE Half rounds(V64 entity) const {
    V64 p0 = times(hn::Xor(entity, splat(entity_xor_)), kPhiloxM0);  // round 2
    const V64 word2 = hn::Xor(hn::ShiftRight<32>(p0), splat(word2_xor_));
    const V64 word3 = p0;
    V64 p1 = times(word2, kPhiloxM1);  // round 3
    Half c{{hn::Xor(hn::ShiftRight<32>(p1), splat(word0_xor_)), p1,
            hn::Xor(word3, splat(word2_xor3_)), splat(word3_)}};
    HWY_UNROLL(7)
    for (int round = 3; round < kPhiloxRounds; ++round) {
      p0 = times(c.word[0], kPhiloxM0);
      p1 = times(c.word[2], kPhiloxM1);
      c = {{hn::Xor3(high(p1), c.word[1], splat(key_[round][0])), p1,
            hn::Xor3(hn::ShiftRight<32>(p0), c.word[3], splat(key_[round][1])), p0}};
    }
    return c;
  }

  std::uint32_t key_[kPhiloxRounds][2];
  std::uint32_t entity_xor_;
  std::uint32_t word2_xor_;
  std::uint32_t word0_xor_;
  std::uint32_t word2_xor3_;
  std::uint32_t word3_;
};

}  // namespace HWY_NAMESPACE
}  // namespace touchstone::optimized
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
