// reference/cmc/fewbody/scattering.cpp
// Purpose   Follows each meeting of a binary and a single star by itself, from beginning to end.
// Source    J. M. Fregeau, P. Cheung, S. F. Portegies Zwart, F. A. Rasio, Mon. Not. R. Astron.
//           Soc. 352, 1 (2004), section 3: direct integration of order 8, and an end where the tide
//           on the binary is small; B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013),
//           section 2.1, step 3.
// Computes  After each step it asks whether the meeting is over. All in units of the binary. The
//           second try has more digits, not only smaller steps, which lost 1 meeting of 500: where
//           stars pass closely, energy is lost to the rounding of their places.
// Cost      About 40 steps for each revolution of a binary.
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "models/cmc/scattering/three_stars.hpp"
#include "reference/cmc/fewbody/few_body.hpp"

namespace touchstone::reference {
namespace {

using cluster::Ending;
using cluster::Scattered;
using cluster::ScatteringParameters;
using cluster::ThreeStars;

constexpr double kEnergyError = 1e-7;  ///< claimed; a try that is worse is repeated in long double
/// Longest time between roundings of places to double. Steps below 4.5 units of rounding of it are
/// too small: 1e-13 in both.
template <class Real>
constexpr double kPiece = 100;
template <>
constexpr double kPiece<long double> = 2e5;
static_assert(std::numeric_limits<long double>::digits >= 64);  // or the second try has no more

double distance(const Body& a, const Body& b) {
  return std::hypot(a.position[0] - b.position[0], a.position[1] - b.position[1],
                    a.position[2] - b.position[2]);
}

bool receding(const Body& a, const Body& b) {
  double sum = 0;
  for (std::size_t c = 0; c < 3; ++c)
    sum += (b.position[c] - a.position[c]) * (b.velocity[c] - a.velocity[c]);
  return sum > 0;
}

/// Whether `single` leaves the other two for ever, and these are a binary that it disturbs no more.
bool leaves_binary(const std::vector<Body>& stars, std::size_t single, double tide) {
  const Body& a = stars[(single + 1) % 3];
  const Body& b = stars[(single + 2) % 3];
  const Pair inner = pair(a, b);
  if (!(inner.energy < 0)) return false;
  const Body centre = stick(a, b).body;
  if (!(pair(centre, stars[single]).energy > 0) || !receding(centre, stars[single])) return false;
  const double apocentre = inner.semimajor_axis * (1 + inner.eccentricity);
  const double outside = distance(centre, stars[single]);
  return 2 * stars[single].mass * std::pow(apocentre / outside, 3) < tide * centre.mass;
}

/// Whether each pair recedes with more energy than the third star can still take from it.
bool all_leave(const std::vector<Body>& stars) {
  for (std::size_t k = 0; k < 3; ++k) {
    const Body& third = stars[k];
    const Body& a = stars[(k + 1) % 3];
    const Body& b = stars[(k + 2) % 3];
    const double reduced = a.mass * b.mass / (a.mass + b.mass);
    const double at_stake =
        third.mass * (a.mass / distance(a, third) + b.mass / distance(b, third));
    if (!receding(a, b) || !(reduced * pair(a, b).energy > at_stake)) return false;
  }
  return true;
}

std::pair<Ending, std::size_t> ending(const std::vector<Body>& stars, double tide) {
  for (std::size_t single = 0; single < 3; ++single)
    if (leaves_binary(stars, single, tide)) return {Ending::binary, single};
  return {all_leave(stars) ? Ending::ionised : Ending::unfinished, 3};
}

/// Units of one meeting: its hardest binary has the semi-major axis 1, and the mass is 1 in all.
struct Units {
  double mass = 0, length = 0, time = 0;

