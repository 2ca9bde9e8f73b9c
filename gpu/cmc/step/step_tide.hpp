// gpu/cmc/step/step_tide.hpp
// Purpose   Stars that a tide takes, decided by the host: sums go star by star, and few stars leave
//           in a step.
// Source    M. Giersz, D. C. Heggie, J. R. Hurley, Mon. Not. R. Astron. Soc. 388, 429 (2008),
//           section 2.2.
// Computes  The bits of the serial reference.
// Cost      Copies of 50 bytes for each star, and a few loops over all of them.
#pragma once
#include <cstdint>
#include <vector>

#include "gpu/cmc/shells.hpp"
#include "models/cmc/tide.hpp"

namespace touchstone::gpu {

/// The stars of a step after their orbits are known, in the old order.
struct TideStars {
  std::vector<double> mass;
  std::vector<double> energy;  ///< without the own shell
  std::vector<double> apocentre;
  std::vector<double> old_speed2;
  std::vector<ShellPoint> points;  ///< those of shells, with both ends
  std::vector<std::uint8_t> leaves;
};

struct Stripped {
  std::size_t stay = 0;
  double tidal_radius = 0;
  double escaped_energy = 0;  ///< with what was booked before
};

/// Marks stars until those that stay hold each other.
inline Stripped strip(const cluster::Tide& tide, TideStars& stars, double escaped_before) {
  const std::size_t n = stars.mass.size();
  const double alpha = cluster::tidal_alpha(n);
  Stripped result;
  for (bool more = true; more;) {
    double mass = 0;
    for (std::size_t i = 0; i < n; ++i)
      if (stars.leaves[i] == 0) mass += stars.mass[i];
    result.tidal_radius = cluster::tidal_radius(tide, mass);
    more = false;
    for (std::size_t i = 0; i < n; ++i)
      if (stars.leaves[i] == 0 && cluster::beyond_tide(tide, mass, result.tidal_radius, alpha,
                                                       stars.energy[i], stars.apocentre[i])) {
        stars.leaves[i] = 1;
        more = true;
      }
  }
  double energy = escaped_before, gone = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (stars.leaves[i] == 0) {
      ++result.stay;
      continue;
    }
    const double m = stars.mass[i];
    const ShellPoint& own = stars.points[i + 1];
    energy += m * (own.phi + 0.5 * stars.old_speed2[i] + (gone + 0.5 * m) * own.u);
    gone += m;
  }
  result.escaped_energy = energy;
  return result;
}

}  // namespace touchstone::gpu
