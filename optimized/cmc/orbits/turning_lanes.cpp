#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/cmc/orbits/turning_lanes.cpp"
// clang-format off: the choice of targets must come before any header of Highway
#include "models/core/vector_targets.hpp"
// clang-format on
#include <hwy/foreach_target.h>  // compiles this file once per target
#include <hwy/highway.h>

#include "optimized/cmc/orbits/prepared_orbits.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using DD = hn::ScalableTag<double>;
using DI = hn::RebindToSigned<DD>;
using VD = hn::Vec<DD>;
using VI = hn::Vec<DI>;

HWY_INLINE VD set(double x) { return hn::Set(DD(), x); }

/// Stars in lanes, with the expressions of sample_positions.cpp.
struct TurningLanes {
  VI shell;
  VD mass, energy, j2, own_u;

  /// Interval between shells k and k + 1: the mass that is felt, and where the potential's line
  /// begins.
  struct Interval {
    VD mass, offset, inner_radius, outer_radius;
  };
  HWY_INLINE Interval interval(VI k, const PreparedOrbits::Shells& shells,
                               std::size_t begin) const {
    const DD d;
    const DI di;
    VD u, potential, enclosed, radius;
    hn::LoadInterleaved4(d, shells.record.data() + Field::kRecord * begin, u, potential, enclosed,
                         radius);
    const auto central = hn::RebindMask(d, hn::Eq(k, hn::Zero(di)));
    const auto inside = hn::RebindMask(d, hn::Lt(k, shell));
    const VD own = hn::IfThenElseZero(inside, hn::Mul(mass, own_u));
    const VD line = hn::IfThenElse(central, potential, hn::Add(potential, hn::Mul(enclosed, u)));
    const VD without = hn::IfThenElse(inside, enclosed, hn::Sub(enclosed, mass));
    // The innermost interval begins at the centre: r_0 is there for searches alone.
    return {hn::IfThenZeroElse(central, without), hn::Add(line, own),
            hn::IfThenZeroElse(central, radius), hn::LoadU(d, shells.next_radius.data() + begin)};
  }
  HWY_INLINE VD discriminant(const Interval& i) const {
    const VD depth = hn::Sub(i.offset, energy);
    return hn::Sub(hn::Mul(i.mass, i.mass), hn::Mul(hn::Mul(set(2), j2), depth));
  }
  HWY_INLINE VD root(const Interval& i, bool inner) const {
    const VD depth = hn::Sub(i.offset, energy);
    const VD square = discriminant(i);
    const VD positive = hn::IfThenElseZero(hn::Gt(square, set(0)), square);
    const VD sum = hn::Add(i.mass, hn::Sqrt(positive));
    const VD r = inner ? hn::Div(j2, sum) : hn::Div(sum, hn::Mul(set(2), depth));
    const VD above = hn::IfThenElse(hn::Lt(r, i.inner_radius), i.inner_radius, r);
    return hn::IfThenElse(hn::Lt(i.outer_radius, above), i.outer_radius, above);
  }
  HWY_INLINE VD slope(const Interval& i, VD r) const {
    return hn::Div(hn::Mul(set(2), hn::Sub(hn::Div(j2, r), i.mass)), hn::Mul(r, r));
  }
};

HWY_INLINE void turn_lanes(std::size_t first_shell, PreparedOrbits& o, std::size_t begin) {
  const DD d;
  const DI di;
  const VI shell = hn::Iota(di, static_cast<std::int64_t>(first_shell + begin));
  const VD momentum = hn::LoadU(d, o.angular_momentum.data() + begin);
  const VD j2 = hn::Mul(momentum, momentum);
  const TurningLanes lanes{shell, hn::LoadU(d, o.mass.data() + begin),
                           hn::LoadU(d, o.energy.data() + begin), j2,
                           hn::LoadU(d, o.own_u.data() + begin)};
  const VI inner_k = hn::LoadU(di, o.inner.data() + begin);
  const auto inner = lanes.interval(inner_k, o.inner_shell, begin);
  const auto outer = lanes.interval(hn::LoadU(di, o.outer.data() + begin), o.outer_shell, begin);
  const auto radial = hn::Eq(j2, set(0));
  const VD pericentre = hn::IfThenZeroElse(radial, lanes.root(inner, true));
  const VD apocentre = lanes.root(outer, false);
  const VD inner_slope = hn::IfThenZeroElse(radial, lanes.slope(inner, pericentre));
  const VD outer_slope = lanes.slope(outer, apocentre);
  const VD width = hn::Sub(apocentre, pericentre);
  const VD wide = hn::Mul(set(3), width);
  const VD at_pericentre =
      hn::IfThenElseZero(hn::Gt(inner_slope, set(0)), hn::Sqrt(hn::Div(wide, inner_slope)));
  const VD at_apocentre = hn::Sqrt(hn::Div(hn::Mul(set(-3), width), outer_slope));
  const VD larger =
      hn::IfThenElse(hn::Lt(at_pericentre, at_apocentre), at_apocentre, at_pericentre);
  // Without angular momentum, only round-off puts the pericentre beyond a shell: the star is at
  // rest, and nothing pulls it. So it is where nothing pulls it and round-off leaves no speed.
  const auto central = hn::RebindMask(d, hn::Eq(inner_k, hn::Zero(di)));
  const auto through_centre = hn::And(radial, central);
  const auto rests = hn::AndNot(hn::Gt(lanes.discriminant(inner), set(0)), central);
  const auto inside = hn::Or(through_centre, hn::AndNot(rests, hn::Gt(inner_slope, set(0))));
  const auto turns =
      hn::And(inside, hn::And(hn::Lt(outer_slope, set(0)), hn::Lt(pericentre, apocentre)));
  hn::StoreU(pericentre, d, o.pericentre.data() + begin);
  hn::StoreU(apocentre, d, o.apocentre.data() + begin);
  hn::StoreU(at_pericentre, d, o.at_pericentre.data() + begin);
  hn::StoreU(hn::Mul(set(1.2), larger), d, o.bound.data() + begin);
  hn::StoreU(hn::VecFromMask(di, hn::RebindMask(di, turns)), di, o.turns.data() + begin);
}

void turn(std::size_t first_shell, PreparedOrbits& o) {
  for (std::size_t i = 0; i < o.count; i += hn::Lanes(DD())) turn_lanes(first_shell, o, i);
}

static TurningKernel kernel(const char* backend, bool available) {
  return {backend, available, &turn};
}

}  // namespace HWY_NAMESPACE
}  // namespace touchstone::optimized
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace touchstone::optimized {

std::span<const TurningKernel> turning_kernels() {
  static const TurningKernel kernels[] = {TOUCHSTONE_ROW_PER_TARGET(kernel)};
  return kernels;
}

const TurningKernel& best_turning_kernel() { return first_available(turning_kernels()); }

}  // namespace touchstone::optimized
#endif  // HWY_ONCE
