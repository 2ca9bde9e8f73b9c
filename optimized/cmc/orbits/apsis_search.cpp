#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/cmc/orbits/apsis_search.cpp"
// clang-format off: the choice of targets must come before any header of Highway
#include "models/core/vector_targets.hpp"
// clang-format on
#include <hwy/foreach_target.h>  // compiles this file once per target
#include <hwy/highway.h>

#include <algorithm>

#include "optimized/cmc/orbits/apsis_search.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A node of the tree is one vector or more.
using DD = hn::CappedTag<double, ShellTree::kWidth>;
using VD = hn::Vec<DD>;
using MD = hn::Mask<DD>;

constexpr std::size_t kStars = 8;  // are searched together: while one waits, others compute

struct Place {
  std::size_t inner, outer;  ///< nodes of a level
};

/// How many entries of a node belong to the part inside the apsis.
struct Inside {
  std::size_t inner = 0, outer = 0;
};

/// What Q needs of one star.
struct Orbit {
  VD twice_energy, angular_momentum, mass, own_u;

  HWY_INLINE Orbit(const ApsisSearch& s, std::size_t i)
      : twice_energy(hn::Set(DD(), s.energy[i] + s.energy[i])),
        angular_momentum(hn::Set(DD(), s.angular_momentum[i])),
        mass(hn::Set(DD(), s.mass[i])),
        own_u(hn::Set(DD(), s.own[4 * i])) {}

  /// With the expressions of a serial program.
  HWY_INLINE VD q(VD u, VD phi) const {
    const VD felt = hn::Add(phi, hn::Mul(mass, hn::Min(u, own_u)));
    const VD turning = hn::Mul(angular_momentum, u);
    return hn::Sub(hn::Sub(twice_energy, hn::Add(felt, felt)), hn::Mul(turning, turning));
  }
  /// Shells from the star's own on outwards are not inside its pericentre, those up to it inside
  /// its apocentre.
  template <bool kInner, bool kOuter>
  HWY_INLINE void count(VD u, VD phi, Inside& inside) const {
    const DD d;
    const MD allowed = hn::Gt(q(u, phi), hn::Zero(d));
    if constexpr (kInner) inside.inner += hn::CountTrue(d, hn::AndNot(allowed, hn::Gt(u, own_u)));
    if constexpr (kOuter) inside.outer += hn::CountTrue(d, hn::Or(allowed, hn::Ge(u, own_u)));
  }
  template <bool kInner, bool kOuter>
  HWY_INLINE void look(const ShellTree::Node& node, Inside& inside) const {
    const DD d;
    for (std::size_t j = 0; j < ShellTree::kWidth; j += hn::Lanes(d))
      count<kInner, kOuter>(hn::Load(d, node.u + j), hn::Load(d, node.phi + j), inside);
  }
  /// The same of eight records.
  template <bool kInner, bool kOuter>
  HWY_INLINE void look(const double* records, Inside& inside) const {
    const DD d;
    const std::size_t lanes = hn::Lanes(d);
    for (std::size_t j = 0; j < ShellTree::kWidth; j += lanes, records += 4 * lanes) {
      const VD a = hn::Load(d, records), b = hn::Load(d, records + lanes);
      const VD c = hn::Load(d, records + 2 * lanes), e = hn::Load(d, records + 3 * lanes);
      const VD u = hn::ConcatEven(d, hn::ConcatEven(d, e, c), hn::ConcatEven(d, b, a));
      const VD phi = hn::ConcatEven(d, hn::ConcatOdd(d, e, c), hn::ConcatOdd(d, b, a));
      count<kInner, kOuter>(u, phi, inside);
    }
  }
};

/// The last entry inside, of entries from `first` on.
HWY_INLINE std::size_t last_inside(std::size_t first, std::size_t count) {
  return first + (count > 0 ? count - 1 : 0);
}

/// Level by level, all stars of the group in each.
HWY_INLINE void search_group(const ApsisSearch& s, std::size_t begin, std::size_t count) {
  Place at[kStars];
  const auto& levels = s.tree->levels();
  const ShellTree::Level& top = levels.back();
  for (std::size_t i = 0; i < count; ++i) {
    const Orbit orbit(s, begin + i);
    Inside inside;
    for (const ShellTree::Node& node : top) orbit.look<true, true>(node, inside);
    at[i] = {last_inside(0, inside.inner), last_inside(0, inside.outer)};
  }
  const auto descend = [&](auto node) {
    for (std::size_t i = 0; i < count; ++i) {
      const Orbit orbit(s, begin + i);
      Inside inside;
      orbit.look<true, false>(node(at[i].inner), inside);
      orbit.look<false, true>(node(at[i].outer), inside);
      at[i] = {last_inside(ShellTree::kWidth * at[i].inner, inside.inner),
               last_inside(ShellTree::kWidth * at[i].outer, inside.outer)};
    }
  };
  for (std::size_t level = levels.size() - 1; level-- > 0;)
    descend([&](std::size_t k) -> const ShellTree::Node& { return levels[level][k]; });
  descend([&](std::size_t k) { return s.records + 4 * ShellTree::kWidth * k; });
  const auto outermost = static_cast<std::size_t>(s.last - 1);
  const auto keep = [&](std::size_t k, std::size_t i, std::int64_t* shells,
                        const ApsisRecords& to) {
    k = std::min(k, outermost);
    shells[i] = static_cast<std::int64_t>(k);
    std::copy_n(s.records + 4 * k, 4, to.record + 4 * i);
    to.next_radius[i] = s.records[4 * (k + 1) + 3];
  };
  for (std::size_t i = 0; i < count; ++i) {
    keep(at[i].inner, begin + i, s.inner, s.inner_records);
    keep(at[i].outer, begin + i, s.outer, s.outer_records);
  }
}

/// Q at the stars themselves and at the outer end, star by star.
void ends(const ApsisSearch& s, std::size_t stars) {
  const double* const last = s.records + 4 * s.last;
  for (std::size_t i = 0; i < stars; ++i) {
    const double* const own = s.own + 4 * i;
    const auto q = [&](double u, double phi) {
      const double felt = phi + s.mass[i] * (u < own[0] ? u : own[0]);
      const double turning = s.angular_momentum[i] * u;
      return s.energy[i] + s.energy[i] - (felt + felt) - turning * turning;
    };
    s.q_own[i] = q(own[0], own[1]);
    s.q_last[i] = q(last[0], last[1]);
  }
}

void search(const ApsisSearch& s) {
  const auto stars = static_cast<std::size_t>(s.stars);
  ends(s, stars);
  for (std::size_t i = 0; i < stars; i += kStars) search_group(s, i, std::min(kStars, stars - i));
}

constexpr ApsisKernel kernel(const char* backend, bool available) {
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
