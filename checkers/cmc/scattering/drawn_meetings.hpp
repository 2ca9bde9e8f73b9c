// checkers/cmc/scattering/drawn_meetings.hpp
// Purpose   Meetings of any masses, shapes and speeds, most of them close: for checks that compare
//           each meeting by itself.
#pragma once
#include "checkers/cmc/scattering/read_meeting.hpp"

namespace touchstone::scattering {

/// Masses differ by up to 20, but one single star of three is lighter by up to 1e6 more; speeds are
/// 0.1 to 5 times what the binary's own is; the single star may be any of the three. Axes differ by
/// up to 100, and yet all binaries turn in times that differ by less than 20, so that one longest
/// time means as much for each.
inline Beginning drawn_beginning(Draws& draws, double tide) {
  Beginning b;
  b.single = static_cast<std::size_t>(draws.whole(0, 2));
  for (double& mass : b.mass) mass = draws.scale(0.3, 6);
  b.semimajor_axis = draws.scale(0.1, 10);
  const double heavy = std::pow(b.semimajor_axis, 3) * draws.scale(0.3, 3);
  for (double& mass : b.mass) mass *= heavy;
  if (draws.one_in(3)) b.mass[b.single] *= draws.scale(1e-6, 1);
  b.eccentricity = draws.one_in(4) ? 0 : std::sqrt(draws.from(0, 0.9));
  const double binary = b.mass[(b.single + 1) % 3] + b.mass[(b.single + 2) % 3];
  const double all = binary + b.mass[b.single];
  b.speed = draws.scale(0.1, 5) * std::sqrt(binary / b.semimajor_axis);
  // Two bodies with this pericentre.
  const double pericentre = draws.from(0, 3) * b.semimajor_axis;
  b.outer_momentum =
      pericentre * std::sqrt(b.speed * b.speed + 2 * all / std::max(pericentre, 1e-9));
  b.distance = std::max(distance_of_tide(b, tide), 2 * pericentre);
  return b;
}

/// The same of two binaries. Their sizes differ by up to 5; one second binary of four is lighter by
/// up to 100 instead, and tighter, so that its own tide ends before the other's shape is a point's.
inline TwoBinaries drawn_two_binaries(Draws& draws, double tide) {
  TwoBinaries b;
  for (double& mass : b.mass) mass = draws.scale(0.3, 6);
  b.semimajor_axis[0] = draws.scale(0.5, 2);
  b.semimajor_axis[1] = draws.scale(0.2, 5) * b.semimajor_axis[0];
  if (draws.one_in(4)) {
    const double light = draws.scale(0.01, 1);
    for (const std::size_t k : {2u, 3u}) b.mass[k] *= light;
    b.semimajor_axis[1] = draws.scale(0.2, 0.5) * std::cbrt(light) * b.semimajor_axis[0];
  }
  for (double& e : b.eccentricity) e = draws.one_in(4) ? 0 : std::sqrt(draws.from(0, 0.9));
  const double all = b.binary_mass(0) + b.binary_mass(1);
  const double wide = std::max(b.semimajor_axis[0], b.semimajor_axis[1]);
  b.speed = draws.scale(0.1, 5) * std::sqrt(all / wide);
  const double pericentre = draws.from(0, 3) * wide;
  b.outer_momentum =
      pericentre * std::sqrt(b.speed * b.speed + 2 * all / std::max(pericentre, 1e-9));
  b.distance = std::max(distance_of_tide(b, tide), 2 * pericentre);
  return b;
}

}  // namespace touchstone::scattering
