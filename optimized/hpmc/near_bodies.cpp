#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/hpmc/near_bodies.cpp"
// clang-format off: the choice of targets must come before any header of Highway
#include "models/core/vector_targets.hpp"
// clang-format on
#include <hwy/foreach_target.h>  // compiles this file once per target
#include <hwy/highway.h>

#include <algorithm>

#include "optimized/hpmc/near_bodies.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<float, kLeafCapacity>;
using DBox = hn::FixedTag<float, 4>;

/// Appends the places of one leaf that are near.
HWY_INLINE void look_at_leaf(const LeafPoints& points, std::uint32_t leaf, const NearQuery& query,
                             NearBodies& near) {
  const D d;
  const hn::RebindToUnsigned<D> du;
  const shapes::Vec3 from = query.r - points.origin;
  const auto x = hn::Set(d, static_cast<float>(from.x));
  const auto y = hn::Set(d, static_cast<float>(from.y));
  const auto z = hn::Set(d, static_cast<float>(from.z));
  const auto near2 = hn::Set(d, query.near2);
  const auto self = hn::Set(du, query.self);
  std::size_t count = near.count;
  for (std::uint32_t k = 0; k < kLeafCapacity; k += static_cast<std::uint32_t>(hn::Lanes(d))) {
    const auto dx = hn::Sub(hn::Load(d, points.x + k), x);
    const auto dy = hn::Sub(hn::Load(d, points.y + k), y);
    const auto dz = hn::Sub(hn::Load(d, points.z + k), z);
    const auto distance2 = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz)));
    const auto slot = hn::Iota(du, leaf * kLeafCapacity + k);
    const auto is_near = hn::And(hn::Le(distance2, near2), hn::RebindMask(d, hn::Ne(slot, self)));
    hn::StoreU(hn::Compress(dx, is_near), d, near.x + count);
    hn::StoreU(hn::Compress(dy, is_near), d, near.y + count);
    hn::StoreU(hn::Compress(dz, is_near), d, near.z + count);
    hn::StoreU(hn::Compress(slot, hn::RebindMask(du, is_near)), du, near.slot + count);
    count += hn::CountTrue(d, is_near);
  }
  near.count = count;
}

std::size_t find(const LeafList& list, const NearQuery& query, NearBodies& near) {
  constexpr std::size_t kTogether = 32;
  const DBox d;
  const auto low = hn::Load(d, query.box.low);
  const auto high = hn::Load(d, query.box.high);
  std::size_t done = 0;
  while (done < list.count && near.count + kLeafCapacity <= NearBodies::kMost) {
    std::uint32_t met[kTogether];
    std::size_t places[kTogether];
    std::size_t count = 0;
    const std::size_t last = std::min(list.count, done + kTogether);
    for (std::size_t i = done; i < last; ++i) {
      const FloatBox& box = list.boxes[list.leaves[i]];
      met[count] = list.leaves[i];
      places[count] = i;
      count += hn::AllTrue(d, hn::And(hn::Le(hn::Load(d, box.low), high),
                                      hn::Le(low, hn::Load(d, box.high))))
                   ? 1
                   : 0;
    }
    done = last;
    for (std::size_t i = 0; i < count; ++i) {
      if (near.count + kLeafCapacity > NearBodies::kMost) return places[i];
      look_at_leaf(list.points[met[i]], met[i], query, near);
    }
  }
  return done;
}

}  // namespace

std::size_t find_in_lanes(const LeafList& list, const NearQuery& query, NearBodies& near) {
  return find(list, query, near);
}

}  // namespace HWY_NAMESPACE
}  // namespace touchstone::optimized
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace touchstone::optimized {

HWY_EXPORT(find_in_lanes);

std::size_t find_near(const LeafList& list, const NearQuery& query, NearBodies& near) {
  return HWY_DYNAMIC_DISPATCH(find_in_lanes)(list, query, near);
}

}  // namespace touchstone::optimized
#endif  // HWY_ONCE
