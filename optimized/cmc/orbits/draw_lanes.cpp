#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/cmc/orbits/draw_lanes.cpp"
// clang-format off: the choice of targets must come before any header of Highway
#include "models/core/vector_targets.hpp"
// clang-format on
#include <hwy/foreach_target.h>  // compiles this file once per target
#include <hwy/highway.h>

#include <algorithm>

#include "optimized/cmc/orbits/draw_lanes.hpp"
#include "optimized/cmc/orbits/lfsr113_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Lanes beyond those of a team would have no star.
using DD = hn::CappedTag<double, LaneTeam::kMostLanes>;
using DI = hn::RebindToSigned<DD>;
using DU = hn::RebindToUnsigned<DD>;
using DU32 = hn::Rebind<std::uint32_t, DD>;
using DI32 = hn::Rebind<std::int32_t, DD>;
using VD = hn::Vec<DD>;
using VI = hn::Vec<DI>;
using MD = hn::Mask<DD>;
using Generators = LaneGenerators<DD>;

HWY_INLINE VD set(double x) { return hn::Set(DD(), x); }

/// Field::interval in lanes.
HWY_INLINE VI interval(const Field& field, const Field::Table& table, VD r) {
  const DI di;
  const DI32 d32;
  const auto leading = hn::ShiftRightSame(hn::BitCast(DU(), r), table.shift);
  const VI place =
      hn::Sub(hn::BitCast(di, leading), hn::Set(di, static_cast<std::int64_t>(table.first_bucket)));
  const VI bucket = hn::Min(hn::Max(place, hn::Zero(di)), hn::Set(di, table.size - 2));
  const auto narrow = hn::BitCast(d32, hn::TruncateTo(DU32(), hn::BitCast(DU(), bucket)));
  const auto* const first = reinterpret_cast<const std::int32_t*>(table.first);
  VI low = hn::PromoteTo(di, hn::GatherIndex(d32, first, narrow));
  VI high = hn::PromoteTo(di, hn::GatherIndex(d32, first + 1, narrow));
  for (;;) {  // of shells low ... high - 1, the first beyond r, else high
    const auto open = hn::Lt(low, high);
    if (hn::AllFalse(di, open)) return hn::Sub(low, hn::Set(di, 1));
    const VI middle = hn::ShiftRight<1>(hn::Add(low, high));
    const VD there = hn::GatherIndex(DD(), field.radii(), middle);
    const auto beyond = hn::RebindMask(di, hn::Gt(there, r));
    high = hn::IfThenElse(hn::And(open, beyond), middle, high);
    low = hn::IfThenElse(hn::AndNot(beyond, open), hn::Add(middle, hn::Set(di, 1)), low);
  }
}

/// The stars of all lanes.
struct StarLanes {
  VD pericentre, apocentre, width, at_pericentre, bound, twice_energy, momentum, j2, mass, radius;
  VI inner, outer, shell;

  HWY_INLINE void load(const LaneTeam& team) {
    const DD d;
    const DI di;
    const auto& s = team.star;
    pericentre = hn::Load(d, s.pericentre.data());
    apocentre = hn::Load(d, s.apocentre.data());
    width = hn::Sub(apocentre, pericentre);
    at_pericentre = hn::Load(d, s.at_pericentre.data());
    bound = hn::Load(d, s.bound.data());
    const VD energy = hn::Load(d, s.energy.data());
    twice_energy = hn::Add(energy, energy);
    momentum = hn::Load(d, s.momentum.data());
    j2 = hn::Mul(momentum, momentum);
    mass = hn::Load(d, s.mass.data());
    radius = hn::Load(d, s.radius.data());
    inner = hn::Load(di, s.inner.data());
    outer = hn::Load(di, s.outer.data());
    shell = hn::Load(di, s.shell.data());
  }
};

struct Places {
  VD radius, inverse, from_pericentre, from_apocentre;
  VI found, interval;
  VD enclosed, felt;
};

