// optimized/cmc/orbits/lfsr113_lanes-inl.hpp
// Purpose   Lfsr113 in vector lanes: one generator per lane.
// Source    models/cmc/lfsr113.hpp.
// Computes  The same numbers as that, lane by lane.
// Cost      About 25 operations for a number in each lane.
// Compiled once per instruction set: include inside foreach_target code only.
#if defined(TOUCHSTONE_CMC_LFSR113_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef TOUCHSTONE_CMC_LFSR113_LANES_INL_HPP
#undef TOUCHSTONE_CMC_LFSR113_LANES_INL_HPP
#else
#define TOUCHSTONE_CMC_LFSR113_LANES_INL_HPP
#endif

// clang-format off: the choice of targets must come before any header of Highway
#include "models/core/vector_targets.hpp"
// clang-format on
#include <hwy/highway.h>

#include <cstdint>

#include "optimized/cmc/orbits/draw_lanes.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Generators, as many as D has lanes.
template <class D>
struct LaneGenerators {
  using DU = hn::RebindToUnsigned<D>;
  using DU32 = hn::Rebind<std::uint32_t, D>;
  using VD = hn::Vec<D>;
  using VU32 = hn::Vec<DU32>;

  VU32 z0, z1, z2, z3;

  template <int kLeft, int kInner, int kRight>
  static HWY_INLINE VU32 step(VU32 z, std::uint32_t mask) {
    const VU32 kept = hn::And(z, hn::Set(DU32(), mask));
    const VU32 mixed = hn::Xor(hn::ShiftLeft<kInner>(z), z);
    return hn::Xor(hn::ShiftLeft<kLeft>(kept), hn::ShiftRight<kRight>(mixed));
  }
  HWY_INLINE void next() {
    z0 = step<18, 6, 13>(z0, 0xFFFFFFFE);
    z1 = step<2, 2, 27>(z1, 0xFFFFFFF8);
    z2 = step<7, 13, 21>(z2, 0xFFFFFFF0);
    z3 = step<13, 3, 12>(z3, 0xFFFFFF80);
  }
  /// 2^-32 times integers, exactly: behind the exponent of 2^52 they are a double's last bits.
  HWY_INLINE VD uniform() {
    next();
    const VU32 bits = hn::Xor(hn::Xor(z0, z1), hn::Xor(z2, z3));
    const auto wide = hn::Or(hn::PromoteTo(DU(), bits), hn::Set(DU(), 0x4330000000000000u));
    const D d;
    return hn::Mul(hn::Set(d, 0x1p-32), hn::Sub(hn::BitCast(d, wide), hn::Set(d, 0x1p52)));
  }
  /// Only these lanes have drawn a number; the others are as they were.
  HWY_INLINE void keep(const LaneGenerators& before, hn::Mask<D> drawn) {
    const auto wide = hn::VecFromMask(DU(), hn::RebindMask(DU(), drawn));
    const auto mask = hn::MaskFromVec(hn::TruncateTo(DU32(), wide));
    z0 = hn::IfThenElse(mask, z0, before.z0);
    z1 = hn::IfThenElse(mask, z1, before.z1);
    z2 = hn::IfThenElse(mask, z2, before.z2);
    z3 = hn::IfThenElse(mask, z3, before.z3);
  }
  HWY_INLINE void load(const LaneTeam& team) {
    const DU32 d;
    z0 = hn::LoadU(d, team.state[0].data());
    z1 = hn::LoadU(d, team.state[1].data());
    z2 = hn::LoadU(d, team.state[2].data());
    z3 = hn::LoadU(d, team.state[3].data());
  }
  HWY_INLINE void store(LaneTeam& team) const {
    const DU32 d;
    hn::StoreU(z0, d, team.state[0].data());
    hn::StoreU(z1, d, team.state[1].data());
    hn::StoreU(z2, d, team.state[2].data());
    hn::StoreU(z3, d, team.state[3].data());
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace touchstone::optimized
HWY_AFTER_NAMESPACE();

#endif  // per target
