// gpu/cmc/step/order.hpp
// Purpose   Kernels around the sort of stars by radius on a device: keys, the order of equal radii,
//           stars that leave.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, step 6.
// Computes  The order by radius, and by id where radii are equal; stars that leave are last, in the
//           order that they were in.
// Not here  The sort (sort_pairs of a device).
#pragma once
#include <cstdint>

#include "gpu/cmc/step/new_orbits.hpp"

namespace touchstone::gpu {

/// Positive radii are in the order of their bits.
struct MakeKeys {
  static constexpr const char* kName = "cmc/make-keys";
  static constexpr bool kSynchronises = false;
  std::int32_t count;
  Span<const double> position;
  Span<const std::uint8_t> leaves;
  Span<std::uint64_t> keys;
  Span<std::uint32_t> places;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const std::int64_t i = ctx.global_thread();
    if (i >= count) return;
    const bool gone = ctx.global(leaves, "leaving stars").load(i) != 0;
    const double radius = ctx.global(position, "positions").load(i);
    ctx.global(keys, "keys")
        .store(i, gone ? ~std::uint64_t{0} : static_cast<std::uint64_t>(word_of(radius)));
    ctx.global(places, "places").store(i, static_cast<std::uint32_t>(i));
  }
};

/// Brings stars of one radius, which are few, in the order of their ids: the thread of the first.
struct OrderEqualRadii {
  static constexpr const char* kName = "cmc/order-equal-radii";
  static constexpr bool kSynchronises = false;
  std::int32_t count;  ///< stars that stay
  Span<const std::uint64_t> keys;
  Span<const std::uint32_t> id;
  Span<std::uint32_t> order;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const std::int64_t first = ctx.global_thread();
    if (first >= count) return;
    const auto sorted = ctx.global(keys, "sorted keys");
    const std::uint64_t own = sorted.load(first);
    if (first > 0 && sorted.load(first - 1) == own) return;
    std::int64_t end = first + 1;
    while (end < count && sorted.load(end) == own) ++end;
    if (end - first < 2) return;
    const auto ids = ctx.global(id, "ids");
    const auto stars = ctx.global(order, "order");
    for (std::int64_t i = first + 1; i < end; ++i) {
      const std::uint32_t star = stars.load(i);
      std::int64_t to = i;
      for (; to > first && ids.load(stars.load(to - 1)) > ids.load(star); --to)
        stars.store(to, stars.load(to - 1));
      stars.store(to, star);
    }
  }
};

/// Radii, masses and ids in their new order; velocities wait for the correction.
struct GatherSorted {
  static constexpr const char* kName = "cmc/gather-sorted";
  static constexpr bool kSynchronises = false;
  std::int32_t count;
  Span<const std::uint64_t> keys;
  Span<const std::uint32_t> order;
  Span<const double> mass;
  Span<const std::uint32_t> id;
  Span<double> new_radius;  ///< radii of shells, with both ends
  Span<double> new_mass;
  Span<std::uint32_t> new_id;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const std::int64_t i = ctx.global_thread();
    if (i >= count) return;
    const std::uint32_t star = ctx.global(order, "order").load(i);
    const auto bits = static_cast<std::int64_t>(ctx.global(keys, "sorted keys").load(i));
    ctx.global(new_radius, "new radii").store(i + 1, double_of(bits));
    ctx.global(new_mass, "new masses").store(i, ctx.global(mass, "masses").load(star));
    ctx.global(new_id, "new ids").store(i, ctx.global(id, "ids").load(star));
  }
};

/// Energies of some of the stars that leave, which are behind the others.
struct GatherLeaving {
  static constexpr const char* kName = "cmc/gather-leaving";
  static constexpr bool kSynchronises = false;
  std::int32_t first;
  std::int32_t end;
  Span<const std::uint32_t> order;
  Span<const double> work;
  Span<double> energies;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const std::int64_t i = ctx.global_thread();
    if (first + i >= end || i >= energies.size) return;
    const std::uint32_t star = ctx.global(order, "order").load(first + i);
    ctx.global(energies, "energies that leave").store(i, ctx.global(work, "works").load(star));
  }
};

}  // namespace touchstone::gpu
