#include "checkers/cmc/starts.hpp"

#include "models/cmc/plummer.hpp"

namespace touchstone::cmc {

cluster::Stars unequal_with_losses(std::size_t count, std::uint32_t seed) {
  cluster::Stars stars = cluster::plummer::sample(count, seed);
  double total = 0;
  for (std::size_t i = 0; i < count; ++i) {
    total += stars.mass[i] *= 1 + static_cast<double>((7 * i) % 5);
    if (i % 50 == 25) stars.radial_velocity[i] *= 30;
    if ((i / 2) % 40 == 1 || i + 2 >= count) stars.tangential_velocity[i] = 0;
  }
  for (double& m : stars.mass) m /= total;
  return stars;
}

cluster::Stars heavy_stars_fall(std::size_t count, std::uint32_t seed) {
  cluster::Stars stars = cluster::plummer::sample(count, seed);
  for (std::size_t i = 0; i < count; ++i) {
    const bool heavy = i + 15 >= count && i % 3 == 0;
    stars.mass[i] = heavy ? 1 : 0.3 / static_cast<double>(count);
    const double slower = heavy || (i / 2) % 11 == 5 ? 0 : 0.5;
    stars.radial_velocity[i] *= slower;
    stars.tangential_velocity[i] *= slower;
  }
  double total = 0;
  for (const double m : stars.mass) total += m;
  for (double& m : stars.mass) m /= total;
  return stars;
}

}  // namespace touchstone::cmc
