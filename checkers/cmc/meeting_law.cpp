#include "checkers/cmc/meeting_law.hpp"

#include <cmath>
#include <map>
#include <numbers>

#include "checkers/cmc/after_encounter.hpp"
#include "checkers/cmc/block_law.hpp"
#include "checkers/cmc/scattering/read_meeting.hpp"

namespace touchstone::cmc {
namespace {

using cluster::Binary;
using cluster::Stars;
using scattering::Space;
using Real = long double;
using std::numbers::pi;

/// Velocities of the pair where the second star's tangential one is at this angle from the first's.
struct Velocities {
  Space binary, star, relative;

  Velocities(const BinaryAndStar& pair, const Stars& stars, double angle) {
    const auto at = [&](std::size_t i, double turn) {
      return Space{stars.tangential_velocity[i] * std::cos(turn),
                   stars.tangential_velocity[i] * std::sin(turn), stars.radial_velocity[i]};
    };
    binary = at(pair.binary_at, 0);
    star = at(pair.star_at, angle);
    relative = scattering::plus(star, -1, binary);
  }
};

Real mass_of(const BinaryAndStar& pair) {
  return Real{pair.binary.mass[0]} + pair.binary.mass[1] + pair.star_mass;
}

/// Square of the impact parameter that leads to the largest pericentre.
Real impact2(const BinaryAndStar& pair, Real closeness, Real speed) {
  const Real r = closeness * pair.binary.semimajor_axis;
  return r * r * (1 + 2 * mass_of(pair) / (r * speed * speed));
}

Real chance(const BinaryAndStar& pair, const StepOfPair& step, Real speed) {
  return std::min(Real{1}, pair.density * static_cast<Real>(pi) *
                               impact2(pair, step.closeness, speed) * speed * step.time);
}

/// Two directions at right angles to another one, at any angle around it.
struct Frame {
  Space along, side, other;

  Frame(const Space& axis, double angle) {
    along = scattering::plus({}, 1 / scattering::length(axis), axis);
    Space any = std::abs(along[2]) < 0.6L ? Space{0, 0, 1} : Space{1, 0, 0};
    any = scattering::plus(any, -scattering::dot(any, along), along);
    any = scattering::plus({}, 1 / scattering::length(any), any);
    side = scattering::plus(scattering::plus({}, std::cos(angle), any), std::sin(angle),
                            scattering::cross(along, any));
    other = scattering::cross(along, side);
  }
};

/// Turns one direction into another one, and everything with it, by any angle around it.
class Turn {
 public:
  Turn(const Space& from, const Space& to, Draws& draws)
      : from_(from, 0), to_(to, draws.from(0, 2 * pi)) {}
  Space operator()(const Space& v) const {
    return scattering::plus(
        scattering::plus(scattering::plus({}, scattering::dot(v, from_.along), to_.along),
                         scattering::dot(v, from_.side), to_.side),
        scattering::dot(v, from_.other), to_.other);
  }

