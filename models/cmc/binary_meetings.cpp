#include "models/cmc/binary_meetings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "models/cmc/circle.hpp"
#include "models/cmc/timesteps.hpp"
#include "models/core/errors.hpp"

namespace touchstone::cluster {
namespace {

using std::numbers::pi;

constexpr double kRevolutions = 1e4;
constexpr std::uint64_t kSteps = 500'000;

Vector3 sum(const Vector3& a, double factor, const Vector3& b) {
  return {a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]};
}

double dot(const Vector3& a, const Vector3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Vector3 cross(const Vector3& a, const Vector3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Vector3 relative_velocity(const MixedPair& pair) {
  return sum(pair.single_velocity, -1, pair.binary_velocity);
}

/// Square of the impact parameter at infinity whose pericentre is the farthest that counts.
double impact2(const MixedPair& pair, double closeness, double speed) {
  const double farthest = closeness * pair.binary.semimajor_axis;
  const double mass = pair.binary.mass[0] + pair.binary.mass[1] + pair.single_mass;
  return farthest * (farthest + 2 * mass / (speed * speed));
}

/// Axes of a meeting, in those of the pair.
struct Axes {
  Vector3 first, second, third;

  Axes(const Vector3& along, double turn) {
    const double speed = std::sqrt(dot(along, along));
    third = {along[0] / speed, along[1] / speed, along[2] / speed};
    const double across = std::sqrt(third[0] * third[0] + third[1] * third[1]);
    const Vector3 side =
        across > 0 ? Vector3{-third[1] / across, third[0] / across, 0} : Vector3{1, 0, 0};
    const CosSin angle = cos_sin_of_share(turn);
    const Vector3 other = cross(third, side);
    for (std::size_t c = 0; c < 3; ++c) first[c] = angle.cos * side[c] + angle.sin * other[c];
    second = cross(third, first);
  }
  Vector3 in_axes_of_pair(const Vector3& v) const {
    return sum(sum(sum({}, v[0], first), v[1], second), v[2], third);
  }
};

/// Two of the stars as one.
PointStar together(const PointStar& a, const PointStar& b) {
  PointStar both{a.mass + b.mass, {}, {}};
  for (std::size_t c = 0; c < 3; ++c) {
    both.position[c] = (a.mass * a.position[c] + b.mass * b.position[c]) / both.mass;
    both.velocity[c] = (a.mass * a.velocity[c] + b.mass * b.velocity[c]) / both.mass;
  }
  return both;
}

/// Axis and eccentricity of two stars. The axis is not above 0 where they are not bound.
Binary orbit_of(std::uint32_t id, const PointStar& a, const PointStar& b) {
  const Vector3 r = sum(b.position, -1, a.position), v = sum(b.velocity, -1, a.velocity);
  const double mass = a.mass + b.mass, distance = std::sqrt(dot(r, r));
  const double axis = 1 / (2 / distance - dot(v, v) / mass);
  const Vector3 l = cross(r, v);
  return {id, {a.mass, b.mass}, axis, std::sqrt(std::max(0.0, 1 - dot(l, l) / (mass * axis)))};
}

/// Direction in which a star that comes back no more ends from its focus: the asymptote of its
/// hyperbola.
Vector3 asymptote(double mass, const Vector3& r, const Vector3& v) {
  const Vector3 l = cross(r, v);
  const double distance = std::sqrt(dot(r, r)), l2 = dot(l, l);
  const Vector3 to_pericentre = sum(sum({}, 1 / mass, cross(v, l)), -1 / distance, r);  // length e
  const double e2 = dot(to_pericentre, to_pericentre);
  Vector3 direction = sum({}, -1 / e2, to_pericentre);
  if (l2 > 0) {
    const double beside = std::sqrt(std::max(0.0, 1 - 1 / e2) / (e2 * l2));
    direction = sum(direction, beside, cross(l, to_pericentre));
  }
  return sum({}, 1 / std::sqrt(dot(direction, direction)), direction);
}

/// Units of a binary, in which G is 1, too.
struct Units {
  double mass, length, speed;

  explicit Units(const Binary& binary)
      : mass(binary.mass[0] + binary.mass[1]),
        length(binary.semimajor_axis),
        speed(std::sqrt(mass / length)) {}
};

ThreeStars in_units_of_cluster(const MixedPair& pair, ThreeStars stars) {
  const Units units(pair.binary);
  const Vector3 mass{pair.binary.mass[0], pair.binary.mass[1], pair.single_mass};
  for (std::size_t i = 0; i < 3; ++i)
    stars[i] = {mass[i], sum({}, units.length, stars[i].position),
                sum({}, units.speed, stars[i].velocity)};
  return stars;
}

/// Energy of a pair at infinity, in the frame of its centre of mass, but for that of the binary.
double energy_of_coming(const MixedPair& pair) {
  const double binary = pair.binary.mass[0] + pair.binary.mass[1];
  const Vector3 w = relative_velocity(pair);
  return 0.5 * binary * pair.single_mass / (binary + pair.single_mass) * dot(w, w);
}

/// Stars of the meeting in the places of the binary, of the single star, and between them.
constexpr std::array<std::size_t, 3> kStarAt{0, 2, 1};

/// A binary and a star that leaves it; or three stars, if the binary is too wide to be one. False
/// where no energy is left for that.
bool leave(const MixedPair& pair, const ThreeStars& end, std::size_t single, AfterMeeting& after) {
  const std::size_t a = single == 0 ? 1 : 0, b = single == 2 ? 1 : 2;
  after.binary = orbit_of(pair.binary.id, end[a], end[b]);
  const double axis = after.binary.semimajor_axis;
  if (!(axis > 0 && after.binary.eccentricity < 1)) return false;
  const double all = energy_of_coming(pair) - binding_energy(pair.binary);
  const bool dissolved = all > 0 && axis > 1 / std::cbrt(pair.density);
  after.exchanged = single != 2 && !dissolved;
  const double energy = dissolved ? all : all + binding_energy(after.binary);
  if (!(energy > 0)) return false;
  const PointStar both = together(end[a], end[b]);
  const PointStar& star = end[single];
  const double mass = both.mass + star.mass;
  const double speed = std::sqrt(2 * energy * mass / (both.mass * star.mass));
  const Vector3 away =
      asymptote(mass, sum(star.position, -1, both.position), sum(star.velocity, -1, both.velocity));
  const Vector3 together_now = sum({}, -star.mass / mass * speed, away);
  const Vector3 alone = sum({}, both.mass / mass * speed, away);
  after.ending = dissolved ? Ending::ionised : Ending::binary;
  if (!dissolved) {
    after.mass = {both.mass, star.mass, 0};
    after.velocity = {together_now, alone, {}};
    return true;
  }
  for (std::size_t place = 0; place < 3; ++place) {
    after.mass[place] = end[kStarAt[place]].mass;
    after.velocity[place] = kStarAt[place] == single ? alone : together_now;
  }
  return true;
}

/// Three stars that leave each other, with the velocities that they have now, scaled.
bool ionise(const MixedPair& pair, const ThreeStars& end, AfterMeeting& after) {
  const double energy = energy_of_coming(pair) - binding_energy(pair.binary);
  if (!(energy > 0)) return false;
  const PointStar all = together(together(end[0], end[1]), end[2]);
  double moving = 0;
  for (std::size_t place = 0; place < 3; ++place) {
    const PointStar& star = end[kStarAt[place]];
    after.mass[place] = star.mass;
    after.velocity[place] = sum(star.velocity, -1, all.velocity);
    moving += 0.5 * star.mass * dot(after.velocity[place], after.velocity[place]);
  }
  if (!(moving > 0)) return false;
  after.ending = Ending::ionised;
  for (Vector3& v : after.velocity) v = sum({}, std::sqrt(energy / moving), v);
  return true;
}

}  // namespace

void require_valid(const BinaryPopulation& population, const Stars& stars) {
  require_valid(ClusterOfBinaries{stars, population.binaries}, "binaries");
  if (!population.binaries.empty() && population.binaries.back().id >= kFreed)
    throw input_error("binaries", "largest id", fmt::format("below {}", kFreed),
                      fmt::format("{}", population.binaries.back().id));
  for (const std::uint32_t id : stars.id)
    if (id >= kFreed && binary_of(population.binaries, id - kFreed) != nullptr)
      throw input_error("binaries", "id of a star",
                        fmt::format("none that a star of binary {} will have", id - kFreed),
                        fmt::format("{}", id));
  if (!(population.closeness > 0 && std::isfinite(population.closeness)))
    throw input_error("binaries", "closeness", "a finite number above 0",
                      fmt::format("{}", population.closeness));
  if (!(population.part_of_time > 0 && population.part_of_time <= 1))
    throw input_error("binaries", "longest step as a part of the time of equation 10",
                      "above 0, at most 1", fmt::format("{}", population.part_of_time));
  (void)scattering_scheme(population.scattering);
}

const Binary* binary_of(const std::vector<Binary>& binaries, std::uint32_t id) {
  const auto found =
      std::lower_bound(binaries.begin(), binaries.end(), id,
                       [](const Binary& one, std::uint32_t wanted) { return one.id < wanted; });
  return found != binaries.end() && found->id == id ? &*found : nullptr;
}

double internal_energy(const std::vector<Binary>& binaries) {
  double energy = 0;
  for (const Binary& one : binaries) energy -= binding_energy(one);
  return energy;
}

Binary lighter(const Binary& binary, double kept) {
  Binary after = binary;
  for (double& mass : after.mass) mass *= kept;
  after.semimajor_axis /= kept;
  return after;
}

double dynamical_time(double time, double initial_stars) {
  return time * initial_stars / std::log(kGamma * initial_stars);
}

double meetings_of_pair(const MixedPair& pair, double closeness, double time) {
  const Vector3 w = relative_velocity(pair);
  const double speed = std::sqrt(dot(w, w));
  if (!(speed > 0)) return 0;
  return pair.density * pi * impact2(pair, closeness, speed) * speed * time;
}

ScatteringParameters scattering_of_pairs(int threads) {
  return {.threads = threads, .longest = kRevolutions * 2 * pi, .most_steps = kSteps};
}

ThreeStars drawn_meeting(const MixedPair& pair, double closeness, std::uint32_t seed,
                         std::uint64_t step) {
  const Vector3 w = relative_velocity(pair);
  const double speed = std::sqrt(dot(w, w));
  const Units units(pair.binary);
  const MeetingLaw law{.mass = {pair.binary.mass[0] / units.mass, pair.binary.mass[1] / units.mass,
                                pair.single_mass / units.mass},
                       .speed = speed / units.speed,
                       .largest_impact = std::sqrt(impact2(pair, closeness, speed)) / units.length};
  Meeting meeting = drawn_meeting(law, std::uint64_t{seed} << 32 | pair.binary.id, step);
  meeting.eccentricity = pair.binary.eccentricity;
  const double tide = scattering_of_pairs(1).tide;
  return three_stars(meeting, distance_of_tide(meeting.mass, 1, meeting.eccentricity, tide));
}

AfterMeeting after_meeting(const MixedPair& pair, const Scattered& scattered, double turn) {
  AfterMeeting after;
  const ThreeStars stars = in_units_of_cluster(pair, scattered.stars);
  const bool left =
      scattered.ending == Ending::binary && leave(pair, stars, scattered.single, after);
  const bool ionised = scattered.ending == Ending::ionised && ionise(pair, stars, after);
  if (!left && !ionised) return {};
  const double binary = pair.binary.mass[0] + pair.binary.mass[1];
  const double mass = binary + pair.single_mass;
  const Vector3 centre = sum(sum({}, binary / mass, pair.binary_velocity), pair.single_mass / mass,
                             pair.single_velocity);
  const Axes axes(relative_velocity(pair), turn);
  for (Vector3& v : after.velocity) v = sum(centre, 1, axes.in_axes_of_pair(v));
  return after;
}

double step_of_binaries(const Stars& stars, const std::vector<Binary>& binaries,
                        const BinaryPopulation& how, double initial_stars) {
  const std::size_t count = std::min(kCentralStars, stars.size());
  double mass = 0, momentum2 = 0, axis = 0, axis2 = 0;
  std::size_t central = 0;
  for (std::size_t i = 0; i < count; ++i) {
    mass += stars.mass[i];
    momentum2 += stars.mass[i] * stars.speed2(i);
    if (const Binary* const one = binary_of(binaries, stars.id[i])) {
      axis += one->semimajor_axis;
      axis2 += one->semimajor_axis * one->semimajor_axis;
      ++central;
    }
  }
  if (central == 0 || central == count) return std::numeric_limits<double>::infinity();
  const double edge = stars.radius[count - 1];
  const auto all = static_cast<double>(count), some = static_cast<double>(central);
  const double time =
      binary_single_time({.dispersion = std::sqrt(momentum2 / (3 * mass)),
                          .single_density = (all - some) / (4 * pi / 3 * edge * edge * edge),
                          .mass = mass / all,
                          .axis = axis / some,
                          .axis2 = axis2 / some},
                         how.closeness);
  return how.part_of_time * time / dynamical_time(1, initial_stars);
}

}  // namespace touchstone::cluster
