#include "reference/cmc/velocity_correction.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace touchstone::reference {
namespace {

using cluster::Stars;

constexpr double kMostTaken = 0.8;  // of a star's kinetic energy

void scale(Stars& stars, std::size_t i, double factor) {
  stars.radial_velocity[i] *= factor;
  stars.tangential_velocity[i] *= factor;
}

/// Takes what it can of `excess` from star i and returns the rest.
double take(Stars& stars, std::size_t i, double excess) {
  const double kinetic = 0.5 * stars.mass[i] * stars.speed2(i);
  if (!(kinetic > 0)) return excess;
  const double taken = std::min(excess, kMostTaken * kinetic);
  scale(stars, i, std::sqrt((kinetic - taken) / kinetic));
  return excess - taken;
}

}  // namespace

double correct_velocities(Stars& stars, std::span<const double> speed2,
                          std::span<const cluster::Block> blocks) {
  std::vector<double> left;
  for (const cluster::Block& block : blocks) {
    double excess = 0;
    for (std::size_t i = block.first; i < block.end; ++i) {
      const double now = stars.speed2(i);
      if (speed2[i] > 0 && now > 0) {
        scale(stars, i, std::sqrt(speed2[i] / now));
        if (excess > 0) excess = take(stars, i, excess);
      } else {
        excess += 0.5 * stars.mass[i] * (now - speed2[i]);
      }
    }
    left.push_back(excess);
  }
  double unplaced = left.back();
  for (std::size_t b = 1; b < blocks.size(); ++b) {
    double excess = left[b - 1];
    for (std::size_t i = blocks[b].first; i < blocks[b].end && excess > 0; ++i)
      excess = take(stars, i, excess);
    unplaced += excess;
  }
  return unplaced;
}

}  // namespace touchstone::reference
