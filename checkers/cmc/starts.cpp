#include "checkers/cmc/starts.hpp"

#include "models/cluster/plummer.hpp"

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

}  // namespace touchstone::cmc
