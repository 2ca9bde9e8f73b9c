#include "optimized/cmc/scattering/meeting_over.hpp"

#include <algorithm>
#include <cmath>

#include "optimized/cmc/scattering/two_bodies.hpp"

namespace touchstone::optimized {
namespace {

using cluster::Ending;
using cluster::PointStar;
using cluster::ThreeStars;

double square_distance(const ThreeStars& stars, std::size_t without) {
  const Relative pair = relative(stars[(without + 1) % 3], stars[(without + 2) % 3]);
  return dot(pair.r, pair.r);
}

/// The star that is not of the closest pair.
std::size_t third(const ThreeStars& stars, const std::array<double, 3>& square) {
  std::size_t found = 0;
  for (std::size_t k = 1; k < stars.size(); ++k)
    if (square[k] < square[found]) found = k;
  return found;
}

bool ionised(const ThreeStars& stars, const std::array<double, 3>& square) {
  for (std::size_t k = 0; k < 3; ++k) {
    const PointStar &a = stars[(k + 1) % 3], &b = stars[(k + 2) % 3];
    const Relative pair = relative(a, b);
    if (!pair.recede()) return false;
    // To b from the third star is the pair without a.
    const double at_stake = stars[k].mass * (b.mass / std::sqrt(square[(k + 1) % 3]) +
                                             a.mass / std::sqrt(square[(k + 2) % 3]));
    if (!(a.mass * b.mass / pair.mass * pair.energy() > at_stake)) return false;
  }
  return true;
}

}  // namespace

MeetingState meeting_state(const ThreeStars& stars, double tide) {
  const std::array<double, 3> square = {square_distance(stars, 0), square_distance(stars, 1),
                                        square_distance(stars, 2)};
  const std::size_t single = third(stars, square);
  const PointStar &a = stars[(single + 1) % 3], &b = stars[(single + 2) % 3];
  const PointStar centre = centre_of(a, b);
  const Relative outer = relative(centre, stars[single]);
  if (!outer.recede()) return {};
  // The tide when the binary is as wide as it is now, at least: 2 m d^3 / (M R^3).
  const double wide = square[single] * std::sqrt(square[single]);
  const double distance = std::sqrt(dot(outer.r, outer.r));
  const double allowed = tide * centre.mass * distance * distance * distance;
  // A light star feels the binary's shape: it is as far as one of the binary's mass must be.
  const double pull = 2 * std::max(stars[single].mass, centre.mass);
  const Relative inner = relative(a, b);
  const double inner_energy = inner.energy();
  if (inner_energy >= 0) return {ionised(stars, square) ? Ending::ionised : Ending::unfinished};
  if (pull * wide > allowed || !(outer.energy() > 0)) return {};
  const double apocentre = ellipse_of(inner, inner_energy).apocentre();
  if (!(pull * apocentre * apocentre * apocentre < allowed)) return {};
  return {Ending::binary, single};
}

MeetingEnergy meeting_energy(const ThreeStars& stars) {
  const std::array<double, 3> square = {square_distance(stars, 0), square_distance(stars, 1),
                                        square_distance(stars, 2)};
  const std::size_t single = third(stars, square);
  const PointStar &a = stars[(single + 1) % 3], &b = stars[(single + 2) % 3], &c = stars[single];
  const PointStar centre = centre_of(a, b);
  const Relative inner = relative(a, b), outer = relative(centre, c);
  MeetingEnergy energy;
  for (const PointStar& star : stars)
    energy.total += star.mass * dot(star.velocity, star.velocity) / 2;
  for (std::size_t k = 0; k < 3; ++k)
    energy.total -= stars[(k + 1) % 3].mass * stars[(k + 2) % 3].mass / std::sqrt(square[k]);
  const double inner_energy = inner.energy(), outer_energy = outer.energy();
  energy.scale = std::abs(a.mass * b.mass / inner.mass * inner_energy) +
                 std::abs(centre.mass * c.mass / outer.mass * outer_energy);
  energy.semimajor_axis = inner.mass / (2 * std::abs(inner_energy));
  energy.outer_speed = std::sqrt(2 * std::abs(outer_energy));
  return energy;
}

}  // namespace touchstone::optimized
