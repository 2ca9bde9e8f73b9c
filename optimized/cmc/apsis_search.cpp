#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/cmc/apsis_search.cpp"
// clang-format off: the choice of targets must come before any header of Highway
#include "optimized/core/vector_targets.hpp"
// clang-format on
#include <hwy/foreach_target.h>  // compiles this file once per target
#include <hwy/highway.h>

#include <algorithm>

#include "optimized/cmc/apsis_search.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using DD = hn::ScalableTag<double>;
using DI = hn::RebindToSigned<DD>;
using VD = hn::Vec<DD>;
using VI = hn::Vec<DI>;

/// Stars in lanes.
struct Lanes {
  const double* pairs;
  VD twice_energy, angular_momentum, mass, own_u;

  /// Q at the shells k, with the expressions of a serial program.
  HWY_INLINE VD q(VI k) const {
    const DD d;
    const VI at = hn::ShiftLeft<1>(k);
    const VD u = hn::GatherIndex(d, pairs, at);
    const VD phi = hn::GatherIndex(d, pairs + 1, at);
    const VD felt = hn::Add(phi, hn::Mul(mass, hn::Min(u, own_u)));
    const VD turning = hn::Mul(angular_momentum, u);
    return hn::Sub(hn::Sub(twice_energy, hn::Add(felt, felt)), hn::Mul(turning, turning));
  }
};

HWY_INLINE void bisect(const Lanes& lanes, VI& below, VI& above, bool positive_above) {
  const DI di;
  const VI one = hn::Set(di, 1);
  while (!hn::AllFalse(di, hn::Gt(hn::Sub(above, below), one))) {
    const VI middle = hn::ShiftRight<1>(hn::Add(below, above));
    const auto open = hn::Gt(hn::Sub(above, below), one);
    const auto positive = hn::RebindMask(di, hn::Gt(lanes.q(middle), hn::Zero(DD())));
    const auto to_above = positive_above ? positive : hn::Not(positive);
    above = hn::IfThenElse(hn::And(open, to_above), middle, above);
    below = hn::IfThenElse(hn::And(open, hn::Not(to_above)), middle, below);
  }
}

/// Stars begin ... begin + lanes - 1.
HWY_INLINE void search_lanes(const ApsisSearch& s, std::size_t begin) {
  const DD d;
  const DI di;
  const VI last = hn::Set(di, s.last);
  const VI own = hn::Min(hn::Iota(di, s.first_shell + static_cast<std::int64_t>(begin)), last);
  const VD energy = hn::LoadU(d, s.energy + begin);
  const Lanes lanes{s.pairs, hn::Add(energy, energy), hn::LoadU(d, s.angular_momentum + begin),
                    hn::LoadU(d, s.mass + begin),
                    hn::GatherIndex(d, s.pairs, hn::ShiftLeft<1>(own))};
  hn::StoreU(lanes.q(own), d, s.q_own + begin);
  hn::StoreU(lanes.q(last), d, s.q_last + begin);
  VI below = hn::Zero(di), above = own;
  bisect(lanes, below, above, true);
  hn::StoreU(below, di, s.inner + begin);
  below = own;
  above = last;
  bisect(lanes, below, above, false);
  hn::StoreU(below, di, s.outer + begin);
}

void search(const ApsisSearch& s) {
  const auto stars = static_cast<std::size_t>(s.stars);
  for (std::size_t i = 0; i < stars; i += hn::Lanes(DD())) search_lanes(s, i);
}

}  // namespace HWY_NAMESPACE
}  // namespace touchstone::optimized
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace touchstone::optimized {

std::span<const ApsisKernel> apsis_kernels() {
  const auto supported = [](std::int64_t target) {
    return (hwy::SupportedTargets() & target) != 0;
  };
  static const ApsisKernel kernels[] = {
#if HWY_TARGETS & HWY_AVX3
    {"avx512", supported(HWY_AVX3), &N_AVX3::search},
#endif
#if HWY_TARGETS & HWY_AVX2
    {"avx2", supported(HWY_AVX2), &N_AVX2::search},
#endif
    {"portable", true, &N_EMU128::search}
  };
  return kernels;
}

const ApsisKernel& best_apsis_kernel() {
  const auto all = apsis_kernels();
  return *std::find_if(all.begin(), all.end(), [](const ApsisKernel& k) { return k.available; });
}

}  // namespace touchstone::optimized
#endif  // HWY_ONCE
