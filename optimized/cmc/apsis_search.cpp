#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/cmc/apsis_search.cpp"
// clang-format off: the choice of targets must come before any header of Highway
#include "models/core/vector_targets.hpp"
// clang-format on
#include <hwy/foreach_target.h>  // compiles this file once per target
#include <hwy/highway.h>

#include "optimized/cmc/apsis_search.hpp"
#include "optimized/cmc/field.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using DD = hn::ScalableTag<double>;
using DI = hn::RebindToSigned<DD>;
using VD = hn::Vec<DD>;
using VI = hn::Vec<DI>;

/// Where u and phi of the shells are: in a table of pairs, in the records.
struct Pairs {
  const double* first;
  static constexpr int kShift = 1;
};
struct Records {
  const double* first;
  static constexpr int kShift = 2;
};

/// Stars in lanes, and between which entries of a table their apsides are: Q <= 0 < Q at the ends
/// of the inner bracket, Q > 0 >= Q at those of the outer one.
struct Lanes {
  VD twice_energy, angular_momentum, mass, own_u;
  VI inner_below, inner_above, outer_below, outer_above;

  /// Q at entry k of a table, with the expressions of a serial program.
  template <class Table>
  HWY_INLINE VD q(const Table& table, VI k) const {
    const DD d;
    const VI at = hn::ShiftLeft<Table::kShift>(k);
    const VD u = hn::GatherIndex(d, table.first, at);
    const VD phi = hn::GatherIndex(d, table.first + 1, at);
    const VD felt = hn::Add(phi, hn::Mul(mass, hn::Min(u, own_u)));
    const VD turning = hn::Mul(angular_momentum, u);
    return hn::Sub(hn::Sub(twice_energy, hn::Add(felt, felt)), hn::Mul(turning, turning));
  }

  /// Halves both brackets that are longer than one; false when none was.
  template <class Table>
  HWY_INLINE bool halve(const Table& table) {
    const DI di;
    const VI one = hn::Set(di, 1);
    const auto inner = hn::Gt(hn::Sub(inner_above, inner_below), one);
    const auto outer = hn::Gt(hn::Sub(outer_above, outer_below), one);
    const VI at_inner = hn::ShiftRight<1>(hn::Add(inner_below, inner_above));
    const VI at_outer = hn::ShiftRight<1>(hn::Add(outer_below, outer_above));
    const auto high = hn::RebindMask(di, hn::Gt(q(table, at_inner), hn::Zero(DD())));
    const auto far = hn::RebindMask(di, hn::Gt(q(table, at_outer), hn::Zero(DD())));
    inner_above = hn::IfThenElse(hn::And(inner, high), at_inner, inner_above);
    inner_below = hn::IfThenElse(hn::AndNot(high, inner), at_inner, inner_below);
    outer_below = hn::IfThenElse(hn::And(outer, far), at_outer, outer_below);
    outer_above = hn::IfThenElse(hn::AndNot(far, outer), at_outer, outer_above);
    return !hn::AllFalse(di, hn::Or(inner, outer));
  }

  HWY_INLINE void load(const ApsisSearch& s, std::size_t begin) {
    const DD d;
    const DI di;
    const Records fine{s.records};
    const VI last = hn::Set(di, s.last);
    const VI own = hn::Min(hn::Iota(di, s.first_shell + static_cast<std::int64_t>(begin)), last);
    const VD energy = hn::LoadU(d, s.energy + begin);
    twice_energy = hn::Add(energy, energy);
    angular_momentum = hn::LoadU(d, s.angular_momentum + begin);
    mass = hn::LoadU(d, s.mass + begin);
    own_u = hn::GatherIndex(d, fine.first, hn::ShiftLeft<Records::kShift>(own));
    hn::StoreU(q(fine, own), d, s.q_own + begin);
    hn::StoreU(q(fine, last), d, s.q_last + begin);
    inner_below = hn::Zero(di);
    inner_above = first_from<Field::kCoarseBits>(own);
    outer_below = hn::ShiftRight<Field::kCoarseBits>(own);
    outer_above = first_from<Field::kCoarseBits>(last);
  }
  /// From a table of every 2^kFrom-th shell to one of every 2^kTo-th.
  template <int kFrom, int kTo>
  HWY_INLINE void refine(const ApsisSearch& s, std::size_t begin) {
    const DI di;
    const VI last = hn::Set(di, s.last);
    const VI own = hn::Min(hn::Iota(di, s.first_shell + static_cast<std::int64_t>(begin)), last);
    inner_below = hn::ShiftLeft<kFrom - kTo>(inner_below);
    inner_above = hn::Min(hn::ShiftLeft<kFrom - kTo>(inner_above), first_from<kTo>(own));
    outer_below = hn::Max(hn::ShiftLeft<kFrom - kTo>(outer_below), hn::ShiftRight<kTo>(own));
    outer_above = hn::Min(hn::ShiftLeft<kFrom - kTo>(outer_above), first_from<kTo>(last));
  }
  HWY_INLINE void store(const ApsisSearch& s, std::size_t begin) const {
    hn::StoreU(inner_below, DI(), s.inner + begin);
    hn::StoreU(outer_below, DI(), s.outer + begin);
  }

 private:
  /// The first in a table of every 2^kBits-th shell that is shell k or further out.
  template <int kBits>
  static HWY_INLINE VI first_from(VI k) {
    return hn::ShiftRight<kBits>(hn::Add(k, hn::Set(DI(), (1 << kBits) - 1)));
  }
};

/// Two vectors of stars at a time: while the probes of one are on their way, the other computes.
HWY_INLINE void search_both(const ApsisSearch& s, std::size_t first, std::size_t second) {
  Lanes a, b;
  a.load(s, first);
  b.load(s, second);
  constexpr int kCoarse = Field::kCoarseBits, kMiddle = Field::kMiddleBits;
  const auto in = [&](const auto& table) {
    for (bool open = true; open;) {
      const bool first_open = a.halve(table);
      open = b.halve(table) || first_open;
    }
  };
  in(Pairs{s.coarse});
  a.refine<kCoarse, kMiddle>(s, first);
  b.refine<kCoarse, kMiddle>(s, second);
  in(Pairs{s.middle});
  a.refine<kMiddle, 0>(s, first);
  b.refine<kMiddle, 0>(s, second);
  in(Records{s.records});
  a.store(s, first);
  b.store(s, second);
}

void search(const ApsisSearch& s) {
  const auto stars = static_cast<std::size_t>(s.stars);
  const std::size_t lanes = hn::Lanes(DD());
  for (std::size_t i = 0; i < stars; i += 2 * lanes)
    search_both(s, i, i + lanes < stars ? i + lanes : i);
}

static ApsisKernel kernel(const char* backend, bool available) {
  return {backend, available, &search};
}

}  // namespace HWY_NAMESPACE
}  // namespace touchstone::optimized
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace touchstone::optimized {

std::span<const ApsisKernel> apsis_kernels() {
  static const ApsisKernel kernels[] = {TOUCHSTONE_ROW_PER_TARGET(kernel)};
  return kernels;
}

const ApsisKernel& best_apsis_kernel() { return first_available(apsis_kernels()); }

}  // namespace touchstone::optimized
#endif  // HWY_ONCE
