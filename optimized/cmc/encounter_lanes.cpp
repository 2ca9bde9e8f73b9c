#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/cmc/encounter_lanes.cpp"
// clang-format off: the choice of targets must come before any header of Highway
#include "models/core/vector_targets.hpp"
// clang-format on
#include <hwy/foreach_target.h>  // compiles this file once per target
#include <hwy/highway.h>

#include <numbers>

#include "models/cmc/circle.hpp"
#include "models/cmc/partition.hpp"
#include "optimized/cmc/encounter_lanes.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using DD = hn::ScalableTag<double>;
using DU = hn::RebindToUnsigned<DD>;
using DU32 = hn::Rebind<std::uint32_t, DD>;
using VD = hn::Vec<DD>;
using std::numbers::pi;

HWY_INLINE VD set(double x) { return hn::Set(DD(), x); }

/// 2^-32 times integers, exactly: behind the exponent of 2^52 they are a double's last bits.
HWY_INLINE VD shares(const std::uint32_t* bits) {
  const DD d;
  const auto wide = hn::PromoteTo(DU(), hn::LoadU(DU32(), bits));
  const auto shifted = hn::BitCast(d, hn::Or(wide, hn::Set(DU(), 0x4330000000000000u)));
  return hn::Mul(set(0x1p-32), hn::Sub(shifted, set(0x1p52)));
}

struct CosSinLanes {
  VD cos, sin;
};

/// cluster::cos_sin_of_share in lanes.
HWY_INLINE CosSinLanes cos_sin_of_share(VD share) {
  const DD d;
  const VD quarters = hn::Floor(hn::Add(hn::Mul(set(4), share), set(0.5)));
  const VD x = hn::Mul(hn::Sub(share, hn::Mul(set(0.25), quarters)), set(2 * pi));
  const VD x2 = hn::Mul(x, x);
  VD s = set(cluster::sin_term(5)), c = set(cluster::cos_term(5));
  for (int k = 4; k >= 0; --k) {
    s = hn::Add(set(cluster::sin_term(k)), hn::Mul(x2, s));
    c = hn::Add(set(cluster::cos_term(k)), hn::Mul(x2, c));
  }
  const VD sine = hn::Add(x, hn::Mul(hn::Mul(x, x2), s));
  const VD cosine = hn::Add(hn::Sub(set(1), hn::Mul(set(0.5), x2)), hn::Mul(hn::Mul(x2, x2), c));
  const auto is = [&](double quarter) { return hn::Eq(quarters, hn::Set(d, quarter)); };
  const auto second = is(1), third = is(2), fourth = is(3);
  const auto swapped = hn::Or(second, fourth);
  const VD first_cos = hn::IfThenElse(swapped, sine, cosine);
  const VD first_sin = hn::IfThenElse(swapped, cosine, sine);
  return {hn::IfThenElse(hn::Or(second, third), hn::Neg(first_cos), first_cos),
          hn::IfThenElse(hn::Or(third, fourth), hn::Neg(first_sin), first_sin)};
}

HWY_INLINE VD cube(VD x) { return hn::Mul(hn::Mul(x, x), x); }

/// Every second double from here on.
HWY_INLINE VD every_second(const double* from) {
  VD even, odd;
  hn::LoadInterleaved2(DD(), from, even, odd);
  return even;
}

/// The stars of a pair: along the first one's tangential velocity, across it, outwards.
struct PairLanes {
  VD x[2], y[2], z[2];
};

