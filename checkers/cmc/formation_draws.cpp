// checkers/cmc/formation_draws.cpp
// Purpose   Expected binaries of drawn triples, and the binary and the star that one becomes, a
//           second time.
// Source    The public CMC program's rate (models/cmc/binary_formation.hpp).
// Computes  Chances by formation_law.hpp; the stars from sums of momenta and energies, in long
//           double.
#include "checkers/cmc/formation_draws.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "checkers/cmc/formation_law.hpp"
#include "checkers/cmc/meeting_law.hpp"
#include "checkers/draws.hpp"

namespace touchstone::cmc {
namespace {

using cluster::BinaryFormation;
using cluster::FormationDraws;
using cluster::Formed;
using cluster::Triple;
using Readings = std::vector<Reading>;
using Real = long double;

void add(Readings& readings, const std::string& what, Real found, Real expected, Real scale) {
  readings.push_back({what, static_cast<double>(found), static_cast<double>(expected),
                      static_cast<double>(1e-12L * std::abs(scale))});
}

Triple draw_triple(Draws& draw) {
  Triple triple{.density = draw.scale(1, 1e5),
                .around = {.mass = draw.scale(1e-6, 1e-4), .speed2 = draw.scale(0.1, 10)}};
  double radius = draw.scale(1e-3, 10);
  for (std::size_t k = 0; k < 3; ++k) {
    triple.mass[k] = triple.around.mass * draw.scale(0.1, 10);
    triple.radius[k] = radius *= 1 + draw.scale(1e-6, 1);
    triple.radial_velocity[k] = draw.from(-1, 1);
    triple.tangential_velocity[k] = draw.from(0, 1);
    triple.id[k] = static_cast<std::uint32_t>(100 + k);
  }
  if (draw.one_in(6)) triple.mass[1] = triple.mass[draw.one_in(2) ? 0 : 2];
  return triple;
}

/// Velocities of the three with the turns that are drawn: the third component is radial.
std::array<std::array<Real, 3>, 3> velocities(const Triple& triple, const FormationDraws& draws) {
  std::array<std::array<Real, 3>, 3> all;
  for (std::size_t k = 0; k < 3; ++k) {
    const Real turn = k == 0 ? 0 : 2 * std::numbers::pi_v<Real> * Real{draws.turns[k == 1 ? 0 : 1]};
    const Real t = triple.tangential_velocity[k];
    all[k] = {t * std::cos(turn), t * std::sin(turn), triple.radial_velocity[k]};
  }
  return all;
}

void stars(Readings& readings, const Triple& triple, const ThreeNeighbours& three,
           const FormationDraws& draws, double hardness, const Formed& now) {
  const auto [a, b] = three.bound();
  const std::size_t light = three.lightest();
  const cluster::NewStar &pair = now.stars[now.binary], &star = now.stars[1 - now.binary];
  const Real both = three.of_bound(), all = three.all(), m3 = three.mass[light];
  add(readings, "id of a binary", pair.id, triple.id[a], 0);
  add(readings, "id of a binary within it", now.pair().id, triple.id[a], 0);
  add(readings, "id of its other star", now.pair().companion, triple.id[b], 0);
  add(readings, "id of the star beside it", star.id, triple.id[light], 0);
  add(readings, "mass of a binary", pair.star.mass, both, both);
  add(readings, "mass of its first star", now.pair().mass[0], three.mass[a], 0);
  add(readings, "mass of its other star", now.pair().mass[1], three.mass[b], 0);
  add(readings, "mass of the star beside it", star.star.mass, m3, 0);
  add(readings, "place of a binary", pair.radius,
      (Real{triple.mass[a]} * triple.radius[a] + Real{triple.mass[b]} * triple.radius[b]) / both,
      pair.radius);
  add(readings, "place of the star beside it", star.radius, triple.radius[light], 0);
  add(readings, "order of both", now.stars[0].radius < now.stars[1].radius, 1, 0);
  add(readings, "square of the eccentricity",
      Real{now.pair().eccentricity} * now.pair().eccentricity, draws.eccentricity, 1);
  // Three powers, of which the rate is the sum: the steepest one comes first.
  const Real least = three.least(hardness), f = 2 * all / both;
  const std::array<Real, 3> part{1, (2 + f) * least, 2 * f * least * least};
  Real left = draws.term * (part[0] + part[1] + part[2]);
  std::size_t power = 0;
  while (power < 2 && left >= part[power]) left -= part[power++];
  const Real tail = 5.5L - static_cast<Real>(power);
  const Real binds = three.unit() * least * std::exp(-std::log1p(-Real{draws.hardness}) / tail);
  add(readings, "binding energy", binding(now.pair()) / binds, 1, 1);

  const auto v = velocities(triple, draws);
  std::array<Real, 3> centre{};
  Real energy = binds, fast = 0;
  for (std::size_t c = 0; c < 3; ++c)
    for (std::size_t k = 0; k < 3; ++k) centre[c] += three.mass[k] * v[k][c] / all;
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t c = 0; c < 3; ++c) {
      energy += three.mass[k] * (v[k][c] - centre[c]) * (v[k][c] - centre[c]) / 2;
      fast += std::abs(v[k][c]);
    }
  const Real momentum = std::sqrt(2 * energy * both * m3 / all);
  fast += momentum / m3;
  const Real up = 1 - 2 * Real{draws.height}, side = std::sqrt(std::max(Real{0}, 1 - up * up));
  const Real around = 2 * std::numbers::pi_v<Real> * Real{draws.around};
  const std::array<Real, 3> away{side * std::cos(around), side * std::sin(around), up};
  for (std::size_t c = 0; c < 3; ++c) {
    add(readings, "velocity of the star", star.star.velocity[c],
        centre[c] + momentum / m3 * away[c], 10 * fast);
    add(readings, "velocity of the binary", pair.star.velocity[c],
        centre[c] - momentum / both * away[c], 10 * fast);
  }
}

/// Draws are those of the seed, the id and the step, and of nothing else.
void numbers(Readings& readings, const FormationCode& code, Draws& draw) {
  const auto seed = draw.random().next(), id = draw.random().next();
  const std::uint64_t step = draw.random().next();
  const auto sum = [&](std::uint32_t s, std::uint32_t i, std::uint64_t n) {
    const FormationDraws d = code.draws(s, i, n);
    return d.share + 2 * d.turns[0] + 3 * d.turns[1] + 5 * d.term + 7 * d.hardness +
           11 * d.eccentricity + 13 * d.height + 17 * d.around;
  };
  const double one = sum(seed, id, step);
  add(readings, "draws once more", sum(seed, id, step), one, 0);
  add(readings, "draws of another seed", sum(seed ^ 1, id, step) == one, 0, 0);
  add(readings, "draws of another star", sum(seed, id ^ 1, step) == one, 0, 0);
  add(readings, "draws of another step", sum(seed, id, step ^ 1) == one, 0, 0);
  add(readings, "draws of a late step", sum(seed, id, step | 1ull << 40) == one, 0, 0);
}

Readings read(const FormationCode& code, std::uint64_t seed) {
  PhiloxStream random = Philox(seed).stream(Purpose::test, 0, 0);
  Draws draw(random);
  Readings readings;
  const Triple triple = draw_triple(draw);
  const BinaryFormation how{.hardness = draw.scale(0.01, 100)};
  ThreeNeighbours three{.mass = triple.mass,
                        .density = triple.density,
                        .mean = triple.around.mass,
                        .speed2 = triple.around.speed2,
                        .time = 1};
  const Real rate = three.rate(three.least(how.hardness)) / 2;
  three.time = static_cast<double>(draw.from(0, 1) / rate);
  add(readings, "expected binaries of a triple",
      code.expected(triple, how, static_cast<double>(three.time)), three.chance(how.hardness), 1);
  const std::uint32_t run = draw.random().next();
  const std::uint32_t step = draw.random().next();
  const FormationDraws draws = code.draws(run, step, draw.random().next());
  const auto now = code.formed(triple, how, draws);
  add(readings, "a binary forms", now.has_value(), 1, 0);
  if (now) stars(readings, triple, three, draws, how.hardness, *now);
  numbers(readings, code, draw);
  return readings;
}

const bool registered =
    register_observables("cmc", formation_draws("cmc/formation-of-triples", {}));

}  // namespace

Observables formation_draws(const std::string& name, const FormationCode& code) {
  return {name, [code](std::uint64_t seed) { return read(code, seed); }};
}

}  // namespace touchstone::cmc
