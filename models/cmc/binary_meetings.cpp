#include "models/cmc/binary_meetings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "models/cmc/centre.hpp"
#include "models/cmc/timesteps.hpp"
#include "models/cmc/vectors.hpp"
#include "models/core/errors.hpp"

namespace touchstone::cluster {
namespace {

using std::numbers::pi;

constexpr double kRevolutions = 1e4;
constexpr std::uint64_t kSteps = 500'000;

Vector3 relative_velocity(const ClosePair& pair) {
  return plus(pair.star[1].velocity, -1, pair.star[0].velocity);
}

double speed_of(const ClosePair& pair) {
  const Vector3 w = relative_velocity(pair);
  return std::sqrt(dot(w, w));
}

double farthest_pericentre(const ClosePair& pair, double closeness) {
  double axes = 0;
  for (const Partner& one : pair.star)
    if (one.binary) axes += one.binary->semimajor_axis;
  return closeness * axes;
}

/// Square of the impact parameter at infinity that leads to this pericentre.
double impact2(double pericentre, double mass, double speed) {
  return pericentre * (pericentre + 2 * mass / (speed * speed));
}
double impact2(const ClosePair& pair, double closeness, double speed) {
  return impact2(farthest_pericentre(pair, closeness), pair.mass(), speed);
}

std::uint64_t seed_of(const Binary& binary, std::uint32_t seed) {
  return std::uint64_t{seed} << 32 | binary.id;
}

}  // namespace

void require_valid(const BinaryPopulation& population, const Stars& stars) {
  require_valid(ClusterOfBinaries{stars, population.binaries}, "binaries");
  std::map<std::uint32_t, std::uint32_t> freed;  // ids of stars to be, and of their binaries
  for (const Binary& one : population.binaries) {
    if (one.companion == kNoStar && one.id >= kFreed)
      throw input_error("binaries", "largest id", fmt::format("below {}", kFreed),
                        fmt::format("{}", one.id));
    if (!freed.emplace(freed_id(one), one.id).second)
      throw input_error("binaries", "id of a star that is freed", "another one for each binary",
                        fmt::format("{}", freed_id(one)));
  }
  for (const std::uint32_t id : stars.id)
    if (const auto found = freed.find(id); found != freed.end())
      throw input_error("binaries", "id of a star",
                        fmt::format("none that a star of binary {} will have", found->second),
                        fmt::format("{}", id));
  if (!(population.closeness > 0 && std::isfinite(population.closeness)))
    throw input_error("binaries", "closeness", "a finite number above 0",
                      fmt::format("{}", population.closeness));
  if (!(population.point_like >= 0 && population.point_like <= 1))
    throw input_error("binaries", "part of an axis that is a point", "in [0, 1]",
                      fmt::format("{}", population.point_like));
  if (!(population.part_of_time > 0 && population.part_of_time <= 1))
    throw input_error("binaries", "longest step as a part of the times of equations 9 and 10",
                      "above 0, at most 1", fmt::format("{}", population.part_of_time));
  const ScatteringScheme& scheme = scattering_scheme(population.scattering);
  if (!scheme.scatter_binaries || !scheme.available)
    throw input_error("binaries", "scheme of meetings",
                      "one that runs on this machine and follows two binaries",
                      population.scattering);
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

std::size_t ClosePair::wider() const {
  if (!star[0].binary) return 1;
  if (!star[1].binary) return 0;
  return star[0].binary->semimajor_axis < star[1].binary->semimajor_axis ? 1 : 0;
}

bool ClosePair::of_three() const {
  const std::size_t wide = wider();
  const std::optional<Binary>& other = star[1 - wide].binary;
  return !other || other->semimajor_axis < point_like * star[wide].binary->semimajor_axis;
}

double meetings_within(double pericentre, double mass, double speed, double density, double time) {
  return density * pi * impact2(pericentre, mass, speed) * speed * time;
}

double meetings_of_pair(const ClosePair& pair, double closeness, double time) {
  const double speed = speed_of(pair);
  if (!(speed > 0)) return 0;
  return meetings_within(farthest_pericentre(pair, closeness), pair.mass(), speed, pair.density,
                         time);
}

UnitsOfMeeting::UnitsOfMeeting(const ClosePair& pair) {
  const Partner& wide = pair.star[pair.wider()];
  mass = wide.binary->mass[0] + wide.binary->mass[1];
  length = wide.binary->semimajor_axis;
  if (!pair.of_three()) {
    mass = pair.mass();
    length = pair.star[0].binary->semimajor_axis + pair.star[1].binary->semimajor_axis;
  }
  speed = std::sqrt(mass / length);
}

ScatteringParameters scattering_of_pairs(int threads) {
  return {.threads = threads, .longest = kRevolutions * 2 * pi, .most_steps = kSteps};
}

ThreeStars drawn_meeting(const ClosePair& pair, double closeness, std::uint32_t seed,
                         std::uint64_t step) {
  const double speed = speed_of(pair);
  const UnitsOfMeeting units(pair);
  const std::size_t wide = pair.wider();
  const Binary& binary = *pair.star[wide].binary;
  const MeetingLaw law{.mass = {binary.mass[0] / units.mass, binary.mass[1] / units.mass,
                                pair.star[1 - wide].mass / units.mass},
                       .speed = speed / units.speed,
                       .largest_impact = std::sqrt(impact2(pair, closeness, speed)) / units.length};
  Meeting meeting = drawn_meeting(law, seed_of(binary, seed), step);
  meeting.eccentricity = binary.eccentricity;
  const double tide = scattering_of_pairs(1).tide;
  return three_stars(meeting, distance_of_tide(meeting.mass, 1, meeting.eccentricity, tide));
}

FourStars drawn_meeting_of_four(const ClosePair& pair, double closeness, std::uint32_t seed,
                                std::uint64_t step) {
  const double speed = speed_of(pair);
  const UnitsOfMeeting units(pair);
  MeetingOfBinaries widest{
      .speed = speed / units.speed,
      .impact_parameter = std::sqrt(impact2(pair, closeness, speed)) / units.length};
  for (std::size_t k = 0; k < 2; ++k) {
    const Binary& one = *pair.star[k].binary;
    widest.binaries[k] = {.mass = {one.mass[0] / units.mass, one.mass[1] / units.mass},
                          .semimajor_axis = one.semimajor_axis / units.length,
                          .eccentricity = one.eccentricity};
  }
  const MeetingOfBinaries meeting =
      drawn_meeting_of_binaries(widest, seed_of(*pair.star[0].binary, seed), step);
  return four_stars(meeting, distance_of_tide(meeting.binaries, scattering_of_pairs(1).tide));
}

double step_of_binaries(const Stars& stars, const std::vector<Binary>& binaries,
                        const BinaryPopulation& how, double initial_stars) {
  const Centre centre = centre_of(stars);
  double axis = 0, axis2 = 0, mass_axis = 0;
  std::size_t central = 0;
  for (std::size_t i = 0; i < centre.stars; ++i) {
    if (const Binary* const one = binary_of(binaries, stars.id[i])) {
      axis += one->semimajor_axis;
      axis2 += one->semimajor_axis * one->semimajor_axis;
      mass_axis += stars.mass[i] * one->semimajor_axis;
      ++central;
    }
  }
  if (central == 0) return std::numeric_limits<double>::infinity();
  const auto all = static_cast<double>(centre.stars), some = static_cast<double>(central);
  const CentralAverages averages{.dispersion = centre.dispersion,
                                 .single_density = (all - some) / centre.volume,
                                 .binary_density = some / centre.volume,
                                 .mass = centre.mass / all,
                                 .axis = axis / some,
                                 .axis2 = axis2 / some,
                                 .mass_axis = mass_axis / some};
  const double time = std::min(binary_single_time(averages, how.closeness),
                               binary_binary_time(averages, how.closeness));
  return how.part_of_time * time / dynamical_time(1, initial_stars);
}

}  // namespace touchstone::cluster
