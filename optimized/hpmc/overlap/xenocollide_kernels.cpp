// optimized/hpmc/overlap/xenocollide_kernels.cpp
// Purpose   The kernels of xenocollide.hpp: support of a list of points by vector lanes, and the
//           planes of facets in vector lanes against the points of the other body.
// Source    Anderson, Irrgang, Glotzer 2016, section 3.2 (vectorised support functions).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/hpmc/overlap/xenocollide_kernels.cpp"
// clang-format off: the choice of targets must come before any header of Highway
#include "models/core/vector_targets.hpp"
// clang-format on
#include <hwy/foreach_target.h>  // compiles this file once per target
#include <hwy/highway.h>

#include "optimized/hpmc/overlap/xenocollide-inl.hpp"
#include "optimized/hpmc/overlap/xenocollide.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using shapes::Vec3;

/// Not more lanes than points are padded to.
using D = hn::CappedTag<double, PointCloud::kLanes>;

/// The point farthest along n; the first of several.
HWY_INLINE Vec3 farthest(const PointCloud& cloud, Vec3 n) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  const auto nx = hn::Set(d, n.x);
  const auto ny = hn::Set(d, n.y);
  const auto nz = hn::Set(d, n.z);
  const double* const x = cloud.x();
  const double* const y = cloud.y();
  const double* const z = cloud.z();
  const auto along = [&](std::size_t i) HWY_ATTR {
    const auto xy = hn::MulAdd(hn::Load(d, y + i), ny, hn::Mul(hn::Load(d, x + i), nx));
    return hn::MulAdd(hn::Load(d, z + i), nz, xy);
  };
  auto most = along(0);
  auto place = hn::Zero(d);
  for (std::size_t i = lanes; i < cloud.size(); i += lanes) {
    const auto here = along(i);
    const auto more = hn::Gt(here, most);
    most = hn::Max(most, here);
    place = hn::IfThenElse(more, hn::Set(d, static_cast<double>(i)), place);
  }
  const auto best = hn::Eq(most, hn::MaxOfLanes(d, most));
  const auto lane =
      static_cast<std::size_t>(std::max<std::intptr_t>(0, hn::FindFirstTrue(d, best)));
  HWY_ALIGN double places[PointCloud::kLanes];
  hn::Store(place, d, places);
  const std::size_t i = static_cast<std::size_t>(places[lane]) + lane;
  return {x[i], y[i], z[i]};
}

template <bool kRounded>
struct Difference {
  const CloudPair& pair;
  double rounding;

  HWY_INLINE Vec3 operator()(Vec3 n) const {
    Vec3 p = pair.turn(farthest(*pair.b, pair.turn.back(n))) + pair.shift - farthest(*pair.a, -n);
    if constexpr (kRounded) {
      const double length = std::sqrt(norm2(n));
      if (length > 0) p = p + (rounding / length) * n;
    }
    return p;
  }
};

template <bool kRounded>
XenoResult in_space(const CloudPair& pair) {
  const Difference<kRounded> support{pair, pair.a->rounding() + pair.b->rounding()};
  return portal_3d(support, pair.shift, pair.tolerance);
}
template <bool kRounded>
XenoResult in_plane(const CloudPair& pair) {
  const Difference<kRounded> support{pair, pair.a->rounding() + pair.b->rounding()};
  return portal_2d(support, pair.shift, pair.tolerance);
}

Vec3 support(const PointCloud& cloud, Vec3 n) { return farthest(cloud, n); }
XenoResult points_3d(const CloudPair& pair) { return in_space<false>(pair); }
XenoResult rounded_3d(const CloudPair& pair) { return in_space<true>(pair); }
XenoResult points_2d(const CloudPair& pair) { return in_plane<false>(pair); }
XenoResult rounded_2d(const CloudPair& pair) { return in_plane<true>(pair); }

/// Writes down what it is asked for.
struct Traced {
  Difference<false> support;
  std::vector<Vec3>& directions;
  Vec3 operator()(Vec3 n) const {
    directions.push_back(n);
    return support(n);
  }
};
XenoResult trace_3d(const CloudPair& pair, std::vector<Vec3>& directions) {
  return portal_3d(Traced{{pair, 0}, directions}, pair.shift, pair.tolerance);
}
XenoResult trace_2d(const CloudPair& pair, std::vector<Vec3>& directions) {
  return portal_2d(Traced{{pair, 0}, directions}, pair.shift, pair.tolerance);
}
/// Each direction waits for the point before, as in XenoCollide.
Vec3 supports(const CloudPair& pair, std::span<const Vec3> directions) {
  const Difference<false> support{pair, 0};
  Vec3 last{};
  for (const Vec3& n : directions) last = support(n + 1e-300 * last);
  return last;
}