/// The expressions of block.cpp, in their order.
HWY_INLINE void deflect_lanes(const EncounterBatch& b, std::size_t j) {
  const DD d;
  VD mass[2], tangential[2];
  PairLanes p;
  hn::LoadInterleaved2(d, b.mass + 2 * j, mass[0], mass[1]);
  hn::LoadInterleaved2(d, b.radial_velocity + 2 * j, p.z[0], p.z[1]);
  hn::LoadInterleaved2(d, b.tangential_velocity + 2 * j, tangential[0], tangential[1]);
  const CosSinLanes azimuth = cos_sin_of_share(shares(b.azimuth + j));
  p.x[0] = tangential[0];
  p.x[1] = hn::Mul(tangential[1], azimuth.cos);
  p.y[0] = hn::Zero(d);
  p.y[1] = hn::Mul(tangential[1], azimuth.sin);
  const VD wx = hn::Sub(p.x[1], p.x[0]), wy = hn::Sub(p.y[1], p.y[0]), wz = hn::Sub(p.z[1], p.z[0]);
  const VD w2 = hn::Add(hn::Add(hn::Mul(wx, wx), hn::Mul(wy, wy)), hn::Mul(wz, wz));
  const VD w = hn::Sqrt(w2);
  const VD total = hn::Add(mass[0], mass[1]);
  constexpr double kStars = 3 * static_cast<double>(cluster::kBin);
  const VD shell = hn::Mul(set(4 * pi), hn::Sub(cube(every_second(b.radii_outside + 2 * j)),
                                                cube(every_second(b.radii_inside + 2 * j))));
  const VD density = hn::Div(set(kStars), shell);
  const VD rate = hn::Mul(hn::Mul(set(b.initial_stars), density), hn::Mul(total, total));
  const VD time = hn::Div(hn::Mul(set(pi / 32), hn::Mul(hn::Mul(w, w), w)), rate);
  const VD wanted = hn::Mul(set(pi / 2), hn::Sqrt(hn::Div(set(b.timestep), time)));
  const VD angle = hn::IfThenElse(hn::Lt(wanted, set(pi / 2)), wanted, set(pi / 2));
  const VD across = hn::Sqrt(hn::Add(hn::Mul(wx, wx), hn::Mul(wy, wy)));
  const auto tilted = hn::Gt(across, hn::Zero(d));
  const auto or_else = [&](VD value, VD other) { return hn::IfThenElse(tilted, value, other); };
  const VD ax = or_else(hn::Div(hn::Mul(hn::Neg(wy), w), across), w);
  const VD ay = or_else(hn::Div(hn::Mul(wx, w), across), hn::Zero(d));
  const VD bx = or_else(hn::Div(hn::Mul(hn::Neg(wx), wz), across), hn::Zero(d));
  const VD by = or_else(hn::Div(hn::Mul(hn::Neg(wy), wz), across), wz);
  const VD bz = or_else(across, hn::Zero(d));
  const CosSinLanes turned = cos_sin_of_share(hn::Mul(angle, set(0.5 / pi)));
  const CosSinLanes axis = cos_sin_of_share(shares(b.axis + j));
  const VD c = turned.cos, along = hn::Mul(turned.sin, axis.cos),
           by_axis = hn::Mul(turned.sin, axis.sin);
  const auto change = [&](VD v, VD first, VD second) {
    const VD sum = hn::Add(hn::Mul(v, c), hn::Mul(first, along));
    return hn::Sub(hn::Add(sum, hn::Mul(second, by_axis)), v);
  };
  const VD dx = change(wx, ax, bx), dy = change(wy, ay, by), dz = change(wz, hn::Zero(d), bz);
  const VD share[2] = {hn::Div(hn::Neg(mass[1]), total), hn::Div(mass[0], total)};
  const auto meet = hn::Gt(w, hn::Zero(d));  // else they move together
  for (const int star : {0, 1}) {
    const auto add = [&](VD v, VD dv) {
      return hn::IfThenElse(meet, hn::Add(v, hn::Mul(share[star], dv)), v);
    };
    p.x[star] = add(p.x[star], dx);
    p.y[star] = add(p.y[star], dy);
    p.z[star] = add(p.z[star], dz);
    tangential[star] =
        hn::Sqrt(hn::Add(hn::Mul(p.x[star], p.x[star]), hn::Mul(p.y[star], p.y[star])));
  }
  hn::StoreInterleaved2(p.z[0], p.z[1], d, b.radial_velocity + 2 * j);
  hn::StoreInterleaved2(tangential[0], tangential[1], d, b.tangential_velocity + 2 * j);
}

void deflect(const EncounterBatch& batch) {
  for (std::size_t j = 0; j < batch.pairs; j += hn::Lanes(DD())) deflect_lanes(batch, j);
}

static EncounterKernel kernel(const char* backend, bool available) {
  return {backend, available, hn::Lanes(DD()), &deflect};
}

}  // namespace HWY_NAMESPACE
}  // namespace touchstone::optimized
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace touchstone::optimized {

std::span<const EncounterKernel> encounter_kernels() {
  static const EncounterKernel kernels[] = {TOUCHSTONE_ROW_PER_TARGET(kernel)};
  return kernels;
}

const EncounterKernel& best_encounter_kernel() { return first_available(encounter_kernels()); }

}  // namespace touchstone::optimized
#endif  // HWY_ONCE
