#include "models/cmc/scattering/four_stars.hpp"

#include <cmath>
#include <numbers>

namespace touchstone::cluster {

double stable_above(double outer_mass, double outer_eccentricity, double inclination) {
  const double e = outer_eccentricity;
  return 2.8 * std::pow((1 + outer_mass) * (1 + e) / std::sqrt(1 - e), 0.4) *
         (1 - 0.3 * inclination / std::numbers::pi);
}

}  // namespace touchstone::cluster
