// gpu/cmc/apsides.hpp
// Purpose   Pericentre and apocentre of each star's orbit: one thread for each star. A search of a
//           fixed number of halvings for every star, in which the interval is chosen and not
//           branched on, and the closed form between the two shells that it ends at.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, step 5, and
//           the appendix, the kernel of the bisection.
// Computes  The probes of the serial search, so the same shells and the same bits.
// Cost      2 log2(N) probes of 16 bytes for each star.
#pragma once
#include <cmath>
#include <cstdint>

#include "gpu/cmc/shells.hpp"

namespace touchstone::gpu {

enum class DeviceOrbitKind : std::uint8_t { eccentric, circular, unbound, not_sampled };

struct DeviceOrbit {
  DeviceOrbitKind kind = DeviceOrbitKind::circular;
  int inner = 0;  ///< r_inner <= pericentre <= r_{inner+1}
  int outer = 0;
  double pericentre = 0;
  double apocentre = 0;
};

/// Bound stars that get further out than this are taken for unbound.
inline constexpr double kTidalRadius = 1e6;

/// Halvings after which a range of `shells` + 2 shells is down to one interval.
constexpr int halvings_of(std::int64_t shells) {
  int count = 0;
  while ((std::int64_t{1} << count) < shells + 1) ++count;
  return count;
}

/// The last shell below `above` on the side of `below`, by the sign of Q, which is positive at
/// `above` if `rising` and else at `below`.
template <class Open>
TOUCHSTONE_HD int last_on_this_side(const Open& shells, const DeviceMover& star, int below,
                                    int above, bool rising, int halvings) {
  for (int h = 0; h < halvings; ++h) {
    const int middle = (below + above) / 2;
    const bool goes_up = (shells.q(star, middle) > 0) != rising;
    const bool open = above - below > 1;
    below = open && goes_up ? middle : below;
    above = open && !goes_up ? middle : above;
  }
  return below;
}

/// Discriminant of Q = 2 E' - 2 B + 2 M u - J^2 u^2.
template <class Open>
TOUCHSTONE_HD double discriminant_of(const Open& shells, const DeviceMover& star, int k) {
  const double j2 = star.angular_momentum * star.angular_momentum;
  const double m = shells.felt_mass(star, k);
  const double depth = shells.offset(star, k) - star.energy;
  return m * m - 2 * j2 * depth;
}

/// The root of Q, kept in its interval.
template <class Open>
TOUCHSTONE_HD double apsis(const Open& shells, const DeviceMover& star, int k, bool inner) {
  const double j2 = star.angular_momentum * star.angular_momentum;
  const double m = shells.felt_mass(star, k);
  const double depth = shells.offset(star, k) - star.energy;
  const double discriminant = discriminant_of(shells, star, k);
  const double sum = m + ::sqrt(discriminant > 0 ? discriminant : 0.0);
  double r = inner ? j2 / sum : sum / (2 * depth);
  // The innermost interval begins at the centre: r_0 is there for searches alone.
  const double least = k == 0 ? 0.0 : shells.radius.load(k);
  const double most = shells.radius.load(k + 1);
  r = r < least ? least : r;
  return most < r ? most : r;
}

template <class Open>
TOUCHSTONE_HD DeviceOrbit find_orbit(const Open& shells, const DeviceMover& star, int halvings) {
  DeviceOrbit orbit;
  orbit.kind = DeviceOrbitKind::unbound;
  if (!(star.energy < 0)) return orbit;
  int inside = star.shell;  // a shell between the apsides
  if (!(shells.q(star, inside) > 0)) {
    inside = 0;
    while (inside <= shells.last && !(shells.q(star, inside) > 0)) ++inside;
    if (inside > shells.last) {
      orbit.kind = DeviceOrbitKind::circular;
      return orbit;
    }
  }
  if (shells.q(star, shells.last) > 0) return orbit;
  orbit.inner = last_on_this_side(shells, star, 0, inside, true, halvings);
  // Nothing pulls the innermost star inside of the next shell, so it comes from the centre's side;
  // only round-off says that it is too slow for its own place. Without angular momentum it stays.
  if (star.shell == 1 && orbit.inner == 1 && star.angular_momentum > 0) orbit.inner = 0;
  orbit.outer = last_on_this_side(shells, star, inside, shells.last, false, halvings);
  const bool radial = star.angular_momentum * star.angular_momentum == 0;
  orbit.pericentre = radial ? 0 : apsis(shells, star, orbit.inner, true);
  orbit.apocentre = apsis(shells, star, orbit.outer, false);
  if (orbit.apocentre >= kTidalRadius) return orbit;
  // Without angular momentum, only round-off puts the pericentre beyond a shell: the star is at
  // rest, and nothing pulls it. So it is where nothing pulls it and round-off leaves no speed.
  const bool rests = orbit.inner == 0 && !(discriminant_of(shells, star, 0) > 0);
  const bool turns_inside =
      radial ? orbit.inner == 0 : !rests && shells.slope(star, orbit.inner, orbit.pericentre) > 0;
  const bool turns_outside = shells.slope(star, orbit.outer, orbit.apocentre) < 0;
  const bool turns = orbit.pericentre < orbit.apocentre && turns_inside && turns_outside;
  orbit.kind = turns ? DeviceOrbitKind::eccentric : DeviceOrbitKind::circular;
  return orbit;
}

/// The stars' properties, and what was found about them; structure of arrays, N elements each.
struct DeviceStars {
  Span<const double> mass;
  Span<const double> radial_velocity;
  Span<const double> tangential_velocity;
};
struct DeviceOrbits {
  Span<std::uint8_t> kind;
  Span<std::int32_t> inner;
  Span<std::int32_t> outer;
  Span<double> pericentre;
  Span<double> apocentre;
};

/// Star `i` as the potential sees it.
template <class Context, class Open>
TOUCHSTONE_HD DeviceMover load_mover(const Context& ctx, const Open& shells,
                                     const DeviceStars& stars, int i) {
  return shells.mover(i, ctx.global(stars.mass, "masses").load(i),
                      ctx.global(stars.radial_velocity, "radial velocities").load(i),
                      ctx.global(stars.tangential_velocity, "tangential velocities").load(i));
}

template <class Context>
TOUCHSTONE_HD void store_orbit(const Context& ctx, const DeviceOrbits& orbits, int i,
                               const DeviceOrbit& orbit) {
  ctx.global(orbits.kind, "kinds").store(i, static_cast<std::uint8_t>(orbit.kind));
  ctx.global(orbits.inner, "inner shells").store(i, orbit.inner);
  ctx.global(orbits.outer, "outer shells").store(i, orbit.outer);
  ctx.global(orbits.pericentre, "pericentres").store(i, orbit.pericentre);
  ctx.global(orbits.apocentre, "apocentres").store(i, orbit.apocentre);
}

/// As store_orbit() has left it.
template <class Context>
TOUCHSTONE_HD DeviceOrbit load_orbit(const Context& ctx, const DeviceOrbits& orbits, int i) {
  return {static_cast<DeviceOrbitKind>(ctx.global(orbits.kind, "kinds").load(i)),
          ctx.global(orbits.inner, "inner shells").load(i),
          ctx.global(orbits.outer, "outer shells").load(i),
          ctx.global(orbits.pericentre, "pericentres").load(i),
          ctx.global(orbits.apocentre, "apocentres").load(i)};
}

struct FindApsides {
  static constexpr const char* kName = "cmc/find-apsides";
  static constexpr bool kSynchronises = false;
  static constexpr int kMaxThreads = 256;

  Shells shells;
  DeviceStars stars;
  DeviceOrbits orbits;
  int halvings;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const std::int64_t star = ctx.global_thread();
    if (star >= stars.mass.size) return;
    const auto i = static_cast<int>(star);
    const auto view = open(ctx, shells);
    const DeviceMover mover = load_mover(ctx, view, stars, i);
    store_orbit(ctx, orbits, i, find_orbit(view, mover, halvings));
  }
};

}  // namespace touchstone::gpu
