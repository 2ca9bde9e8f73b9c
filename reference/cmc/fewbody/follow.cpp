#include "reference/cmc/fewbody/follow.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace touchstone::reference {
namespace {

using cluster::PointStar;
using cluster::ScatteringParameters;

/// Longest time between roundings of places to double. Steps below 4.5 units of rounding of it are
/// too small: 1e-13 in both.
template <class Real>
constexpr double kPiece = 100;
template <>
constexpr double kPiece<long double> = 2e5;
static_assert(std::numeric_limits<long double>::digits >= 64);  // or the second try has no more

/// Units of one meeting: its hardest binary has the semi-major axis 1, and the mass is 1 in all.
struct Units {
  double mass = 0, length = 0, time = 0;

  explicit Units(const std::vector<Body>& stars) {
    double least = HUGE_VAL;
    for (std::size_t i = 0; i < stars.size(); ++i) {
      mass += stars[i].mass;
      for (std::size_t j = 0; j < i; ++j) {
        const double energy = energy_of_pair(stars[j], stars[i]);
        if (energy < least) length = std::abs(pair(stars[j], stars[i]).semimajor_axis);
        least = std::min(least, energy);
      }
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
Followed integrate(std::vector<Body> stars, double longest, double tolerance, std::uint64_t& steps,
                   const std::function<bool(const std::vector<Body>&)>& over) {
  Followed result;
  double first_step = 1e-3;
  while (result.course == Course::unfinished && result.time < longest && steps > 0) {
    const Flight flight = fly<Real>(stars, std::min(kPiece<Real>, longest - result.time),
                                    {.absolute = tolerance, .relative = tolerance}, first_step,
                                    [&](const std::vector<Body>& now) {
                                      if (!over(now)) return --steps > 0;
                                      result.course = Course::over;
                                      return false;
                                    });
    result.time += flight.time;
    first_step = flight.next_step;
  }
  result.stars = std::move(stars);
  return result;
}

}  // namespace

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

double energy_of_pair(const Body& a, const Body& b) {
  return a.mass * b.mass / (a.mass + b.mass) * pair(a, b).energy;
}

double tide_on(const Body& on, double reach, const Body& other) {
  return 2 * std::max(other.mass / on.mass, 1.0) * std::pow(reach / distance(on, other), 3);
}

bool all_leave(const std::vector<Body>& bodies) {
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Body &a = bodies[j], &b = bodies[i];
      double at_stake = 0;
      for (std::size_t k = 0; k < bodies.size(); ++k)
        if (k != i && k != j)
          at_stake +=
              bodies[k].mass * (a.mass / distance(a, bodies[k]) + b.mass / distance(b, bodies[k]));
      if (!receding(a, b) || !(energy_of_pair(a, b) > at_stake)) return false;
    }
  return true;
}

Followed follow(std::span<const PointStar> start, const ScatteringParameters& parameters,
                const std::function<bool(const std::vector<Body>&)>& over,
                const std::function<double(const std::vector<Body>&)>& energy_scale) {
  std::vector<Body> begun;
  for (const PointStar& star : start)
    begun.push_back({.mass = star.mass, .position = star.position, .velocity = star.velocity});
  const Units units(begun);
  const double longest = parameters.longest / units.time;
  units.change(begun, 1);
  Followed result;
  std::uint64_t steps = parameters.most_steps;
  for (const bool again : {false, true}) {
    try {
      result = again ? integrate<long double>(begun, longest, 1e-14, steps, over)
                     : integrate<double>(begun, longest, 1e-12, steps, over);
    } catch (const std::runtime_error&) {  // steps too small
      result = {Course::lost, 0, begun};
      continue;
    }
    if (steps == 0) break;
    const double error = std::abs(energy(result.stars) - energy(begun));
    if (error <= kMeetingError * energy_scale(begun)) break;
    result.course = Course::lost;
  }
  units.change(result.stars, -1);
  // Rounding of the units must not end a meeting before its longest time.
  result.time = result.time < longest ? result.time * units.time
                                      : std::max(parameters.longest, result.time * units.time);
  for (std::size_t i = 0; i < start.size(); ++i) result.stars[i].mass = start[i].mass;
  return result;
}

}  // namespace touchstone::reference
