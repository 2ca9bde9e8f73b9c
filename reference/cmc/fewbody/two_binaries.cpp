// reference/cmc/fewbody/two_binaries.cpp
// Purpose   Follows each meeting of two binaries by itself, from beginning to end.
// Source    J. M. Fregeau, P. Cheung, S. F. Portegies Zwart, F. A. Rasio, Mon. Not. R. Astron.
//           Soc. 352, 1 (2004), section 3: stars are sorted into objects, singles, binaries and
//           stable triples; it is over when objects leave each other and tides are small. R. A.
//           Mardling, S. J. Aarseth, Mon. Not. R. Astron. Soc. 321, 398 (2001), equation 90.
// Computes  All ways to sort four stars are tried, one after the other.
// Not here  The integration (follow.hpp).
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "reference/cmc/fewbody/follow.hpp"

namespace touchstone::reference {
namespace {

using cluster::FourEnd;
using cluster::FourEnding;
using cluster::FourStars;
using cluster::ScatteredFour;
using cluster::ScatteringParameters;

/// A star, a binary, or a stable triple.
struct Object {
  Body centre;
  double reach = 0;  ///< apocentre of the outermost orbit; 0: a star
};

std::optional<Object> binary_of(const Body& a, const Body& b) {
  const Pair orbit = pair(a, b);
  if (!(orbit.energy < 0)) return std::nullopt;
  return Object{stick(a, b).body, orbit.semimajor_axis * (1 + orbit.eccentricity)};
}

/// Angle between the planes of two orbits.
double inclination(const Body& a, const Body& b, const Body& centre, const Body& outer) {
  const auto normal = [](const Body& one, const Body& other) {
    const std::vector<Body> relative{
        {.mass = 1,
         .position = {other.position[0] - one.position[0], other.position[1] - one.position[1],
                      other.position[2] - one.position[2]},
         .velocity = {other.velocity[0] - one.velocity[0], other.velocity[1] - one.velocity[1],
                      other.velocity[2] - one.velocity[2]}}};
    return angular_momentum(relative);
  };
  const Vector n = normal(a, b), m = normal(centre, outer);
  const auto dot = [](const Vector& x, const Vector& y) {
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
  };
  return std::acos(std::clamp(dot(n, m) / std::sqrt(dot(n, n) * dot(m, m)), -1.0, 1.0));
}

std::optional<Object> stable_triple_of(const Body& a, const Body& b, const Body& outer) {
  const auto inner = binary_of(a, b);
  if (!inner) return std::nullopt;
  const auto triple = binary_of(inner->centre, outer);
  if (!triple) return std::nullopt;
  const Pair orbit = pair(inner->centre, outer);
  const double needed = cluster::stable_above(outer.mass / inner->centre.mass, orbit.eccentricity,
                                              inclination(a, b, inner->centre, outer));
  const double pericentre = orbit.semimajor_axis * (1 - orbit.eccentricity);
  if (!(pericentre > needed * pair(a, b).semimajor_axis)) return std::nullopt;
  return triple;
}

/// Whether these objects leave each other for ever, and disturb each other no more.
bool apart(const std::vector<Object>& objects, double tide) {
  std::vector<Body> centres;
  for (const Object& object : objects) centres.push_back(object.centre);
  if (!all_leave(centres)) return false;
  for (const Object& one : objects)
    for (const Object& other : objects)
      if (&one != &other && !(tide_on(one.centre, one.reach, other.centre) < tide)) return false;
  return true;
}

/// The two stars that are not these, ascending.
std::array<std::size_t, 2> others(std::size_t a, std::size_t b) {
  std::array<std::size_t, 2> found{};
  std::size_t count = 0;
  for (std::size_t k = 0; k < 4; ++k)
    if (k != a && k != b) found[count++] = k;
  return found;
}

FourEnd end_of(const std::vector<Body>& stars, double tide) {
  const auto star = [&](std::size_t k) { return Object{stars[k]}; };
  if (all_leave(stars)) return {.ending = FourEnding::ionised};
  for (std::size_t a = 0; a < 4; ++a)
    for (std::size_t b = a + 1; b < 4; ++b) {
      const auto binary = binary_of(stars[a], stars[b]);
      if (!binary) continue;
      const auto [c, d] = others(a, b);
      if (const auto other = binary_of(stars[c], stars[d]); other && apart({*binary, *other}, tide))
        return {.ending = FourEnding::binaries, .binary = {a, b}};
      if (apart({*binary, star(c), star(d)}, tide))
        return {.ending = FourEnding::binary, .binary = {a, b}};
      for (const auto& [outer, single] : {std::pair{c, d}, std::pair{d, c}})
        if (const auto triple = stable_triple_of(stars[a], stars[b], stars[outer]);
            triple && apart({*triple, star(single)}, tide))
          return {.ending = FourEnding::triple, .binary = {a, b}, .outer = outer};
    }
  return {};
}

/// Sum of |energy| of both binaries, and of the one against the other.
double energy_scale(const std::vector<Body>& stars) {
  const Body one = stick(stars[0], stars[1]).body, other = stick(stars[2], stars[3]).body;
  return std::abs(energy_of_pair(stars[0], stars[1])) +
         std::abs(energy_of_pair(stars[2], stars[3])) + std::abs(energy_of_pair(one, other));
}

ScatteredFour scattered(const FourStars& start, const ScatteringParameters& parameters) {
  ScatteredFour result;
  const Followed followed = follow(
      start, parameters,
      [&](const std::vector<Body>& stars) {
        result.end = end_of(stars, parameters.tide);
        return result.end.ending != FourEnding::unfinished;
      },
      energy_scale);
  if (followed.course != Course::over)
    result.end = {followed.course == Course::lost ? FourEnding::lost : FourEnding::unfinished};
  result.time = followed.time;
  for (std::size_t i = 0; i < 4; ++i)
    result.stars[i] = {start[i].mass, followed.stars[i].position, followed.stars[i].velocity};
  return result;
}

}  // namespace

std::vector<ScatteredFour> scatter_binaries(std::span<const FourStars> starts,
                                            const ScatteringParameters& parameters) {
  cluster::require_valid(parameters);
  std::vector<ScatteredFour> all;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    cluster::require_valid(starts[i], i);
    all.push_back(scattered(starts[i], parameters));
  }
  return all;
}

}  // namespace touchstone::reference
