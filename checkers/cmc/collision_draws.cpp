// checkers/cmc/collision_draws.cpp
// Purpose   Expected collisions of drawn pairs, and the one star that a pair becomes, a second
//           time.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, step 3.
// Computes  Chances by collision_law.hpp; the star from sums of momenta and energies, in long
//           double.
#include "checkers/cmc/collision_draws.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "checkers/cmc/collision_law.hpp"
#include "checkers/draws.hpp"

namespace touchstone::cmc {
namespace {

using cluster::Collisions;
using cluster::Merged;
using cluster::SinglePair;
using Readings = std::vector<Reading>;
using Real = long double;

constexpr double kStars = 777;  ///< number at the start

void add(Readings& readings, const std::string& what, double found, Real expected, Real scale) {
  readings.push_back(
      {what, found, static_cast<double>(expected), static_cast<double>(1e-13L * std::abs(scale))});
}

void star(Readings& readings, const CollisionCode& code, const SinglePair& pair, double inner,
          double outer) {
  const Merged one = code.merged(pair);
  const Real m1 = pair.mass[0], m2 = pair.mass[1];
  add(readings, "mass of two stars", one.mass, m1 + m2, m1 + m2);
  Real before = 0, after = 0, fast = 0;
  for (std::size_t c = 0; c < 3; ++c) {
    const Real u = pair.velocity[0][c], v = pair.velocity[1][c];
    fast += std::abs(u) + std::abs(v);
    before += (m1 * u * u + m2 * v * v) / 2;
    after += (m1 * u + m2 * v) * (m1 * u + m2 * v) / (m1 + m2) / 2;
  }
  for (std::size_t c = 0; c < 3; ++c)
    add(readings, "velocity of two stars", one.velocity[c],
        (m1 * pair.velocity[0][c] + m2 * pair.velocity[1][c]) / (m1 + m2), fast);
  add(readings, "energy that two stars lose", one.lost, before - after, before);
  readings.push_back({"star whose id is kept", one.outer ? 1.0 : 0.0, m2 > m1 ? 1.0 : 0.0, 0});
  add(readings, "radius of one star of two", cluster::radius_of_merged(pair, inner, outer),
      (m1 * inner + m2 * outer) / (m1 + m2), outer);
}

Readings read(const CollisionCode& code, std::uint64_t seed) {
  PhiloxStream random = Philox(seed).stream(Purpose::test, 0, 0);
  Draws draw(random);
  const Collisions how{.radius = draw.scale(1e-8, 1), .exponent = draw.from(0, 3)};
  Pair stars{draw.scale(1e-6, 1e-1), draw.scale(1e-6, 1e-1), draw.from(-1, 1),
             draw.from(-1, 1),       draw.from(0, 1),        draw.from(0, 1)};
  if (draw.one_in(6)) stars.m2 = stars.m1;
  const double turn = draw.from(0, 2 * std::numbers::pi);
  const SinglePair pair{.mass = {stars.m1, stars.m2},
                        .velocity = {{{stars.tangential1, 0, stars.radial1},
                                      {stars.tangential2 * std::cos(turn),
                                       stars.tangential2 * std::sin(turn), stars.radial2}}},
                        .density = draw.scale(1, 1e5)};
  TouchingPair touching{
      .stars = stars,
      .density = pair.density,
      .touching = star_radius(stars.m1, how, kStars) + star_radius(stars.m2, how, kStars)};
  // Short steps: chances end at 1, and expected numbers do not.
  touching.time = 1e-3L / (touching.density * touching.touching * touching.touching + 1);
  const Real most = touching.chance(std::numbers::pi_v<Real>) + touching.chance(0);
  touching.time *= std::min(Real{1}, Real{0.1} / most);
  Readings readings;
  const Real expected = touching.chance(turn);
  if (touching.speed(turn) > 1e-3L && expected < 1)
    add(readings, "expected collisions of a pair",
        code.expected(pair, how, kStars, static_cast<double>(touching.time)), expected,
        10 * expected);
  const double inner = draw.scale(1e-3, 10);
  star(readings, code, pair, inner, inner * (1 + draw.scale(1e-15, 1)));
  return readings;
}

const bool registered = register_observables("cmc", collision_draws("cmc/collisions-of-pairs", {}));

}  // namespace

Observables collision_draws(const std::string& name, const CollisionCode& code) {
  return {name, [code](std::uint64_t seed) { return read(code, seed); }};
}

}  // namespace touchstone::cmc
