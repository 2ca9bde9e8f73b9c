#include "models/cmc/centre.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace touchstone::cluster {

Centre centre_of(const Stars& stars) {
  Centre centre{.stars = std::min(kCentralStars, stars.size())};
  double momentum2 = 0;
  for (std::size_t i = 0; i < centre.stars; ++i) {
    centre.mass += stars.mass[i];
    momentum2 += stars.mass[i] * stars.speed2(i);
  }
  centre.dispersion = std::sqrt(momentum2 / (3 * centre.mass));
  const double edge = stars.radius[centre.stars - 1];
  centre.volume = 4 * std::numbers::pi / 3 * edge * edge * edge;
  return centre;
}

}  // namespace touchstone::cluster
