// checkers/cmc/after_meetings.cpp
// Purpose   Stars that a cluster has after a meeting, for ends that are made up: energy, momentum,
//           masses, places, orbits of binaries, and the directions in which stars leave. Schemes
//           and reference share the code that does it.
// Computes  In long double. Velocities are compared by what no rotation changes; meeting_draws.cpp
//           turns them.
#include <cmath>

#include "checkers/cmc/made_up_ends.hpp"
#include "checkers/cmc/meeting_draws.hpp"
#include "checkers/cmc/meeting_law.hpp"

namespace touchstone::cmc {
namespace {

using cluster::AfterMeeting;
using cluster::ClosePair;
using scattering::Space;
using Readings = std::vector<Reading>;
using Real = long double;

/// Holds the stars of a pair after a meeting to what must come of it.
void judge(Readings& readings, const ClosePair& pair, const Outcome& end,
           const AfterMeeting& after) {
  const auto add = [&](const std::string& what, Real found, Real expected, double tolerance) {
    readings.push_back(
        {what, static_cast<double>(found), static_cast<double>(expected), tolerance});
  };
  const Real all = Real{pair.star[0].mass} + pair.star[1].mass;
  const Real total = energy_of(pair);
  Real left = total;
  for (const Expected& one : end.expected) left += one.binding;
  const Real size = left - total + std::abs(total);
  const bool none = end.none || !(left > 0);
  add("stars after a meeting", static_cast<Real>(after.stars.size()),
      none ? 0 : static_cast<Real>(end.expected.size()), 0);
  if (none || after.stars.size() != end.expected.size()) return;

  const std::array<Real, 4> mass = masses(pair);
  const Space before =
      scattering::plus(scattering::plus({}, pair.star[0].mass, space(pair.star[0].velocity)),
                       pair.star[1].mass, space(pair.star[1].velocity));
  const auto found = [&](std::size_t k) {  // against the centre of mass
    return scattering::plus(space(after.stars[k].velocity), -1 / all, before);
  };
  Space momentum{};
  Real energy = 0;
  bool exchanged = false;
  for (std::size_t k = 0; k < after.stars.size(); ++k) {
    const cluster::Partner& star = after.stars[k];
    const Expected& must = end.expected[k];
    const std::string which = fmt::format(" of star {} after a meeting", k);
    Real whole = 0;
    for (const std::size_t number : must.stars) whole += mass[number];
    add("mass" + which, star.mass / whole, 1, 1e-14);
    add("binary in the place" + which, star.binary ? 1 : 0, must.stars.size() == 2 ? 1 : 0, 0);
    momentum = scattering::plus(momentum, whole, space(star.velocity));
    energy += whole * scattering::dot(found(k), found(k)) / 2;
    if (!star.binary || must.stars.size() != 2) continue;
    energy -= binding(*star.binary);
    exchanged = exchanged || must.stars[0] % 2 != 0 || must.stars[1] != must.stars[0] + 1;
    for (std::size_t j = 0; j < 2; ++j)
      add("mass in a binary" + which, star.binary->mass[j] / mass[must.stars[j]], 1, 1e-14);
    add("id" + which, star.binary->id, pair.star[k].binary ? pair.star[k].binary->id : -1, 0);
    add("binding energy" + which, binding(*star.binary) / must.binding, 1, 1e-8);
    add("eccentricity" + which, star.binary->eccentricity, must.eccentricity, 1e-6);
  }
  add("exchange", after.exchanged ? 1 : 0, exchanged ? 1 : 0, 0);
  add("energy after a meeting", (energy - total) / size, 0, 1e-11);
  for (std::size_t c = 0; c < 3; ++c)
    add("momentum after a meeting", (momentum[c] - before[c]) / all, 0, 1e-12);

  // Velocities but for a rotation: products of all two, with one factor.
  Real moving = 0, must_move = 0;
  const auto must = [&](std::size_t k) { return end.leaving.at(end.expected[k].group); };
  for (std::size_t k = 0; k < after.stars.size(); ++k) {
    moving += after.stars[k].mass * scattering::dot(found(k), found(k));
    must_move += after.stars[k].mass * scattering::dot(must(k), must(k));
  }
  for (std::size_t i = 0; i < after.stars.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j)
      add(fmt::format("velocities {} and {} after a meeting", i, j),
          scattering::dot(found(i), found(j)) / (moving / all),
          scattering::dot(must(i), must(j)) / (must_move / all), 1e-9);
}

Readings read(const MeetingCode& code, std::uint64_t seed_of_state) {
  PhiloxStream random = Philox(seed_of_state).stream(Purpose::test, 1, 0);
  Draws draw(random);
  Readings readings;
  for (const PairKind kind :
       {PairKind::binary_inside, PairKind::binary_outside, PairKind::two, PairKind::point}) {
    ClosePair pair = draw_pair(kind, draw);
    if (kind == PairKind::two) {
      const auto [end, outcome] = made_up_of_four(pair, draw);
      judge(readings, pair, outcome, code.after_four(pair, end, draw.from(0, 1)));
    } else {
      const auto [end, outcome] = made_up_of_three(pair, kind, draw);
      judge(readings, pair, outcome, code.after(pair, end, draw.from(0, 1)));
    }
  }
  return readings;
}

const bool registered = register_observables("cmc", after_meetings("cmc/after-meetings", {}));

}  // namespace

Observables after_meetings(const std::string& name, const MeetingCode& code) {
  return {name, [code](std::uint64_t seed) { return read(code, seed); }};
}

}  // namespace touchstone::cmc
