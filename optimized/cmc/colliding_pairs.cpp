#include "optimized/cmc/colliding_pairs.hpp"

#include <algorithm>
#include <cmath>

namespace touchstone::optimized {
namespace {

// More than the roundings of both sides, as a part of speeds and of the bound.
constexpr double kMargin = 1e-12;

}  // namespace

CollidingPairs::CollidingPairs(std::span<const double> masses, const cluster::Collisions& how,
                               double initial_stars, double time)
    : how_(how), initial_stars_(initial_stars), time_(time) {
  double heaviest = 0;
  for (const double mass : masses) heaviest = std::max(heaviest, mass);
  widest_ = 2 * cluster::radius_of_star(heaviest, how, initial_stars);
}

/// The relative speed w is between those of tangential velocities that are parallel and opposite;
/// cross section times w is R (R w + 2 M / w).
bool CollidingPairs::expects_less(double number, const Neighbours& pair, double mass,
                                  double density) const {
  const double radial = pair.radial_velocity[1] - pair.radial_velocity[0];
  const double sum = pair.tangential_velocity[0] + pair.tangential_velocity[1];
  const double difference = pair.tangential_velocity[1] - pair.tangential_velocity[0];
  const double fastest = std::sqrt(radial * radial + sum * sum);
  const double slowest = std::sqrt(radial * radial + difference * difference) - kMargin * fastest;
  if (!(slowest > 0)) return false;
  const double most = cluster::meetings_within(widest_, 0, fastest, density, time_) +
                      cluster::meetings_within(widest_, mass, slowest, density, time_);
  return most * (1 + kMargin) < number;
}

double CollidingPairs::expected(const cluster::SinglePair& pair) const {
  return cluster::collisions_of_pair(pair, how_, initial_stars_, time_);
}

}  // namespace touchstone::optimized
