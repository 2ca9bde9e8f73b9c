// models/cmc/stars.hpp
// Purpose   The stars of a spherical cluster: each stands for a shell of its mass at its radius.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1.
// Units     N-body units of M. Henon, Astrophys. Space Sci. 14, 151 (1971): G = 1, total mass 1,
//           energy -1/4 at the start, so that the virial radius is 1. Times are in units of t_dyn
//           N / ln(gamma N), t_dyn = 1: in them gamma drops out of relaxation.
// Not here  The potential (shell_potential.hpp), which star moves how (reference/cmc).
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace touchstone::cluster {

/// Factor in the Coulomb logarithm ln(gamma N), as in equation 20 of the paper, for rates that it
/// does not drop out of.
inline constexpr double kGamma = 0.1;

/// Structure of arrays. Directions do not matter but for the sign of the radial velocity; the
/// tangential velocity is not negative.
struct Stars {
  std::vector<double> mass;
  std::vector<double> radius;
  std::vector<double> radial_velocity;
  std::vector<double> tangential_velocity;
  std::vector<std::uint32_t> id;  ///< stays with a star when stars are sorted

  std::size_t size() const { return radius.size(); }
  double speed2(std::size_t i) const {
    return radial_velocity[i] * radial_velocity[i] +
           tangential_velocity[i] * tangential_velocity[i];
  }
  bool operator==(const Stars&) const = default;
};

/// A start that can be integrated: as many values of each kind, masses above 0, radii above 0 and
/// strictly ascending, tangential velocities not negative, everything finite. Throws InputError
/// that names the star, numbered from 1, and `where` it comes from.
void require_valid(const Stars& stars, const std::string& where);

/// The stars in the order `order[0], order[1] ...`; those that are not named are left out.
Stars reordered(const Stars& stars, const std::vector<std::uint32_t>& order);

/// The order by radius, and by id where radii are equal.
std::vector<std::uint32_t> radial_order(const Stars& stars);

/// Sum of m v^2 / 2, star by star from the centre.
double kinetic_energy(const Stars& stars);

}  // namespace touchstone::cluster
