#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/hpmc/tree/near_bodies.cpp"
// clang-format off: the choice of targets must come before any header of Highway
#include "models/core/vector_targets.hpp"
// clang-format on
#include <hwy/foreach_target.h>  // compiles this file once per target
#include <hwy/highway.h>

#include <algorithm>
#include <limits>

#include "optimized/hpmc/tree/near_bodies.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<float, kLeafCapacity>;
using DSlot = hn::RebindToUnsigned<D>;
using DBox = hn::FixedTag<float, 4>;

/// 0, 1, 2, ...: a load, where Iota() may be as many stores as there are lanes.
alignas(64) constexpr std::uint32_t kPlaces[kLeafCapacity] = {0, 1, 2,  3,  4,  5,  6,  7,
                                                              8, 9, 10, 11, 12, 13, 14, 15};

/// A query in every lane.
struct LaneQuery {
  explicit LaneQuery(const NearQuery& query)
      : near2(hn::Set(D(), query.near2)), self(hn::Set(DSlot(), query.self)), r(query.r) {}
  hn::Vec<D> near2;
  hn::Vec<DSlot> self;
  shapes::Vec3 r;
};

/// Offsets from the query to places of a leaf.
struct Offsets {
  hn::Vec<D> x, y, z;
  HWY_INLINE Offsets(const LeafPoints& points, std::uint32_t first, shapes::Vec3 from)
      : x(hn::Sub(hn::Load(D(), points.x + first), hn::Set(D(), static_cast<float>(from.x)))),
        y(hn::Sub(hn::Load(D(), points.y + first), hn::Set(D(), static_cast<float>(from.y)))),
        z(hn::Sub(hn::Load(D(), points.z + first), hn::Set(D(), static_cast<float>(from.z)))) {}
  HWY_INLINE hn::Vec<D> norm2() const { return hn::MulAdd(x, x, hn::MulAdd(y, y, hn::Mul(z, z))); }
};

/// Writes the places of one leaf that are near behind `count` others; returns how many there are.
HWY_INLINE std::size_t look_at_leaf(const LeafPoints& points, std::uint32_t leaf,
                                    const LaneQuery& query, std::size_t count, NearBodies& near) {
  const D d;
  const DSlot du;
  const shapes::Vec3 from = query.r - points.origin;
  const auto first = hn::Set(du, leaf * kLeafCapacity);
  for (std::uint32_t k = 0; k < kLeafCapacity; k += static_cast<std::uint32_t>(hn::Lanes(d))) {
    const Offsets to(points, k, from);
    const auto slot = hn::Add(hn::Load(du, kPlaces + k), first);
    const auto is_near =
        hn::And(hn::Le(to.norm2(), query.near2), hn::RebindMask(d, hn::Ne(slot, query.self)));
    hn::StoreU(hn::Compress(to.x, is_near), d, near.x + count);
    hn::StoreU(hn::Compress(to.y, is_near), d, near.y + count);
    hn::StoreU(hn::Compress(to.z, is_near), d, near.z + count);
    hn::StoreU(hn::Compress(slot, hn::RebindMask(du, is_near)), du, near.slot + count);
    count += hn::CountTrue(d, is_near);
  }
  return count;
}

constexpr std::size_t kTogether = 32;

/// Places in the list, from `done` on and up to kTogether, of leaves whose boxes meet the query.
HWY_INLINE std::size_t boxes_met(const LeafList& list, const NearQuery& query, std::size_t done,
                                 std::size_t last, std::uint32_t* places) {
  const DBox d;
  const auto low = hn::Load(d, query.box.low);
  const auto high = hn::Load(d, query.box.high);
  std::size_t count = 0;
  for (std::size_t i = done; i < last; ++i) {
    const FloatBox& box = list.boxes[list.leaves[i]];
    places[count] = static_cast<std::uint32_t>(i);
    count += hn::AllTrue(
                 d, hn::And(hn::Le(hn::Load(d, box.low), high), hn::Le(low, hn::Load(d, box.high))))
                 ? 1
                 : 0;
  }
  return count;
}

std::size_t find(const LeafList& list, const NearQuery& query, NearBodies& near) {
  const LaneQuery lanes(query);
  std::size_t done = 0;
  std::size_t found = near.count;
  while (done < list.count && found + kLeafCapacity <= NearBodies::kMost) {
    std::uint32_t places[kTogether];
    const std::size_t last = std::min(list.count, done + kTogether);
    const std::size_t count = boxes_met(list, query, done, last, places);
    done = last;
    for (std::size_t i = 0; i < count; ++i) {
      if (found + kLeafCapacity > NearBodies::kMost) {
        done = places[i];
        break;
      }
      const std::uint32_t leaf = list.leaves[places[i]];
      found = look_at_leaf(list.points[leaf], leaf, lanes, found, near);
    }
  }
  near.count = found;
  return done;
}

/// The square of a distance to no body: above that of any query, however large its bodies.
constexpr float kNowhere = std::numeric_limits<float>::infinity();

/// The least square of a distance to places of a leaf, by lane.
HWY_INLINE hn::Vec<D> nearest_of_leaf(const LeafPoints& points, std::uint32_t leaf,
                                      const LaneQuery& query, hn::Vec<D> least) {
  const DSlot du;
  const auto far = hn::Set(D(), kNowhere);
  const shapes::Vec3 from = query.r - points.origin;
  const auto first = hn::Set(du, leaf * kLeafCapacity);
  for (std::uint32_t k = 0; k < kLeafCapacity; k += static_cast<std::uint32_t>(hn::Lanes(du))) {
    const Offsets to(points, k, from);
    const auto is_self =
        hn::RebindMask(D(), hn::Eq(hn::Add(hn::Load(du, kPlaces + k), first), query.self));
    least = hn::Min(least, hn::IfThenElse(is_self, far, to.norm2()));
  }
  return least;
}

NearestBall nearest(const LeafList& list, const NearQuery& query, float sure2) {
  const D d;
  const LaneQuery lanes(query);
  auto least = hn::Set(d, kNowhere);
  for (std::size_t done = 0; done < list.count;) {
    std::uint32_t places[kTogether];
    const std::size_t last = std::min(list.count, done + kTogether);
    const std::size_t count = boxes_met(list, query, done, last, places);
    done = last;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t leaf = list.leaves[places[i]];
      least = nearest_of_leaf(list.points[leaf], leaf, lanes, least);
    }
  }
  if (hn::AllTrue(d, hn::Gt(least, lanes.near2))) return {false, false};
  return {!hn::AllFalse(d, hn::Lt(least, hn::Set(d, sure2))), true};
}

}  // namespace

std::size_t find_in_lanes(const LeafList& list, const NearQuery& query, NearBodies& near) {
  return find(list, query, near);
}
NearestBall nearest_in_lanes(const LeafList& list, const NearQuery& query, float sure2) {
  return nearest(list, query, sure2);
}

}  // namespace HWY_NAMESPACE
}  // namespace touchstone::optimized
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace touchstone::optimized {

HWY_EXPORT(find_in_lanes);
HWY_EXPORT(nearest_in_lanes);

std::size_t find_near(const LeafList& list, const NearQuery& query, NearBodies& near) {
  return HWY_DYNAMIC_DISPATCH(find_in_lanes)(list, query, near);
}
NearestBall nearest_ball(const LeafList& list, const NearQuery& query, float sure2) {
  return HWY_DYNAMIC_DISPATCH(nearest_in_lanes)(list, query, sure2);
}

}  // namespace touchstone::optimized
#endif  // HWY_ONCE