HWY_INLINE Places places(const Field& field, const Field::Table& table, const StarLanes& star,
                         VD s) {
  const DD d;
  const VD rest = hn::Sub(set(1), s);
  Places p;
  const VD inside = hn::Mul(hn::Mul(s, s), hn::Sub(set(3), hn::Mul(set(2), s)));
  const VD outside = hn::Mul(hn::Mul(rest, rest), hn::Add(set(1), hn::Mul(set(2), s)));
  p.from_pericentre = hn::Mul(star.width, inside);
  p.from_apocentre = hn::Mul(star.width, outside);
  p.radius = hn::IfThenElse(hn::Lt(s, set(0.5)), hn::Add(star.pericentre, p.from_pericentre),
                            hn::Sub(star.apocentre, p.from_apocentre));
  p.found = interval(field, table, p.radius);
  p.interval = hn::Min(hn::Max(p.found, star.inner), star.outer);
  p.inverse = hn::Div(set(1), p.radius);
  const VI at = hn::ShiftLeft<2>(p.interval);  // Field::kRecord
  const VD u = hn::GatherIndex(d, field.records(), at);
  const VD potential = hn::GatherIndex(d, field.records() + 1, at);
  p.enclosed = hn::GatherIndex(d, field.records() + 2, at);
  const VD outer = hn::IfThenElse(hn::Lt(p.radius, star.radius), star.radius, p.radius);
  const VD line = hn::Mul(p.enclosed, hn::Sub(u, p.inverse));
  p.felt = hn::Add(hn::Add(potential, line), hn::Div(star.mass, outer));
  return p;
}

/// In the intervals of the apsides: a product with a factor that vanishes there.
HWY_INLINE VD near_apsides(const StarLanes& star, const Places& p, MD with_pericentre,
                           MD with_apocentre, VD otherwise) {
  const DD d;
  const auto inside = hn::RebindMask(d, hn::Lt(p.interval, star.shell));
  const VD felt = hn::IfThenElse(inside, p.enclosed, hn::Sub(p.enclosed, star.mass));
  const VD m = hn::IfThenZeroElse(hn::RebindMask(d, hn::Eq(p.interval, hn::Zero(DI()))), felt);
  const VD twice = hn::Mul(set(2), m);
  const VD u_in = hn::Div(p.from_pericentre, hn::Mul(p.radius, star.pericentre));
  const VD u_out = hn::Div(p.from_apocentre, hn::Mul(p.radius, star.apocentre));
  const auto both_sides = [&](VD apsis) {
    return hn::Mul(star.j2, hn::Add(p.inverse, hn::Div(set(1), apsis)));
  };
  const VD both = hn::Mul(hn::Mul(star.j2, u_in), u_out);
  const VD in = hn::Mul(u_in, hn::Sub(both_sides(star.pericentre), twice));
  const VD out = hn::Mul(u_out, hn::Sub(twice, both_sides(star.apocentre)));
  const VD one =
      hn::IfThenElse(with_pericentre, in, hn::IfThenElse(with_apocentre, out, otherwise));
  return hn::IfThenElse(hn::And(with_pericentre, with_apocentre), both, one);
}

HWY_INLINE VD radial_speed(const StarLanes& star, const Places& p) {
  const DD d;
  const VD twice_felt = hn::Mul(set(2), p.felt);
  const VD turning = hn::Div(star.j2, hn::Mul(p.radius, p.radius));
  VD speed2 = hn::Sub(hn::Sub(star.twice_energy, twice_felt), turning);
  const MD with_pericentre =
      hn::And(hn::RebindMask(d, hn::Eq(p.interval, star.inner)), hn::Gt(star.j2, set(0)));
  const MD with_apocentre = hn::RebindMask(d, hn::Eq(p.interval, star.outer));
  if (!hn::AllFalse(d, hn::Or(with_pericentre, with_apocentre)))
    speed2 = near_apsides(star, p, with_pericentre, with_apocentre, speed2);
  return hn::Sqrt(hn::IfThenElseZero(hn::Gt(speed2, set(0)), speed2));
}