  explicit Units(const std::vector<Body>& stars) {
    double binding = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const Body &a = stars[(k + 1) % 3], &b = stars[(k + 2) % 3];
      const Pair both = pair(a, b);
      const double energy = a.mass * b.mass / (a.mass + b.mass) * both.energy;
      mass += stars[k].mass;
      if (energy < binding || k == 0) length = std::abs(both.semimajor_axis);
      binding = std::min(binding, energy);
    }
    time = std::sqrt(length * length * length / mass);
  }
  void change(std::vector<Body>& stars, double sign) const {
    const double m = std::pow(mass, sign), l = std::pow(length, sign), t = std::pow(time, sign);
    for (Body& star : stars) {
      star.mass /= m;
      for (std::size_t c = 0; c < 3; ++c) {
        star.position[c] /= l;
        star.velocity[c] /= l / t;
      }
    }
  }
};

/// One try, in the units of the meeting. `steps` are those that are left to it.
template <class Real>
Scattered integrate(std::vector<Body>& stars, double tide, double longest, double tolerance,
                    std::uint64_t& steps) {
  Scattered result;
  double first_step = 1e-3;
  while (result.ending == Ending::unfinished && result.time < longest && steps > 0) {
    const Flight flight = fly<Real>(stars, std::min(kPiece<Real>, longest - result.time),
                                    {.absolute = tolerance, .relative = tolerance}, first_step,
                                    [&](const std::vector<Body>& now) {
                                      std::tie(result.ending, result.single) = ending(now, tide);
                                      return result.ending == Ending::unfinished && --steps > 0;
                                    });
    result.time += flight.time;
    first_step = flight.next_step;
  }
  return result;
}

/// Scale of the error of the energy: the binary's and the single star's.
double scale_of_energy(const std::vector<Body>& stars) {
  double binding = 0, sum = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const Body &a = stars[(k + 1) % 3], &b = stars[(k + 2) % 3];
    const Body centre = stick(a, b).body;
    const double inner = a.mass * b.mass / centre.mass * pair(a, b).energy;
    if (inner >= binding) continue;
    binding = inner;
    sum = std::abs(inner) + std::abs(centre.mass * stars[k].mass / (centre.mass + stars[k].mass) *
                                     pair(centre, stars[k]).energy);
  }
  return sum;
}

Scattered follow(const ThreeStars& start, const ScatteringParameters& parameters) {
  std::vector<Body> begun;
  for (const cluster::PointStar& star : start)
    begun.push_back({.mass = star.mass, .position = star.position, .velocity = star.velocity});
  const Units units(begun);
  const double longest = parameters.longest / units.time;
  units.change(begun, 1);
  Scattered result;
  std::vector<Body> stars;
  std::uint64_t steps = parameters.most_steps;
  for (const bool again : {false, true}) {
    stars = begun;
    try {
      result = again ? integrate<long double>(stars, parameters.tide, longest, 1e-14, steps)
                     : integrate<double>(stars, parameters.tide, longest, 1e-12, steps);
    } catch (const std::runtime_error&) {  // steps too small
      result.ending = Ending::lost;
      continue;
    }
    if (steps == 0) break;
    const double error = std::abs(energy(stars) - energy(begun));
    if (error <= kEnergyError * scale_of_energy(begun)) break;
    result.ending = Ending::lost;
  }
  units.change(stars, -1);
  // Rounding of the units must not end a meeting before its longest time.
  result.time = result.time < longest ? result.time * units.time
                                      : std::max(parameters.longest, result.time * units.time);
  for (std::size_t i = 0; i < 3; ++i)
    result.stars[i] = {start[i].mass, stars[i].position, stars[i].velocity};
  return result;
}

std::vector<Scattered> scatter(std::span<const ThreeStars> starts,
                               const ScatteringParameters& parameters) {
  cluster::require_valid(parameters);
  std::vector<Scattered> all;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    cluster::require_valid(starts[i], i);
    all.push_back(follow(starts[i], parameters));
  }
  return all;
}

const bool registered = cluster::register_scattering_scheme(
    {.info = {.name = "cmc/scattering-reference",
              .source = "Fregeau et al. 2004, section 3; Prince, Dormand 1981",
              .claims = Claims::conserves_particles,
              .baseline = true},
     .scatter = scatter,
     .energy_error = kEnergyError});

}  // namespace
}  // namespace touchstone::reference
