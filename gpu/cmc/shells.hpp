// gpu/cmc/shells.hpp
// Purpose   The potential of the shells of all stars in device memory, and what one star feels of
//           it, which is not its own shell.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), equations 1 to 6, 12 and
//           15; the appendix sends r, m, E, J and phi to the device.
// Computes  phi'(r) = phi(r) + m / max(r, r_i), E' = E + m / r_i and Q = 2 E' - 2 phi' - J^2/r^2;
//           with + - * / and square roots only, so that a device gives the bits of a processor. The
//           public CUDA file has E - phi + m / r with the wrong sign.
// Not here  Searches (apsides.hpp), new positions (rejection.hpp).
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "gpu/exec/context.hpp"
#include "models/core/errors.hpp"

namespace touchstone::gpu {

/// Number of stars, of which kernels add two indices. Throws InputError where that is too large.
inline std::int32_t star_count(std::size_t stars) {
  constexpr std::size_t kMost = (std::size_t{1} << 30) - 1;
  if (stars > kMost)
    throw input_error("stars on a device", "number", "at most " + std::to_string(kMost),
                      std::to_string(stars));
  return static_cast<std::int32_t>(stars);
}

/// 1/r and phi of a shell; one load of a vector. Between shells phi is a straight line in 1/r.
struct alignas(16) ShellPoint {
  double u;
  double phi;
};

/// Shells 1 to N, and the ends 0 and N + 1 without mass: all arrays have N + 2 elements.
struct Shells {
  Span<const ShellPoint> points;
  Span<const double> radius;
  Span<const double> enclosed;
};

/// Orbits with less angular momentum are taken for radial: its square would lose digits.
inline constexpr double kLeastAngularMomentum = 1e-150;

/// A star as the potential sees it.
struct DeviceMover {
  int shell = 1;
  double mass = 0;
  double energy = 0;  ///< E'
  double angular_momentum = 0;
};

/// The arrays of Shells inside a kernel, with what a star feels there.
template <class Points, class Numbers>
struct OpenShells {
  Points points;
  Numbers radius;
  Numbers enclosed;
  int last;  ///< N + 1

  TOUCHSTONE_HD DeviceMover mover(int star, double mass, double radial, double tangential) const {
    const int k = star + 1;
    const ShellPoint own = points.load(k);
    const double speed2 = radial * radial + tangential * tangential;
    const double energy = own.phi + 0.5 * speed2;
    const double momentum = radius.load(k) * tangential;
    return {k, mass, energy + mass * own.u, momentum < kLeastAngularMomentum ? 0 : momentum};
  }
  TOUCHSTONE_HD double potential_at_shell(const DeviceMover& star, ShellPoint at) const {
    const double own = points.load(star.shell).u;
    return at.phi + star.mass * (own < at.u ? own : at.u);
  }
  /// Equation 12 at a shell.
  TOUCHSTONE_HD double q(const DeviceMover& star, int k) const {
    const ShellPoint at = points.load(k);
    const double turning = star.angular_momentum * at.u;
    return 2 * star.energy - 2 * potential_at_shell(star, at) - turning * turning;
  }
  /// Mass that pulls the star between shells k and k + 1.
  TOUCHSTONE_HD double felt_mass(const DeviceMover& star, int k) const {
    if (k == 0) return 0;
    return k < star.shell ? enclosed.load(k) : enclosed.load(k) - star.mass;
  }
  /// B of phi' = B - M u between shells k and k + 1.
  TOUCHSTONE_HD double offset(const DeviceMover& star, int k) const {
    const double own = k < star.shell ? star.mass * points.load(star.shell).u : 0;
    if (k == 0) return points.load(1).phi + own;
    const ShellPoint at = points.load(k);
    return at.phi + enclosed.load(k) * at.u + own;
  }
  TOUCHSTONE_HD double potential_in(const DeviceMover& star, int k, double r) const {
    const double here = radius.load(star.shell);
    const double own = star.mass / (r < here ? here : r);
    if (k == 0) return points.load(1).phi + own;
    const ShellPoint at = points.load(k);
    return at.phi + enclosed.load(k) * (at.u - 1 / r) + own;
  }
  /// k of r_k <= r < r_{k+1}, from `below` to `above` - 1, the nearer of which it is where r is
  /// outside. One of four parts is left at a time: three shells are read that do not wait for each
  /// other, and half as many times as if one were.
  TOUCHSTONE_HD int shell_at(double r, int below, int above) const {
    while (above - below > 1) {
      const int first = below + (above - below) / 4;
      const int second = below + (above - below) / 2;
      const int third = above - (above - below + 3) / 4;
      const bool from_first = radius.load(first) <= r;
      const bool from_second = radius.load(second) <= r;
      const bool from_third = radius.load(third) <= r;
      above = !from_first ? first : !from_second ? second : !from_third ? third : above;
      below = from_third ? third : from_second ? second : from_first ? first : below;
    }
    return below;
  }
  /// dQ/dr at r between shells k and k + 1.
  TOUCHSTONE_HD double slope(const DeviceMover& star, int k, double r) const {
    const double j2 = star.angular_momentum * star.angular_momentum;
    return 2 * (j2 / r - felt_mass(star, k)) / (r * r);
  }
};

template <class Context>
TOUCHSTONE_HD auto open(const Context& ctx, const Shells& shells) {
  const auto points = ctx.global(shells.points, "shells (u, phi)");
  const auto radius = ctx.global(shells.radius, "radii of shells");
  using Points = std::remove_const_t<decltype(points)>;
  using Numbers = std::remove_const_t<decltype(radius)>;
  return OpenShells<Points, Numbers>{points, radius, ctx.global(shells.enclosed, "enclosed masses"),
                                     static_cast<int>(shells.points.size) - 1};
}

}  // namespace touchstone::gpu