HWY_INLINE MD running(const LaneTeam& team) {
  HWY_ALIGN std::int64_t run[LaneTeam::kMostLanes];
  for (std::size_t lane = 0; lane < LaneTeam::kMostLanes; ++lane) run[lane] = !team.idle(lane);
  return hn::RebindMask(DD(), hn::Eq(hn::Load(DI(), run), hn::Set(DI(), 1)));
}

/// Writes what was accepted, lane by lane, and gives each of these lanes its next star.
HWY_INLINE bool refill(LaneTeam& team, MD accepted, std::uint64_t trial, Generators& random) {
  HWY_ALIGN std::uint8_t bits[8] = {};
  hn::StoreMaskBits(DD(), accepted, bits);
  bool changed = false;
  for (unsigned rest = bits[0]; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(hwy::Num0BitsBelowLS1Bit_Nonzero32(rest));
    if (team.accept(lane, trial)) continue;
    if (!changed) random.store(team);
    changed = true;
    team.end_block(lane);
    team.take_block(lane);
  }
  if (changed) random.load(team);
  return changed;
}

void draw(LaneTeam& team) {
  const DD d;
  const DI di;
  const Field& field = team.field();
  const Field::Table table = field.table();
  for (std::size_t lane = 0; lane < hn::Lanes(d); ++lane) team.take_block(lane);
  MD active = running(team);
  Generators random;
  random.load(team);
  StarLanes star;
  star.load(team);
  for (std::uint64_t trial = 1; !hn::AllFalse(d, active); ++trial) {
    if (trial % 65536 == 0) team.require_progress(trial);
    const VD s = random.uniform();
    const VD height = hn::Mul(star.bound, random.uniform());
    const Places p = places(field, table, star, s);
    const MD zero = hn::Eq(s, set(0));
    const VD speed = hn::IfThenZeroElse(zero, radial_speed(star, p));
    const VD density = hn::Mul(hn::Mul(hn::Mul(set(3), star.width), s), hn::Sub(set(1), s));
    const MD fast = hn::Gt(speed, set(0));
    const MD above = hn::And(active, hn::And(fast, hn::Gt(density, hn::Mul(star.bound, speed))));
    const MD below = hn::Lt(hn::Mul(height, speed), density);
    const MD at_limit = hn::And(zero, hn::Lt(height, star.at_pericentre));
    const MD good = hn::Or(at_limit, hn::AndNot(zero, hn::Or(hn::Not(fast), below)));
    const MD accepted = hn::And(active, good);
    if (!hn::AllFalse(d, above)) {
      HWY_ALIGN std::uint8_t bits[8] = {};
      hn::StoreMaskBits(d, above, bits);
      for (std::size_t lane = 0; lane < hn::Lanes(d); ++lane)
        if ((bits[0] >> lane) & 1) team.count_above_bound(lane);
    }
    if (hn::AllFalse(d, accepted)) continue;
    const Generators before = random;
    const VD sign = random.uniform();
    random.keep(before, accepted);
    const VD back = hn::IfThenElse(hn::Lt(sign, set(0.5)), hn::Neg(speed), speed);
    hn::Store(p.radius, d, team.placed.radius.data());
    hn::Store(back, d, team.placed.radial_velocity.data());
    hn::Store(hn::Div(star.momentum, p.radius), d, team.placed.tangential_velocity.data());
    hn::Store(p.felt, d, team.placed.felt.data());
    hn::Store(p.found, di, team.placed.interval.data());
    if (refill(team, accepted, trial, random)) active = running(team);
    star.load(team);
  }
}

static constexpr DrawKernel kernel(const char* backend, bool available) {
  return {backend, available, hn::MaxLanes(hn::ScalableTag<double>()), &draw};
}

}  // namespace HWY_NAMESPACE
}  // namespace touchstone::optimized
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace touchstone::optimized {

std::span<const DrawKernel> draw_kernels() {
  static const DrawKernel kernels[] = {TOUCHSTONE_ROW_PER_TARGET(kernel)};
  return kernels;
}

const DrawKernel& best_draw_kernel() { return first_available(draw_kernels()); }

}  // namespace touchstone::optimized
#endif  // HWY_ONCE