 private:
  Frame from_, to_;
};

}  // namespace

Real binding(const Binary& b) { return Real{b.mass[0]} * b.mass[1] / (2 * b.semimajor_axis); }

Real internal(const std::vector<Binary>& binaries) {
  Real sum = 0;
  for (const Binary& one : binaries) sum -= binding(one);
  return sum;
}

Real dynamical(Real time, Real initial) { return time * initial / std::log(initial / 10); }

std::vector<BinaryAndStar> binaries_and_stars(const Stars& stars,
                                              const std::vector<Binary>& binaries,
                                              std::size_t ranks) {
  std::map<std::uint32_t, Binary> known;
  for (const Binary& one : binaries) known[one.id] = one;
  std::vector<BinaryAndStar> all;
  const std::vector<std::size_t> border = borders(stars.size(), ranks);
  for (std::size_t rank = 0; rank < ranks; ++rank)
    for (std::size_t i = border[rank]; i + 1 < border[rank + 1]; i += 2) {
      const bool inner = known.count(stars.id[i]) > 0;
      if (inner == (known.count(stars.id[i + 1]) > 0)) continue;
      const std::size_t at = inner ? i : i + 1, star = inner ? i + 1 : i;
      all.push_back({at, star, known[stars.id[at]], stars.mass[star],
                     kStarsOfAverage / shell_around(stars, i).volume()});
    }
  return all;
}

Real chance_of_pair(const BinaryAndStar& pair, const StepOfPair& step) {
  constexpr int kAngles = 64;
  Real sum = 0;
  for (int k = 0; k < kAngles; ++k) {
    const Velocities v(pair, step.stars, pi * (k + 0.5) / kAngles);
    sum += chance(pair, step, scattering::length(v.relative)) / kAngles;
  }
  return sum;
}

std::optional<MeetingSeen> drawn_meeting_of(const BinaryAndStar& pair, const StepOfPair& step,
                                            Draws& draws) {
  const Velocities v(pair, step.stars, draws.from(0, 2 * pi));
  const Real speed = scattering::length(v.relative), all = mass_of(pair);
  if (!(draws.from(0, 1) < chance(pair, step, speed))) return std::nullopt;
  const Binary& b = pair.binary;
  scattering::Beginning begin{.single = 2,
                              .mass = {b.mass[0], b.mass[1], pair.star_mass},
                              .semimajor_axis = b.semimajor_axis,
                              .eccentricity = b.eccentricity,
                              .speed = static_cast<double>(speed)};
  const double impact = static_cast<double>(std::sqrt(impact2(pair, step.closeness, speed)));
  begin.outer_momentum = begin.speed * impact * std::sqrt(draws.from(0, 1));
  begin.distance = distance_of_tide(begin, 1e-5);
  const cluster::ThreeStars start = scattering::three_stars(begin, draws);
  const double third = b.semimajor_axis * b.semimajor_axis * b.semimajor_axis;
  const double period = 2 * pi * std::sqrt(third / (b.mass[0] + b.mass[1]));
  const cluster::Scattered end = cluster::scattering_scheme("cmc/scattering-reference")
                                     .scatter({&start, 1}, {.longest = 1e4 * period})
                                     .front();
  const Real binary = all - pair.star_mass;
  const Real energy = binary * pair.star_mass / all * speed * speed / 2 - binding(b);
  const scattering::Hierarchy before = scattering::hierarchy(start, 2);
  const Space centre =
      scattering::plus(scattering::plus({}, binary / all, v.binary), pair.star_mass / all, v.star);
  const Turn turn(before.outer.far_direction(false), v.relative, draws);
  const OthersPotential others(step.stars);
  const auto bound = [&](const Space& velocity, Real mass, std::size_t place) {
    const Real r = step.stars.radius[place];
    return scattering::dot(velocity, velocity) / 2 + others.without(mass, r, r) < 0;
  };
  MeetingSeen seen{.ending = end.ending};
  if (end.ending == cluster::Ending::ionised && energy > 0) {
    Real moving = 0;
    for (const auto& star : end.stars) {
      const scattering::Point one = scattering::point(star);
      moving += one.mass * scattering::dot(one.velocity, one.velocity) / 2;
    }
    for (std::size_t k = 0; k < 3; ++k) {
      const scattering::Point one = scattering::point(end.stars[k]);
      const Space velocity =
          scattering::plus(centre, std::sqrt(energy / moving), turn(one.velocity));
      const std::size_t place = k == 2 ? pair.star_at : pair.binary_at;
      seen.all_bound = seen.all_bound && bound(velocity, one.mass, place);
    }
    return seen;
  }
  if (end.ending != cluster::Ending::binary) return MeetingSeen{};
  const scattering::Hierarchy after = scattering::hierarchy(end.stars, end.single);
  const bool wide = energy > 0 && after.inner.semimajor_axis() > std::cbrt(1 / pair.density);
  const Real left = wide ? energy : energy - after.inner.energy(),
             star_mass = end.stars[end.single].mass;
  if (!(left > 0)) return MeetingSeen{};
  seen.exchanged = end.single != 2;
  if (wide) seen.ending = cluster::Ending::ionised;
  seen.hardened = static_cast<double>(std::log(-after.inner.energy() / binding(b)));
  seen.eccentricity = static_cast<double>(scattering::length(after.inner.eccentricity()));
  const Space away = turn(after.outer.far_direction(true));
  const Real fast = std::sqrt(2 * left * all / (star_mass * (all - star_mass)));
  const Space star = scattering::plus(centre, (all - star_mass) / all * fast, away);
  const Space other = scattering::plus(centre, -star_mass / all * fast, away);
  seen.all_bound =
      bound(other, all - star_mass, pair.binary_at) && bound(star, star_mass, pair.star_at);
  seen.star_speed2 = static_cast<double>(scattering::dot(star, star));
  seen.star_radial = static_cast<double>(std::abs(star[2]) / scattering::length(star));
  return seen;
}

Real binary_step(const Stars& stars, const std::vector<Binary>& binaries,
                 const cluster::BinaryPopulation& how, Real initial) {
  const std::size_t count = std::min<std::size_t>(300, stars.size());
  std::map<std::uint32_t, Real> axis;
  for (const Binary& one : binaries) axis[one.id] = one.semimajor_axis;
  Real mass = 0, heat = 0, sum = 0, sum2 = 0, some = 0;
  for (std::size_t i = 0; i < count; ++i) {
    mass += stars.mass[i];
    heat += Real{stars.mass[i]} * stars.speed2(i);
    if (axis.count(stars.id[i]) == 0) continue;
    const Real a = axis[stars.id[i]];
    sum += a;
    sum2 += a * a;
    some += 1;
  }
  const Real all = static_cast<Real>(count), x = how.closeness, pi_ = std::numbers::pi_v<Real>;
  const Real r = stars.radius[count - 1], singles = (all - some) / (4 * pi_ / 3 * r * r * r);
  const Real sigma = std::sqrt(heat / (3 * mass));
  // A geometric part, and one of gravitational focusing.
  const Real rate = 4 * std::sqrt(pi_) * singles *
                    (sigma * x * x * sum2 / some + x * (mass / all) * (sum / some) / sigma);
  return some == 0 ? HUGE_VALL : how.part_of_time / rate / dynamical(1, initial);
}

}  // namespace touchstone::cmc