struct PointBuffer {
  HWY_ALIGN double x[FacetPlanes::kMost];
  HWY_ALIGN double y[FacetPlanes::kMost];
  HWY_ALIGN double z[FacetPlanes::kMost];
};

/// The points turned by the matrix of these rows, then moved.
HWY_INLINE void move_points(const PointCloud& cloud, const Vec3 (&row)[3], Vec3 shift,
                            PointBuffer& moved) {
  const D d;
  for (std::size_t i = 0; i < cloud.size(); i += hn::Lanes(d)) {
    const auto x = hn::Load(d, cloud.x() + i);
    const auto y = hn::Load(d, cloud.y() + i);
    const auto z = hn::Load(d, cloud.z() + i);
    const auto along = [&](Vec3 r, double s) HWY_ATTR {
      const auto xs = hn::MulAdd(x, hn::Set(d, r.x), hn::Set(d, s));
      return hn::MulAdd(z, hn::Set(d, r.z), hn::MulAdd(y, hn::Set(d, r.y), xs));
    };
    hn::Store(along(row[0], shift.x), d, moved.x + i);
    hn::Store(along(row[1], shift.y), d, moved.y + i);
    hn::Store(along(row[2], shift.z), d, moved.z + i);
  }
}

/// Whether all points are beyond one of the planes by more than `gap`.
HWY_INLINE bool beyond_a_plane(const FacetPlanes& planes, const PointBuffer& points,
                               std::size_t count, double gap) {
  const D d;
  for (std::size_t f = 0; f < planes.size(); f += hn::Lanes(d)) {
    const auto nx = hn::Load(d, planes.x() + f);
    const auto ny = hn::Load(d, planes.y() + f);
    const auto nz = hn::Load(d, planes.z() + f);
    const auto height = [&](std::size_t i) HWY_ATTR {
      const auto xy = hn::MulAdd(ny, hn::Set(d, points.y[i]), hn::Mul(nx, hn::Set(d, points.x[i])));
      return hn::MulAdd(nz, hn::Set(d, points.z[i]), xy);
    };
    auto even = height(0);  // two minima, so that one need not wait for the other
    auto odd = height(count - 1);
    for (std::size_t i = 1; i + 1 < count; i += 2) {
      even = hn::Min(even, height(i));
      odd = hn::Min(odd, height(i + 1));
    }
    const auto above = hn::Sub(hn::Min(even, odd), hn::Load(d, planes.offset() + f));
    if (!hn::AllFalse(d, hn::Gt(above, hn::Set(d, gap)))) return true;
  }
  return false;
}

bool facets_apart(const CloudPair& pair, const FacetPlanes& a, const FacetPlanes& b) {
  const double gap = pair.a->rounding() + pair.b->rounding() + 10 * pair.tolerance;
  PointBuffer points;
  move_points(*pair.b, pair.turn.row, pair.shift, points);
  if (beyond_a_plane(a, points, pair.b->count(), gap)) return true;
  const Vec3(&row)[3] = pair.turn.row;
  const Vec3 columns[3] = {{row[0].x, row[1].x, row[2].x},
                           {row[0].y, row[1].y, row[2].y},
                           {row[0].z, row[1].z, row[2].z}};
  move_points(*pair.a, columns, -pair.turn.back(pair.shift), points);
  return beyond_a_plane(b, points, pair.a->count(), gap);
}

constexpr XenoKernels kernels(const char* backend, bool available) {
  return {backend,
          available,
          &support,
          &points_3d,
          &rounded_3d,
          &points_2d,
          &rounded_2d,
          {&trace_3d, &supports},
          {&trace_2d, &supports},
          &facets_apart};
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace touchstone::optimized
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace touchstone::optimized {

std::span<const XenoKernels> xeno_kernels() {
  static const XenoKernels kernels[] = {TOUCHSTONE_ROW_PER_TARGET(kernels)};
  return kernels;
}

}  // namespace touchstone::optimized
#endif  // HWY_ONCE
