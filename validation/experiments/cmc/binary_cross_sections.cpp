// validation/experiments/cmc/binary_cross_sections.cpp
// Purpose   Cross sections of two circular binaries of equal masses that meet, over their speed:
//           one of them is ionised, both are, they exchange stars, a stable triple is left.
// Source    J. M. Fregeau, P. Cheung, S. F. Portegies Zwart, F. A. Rasio, Mon. Not. R. Astron. Soc.
//           352, 1 (2004), section 3 (outcomes). P. Hut, Astrophys. J. 268, 342 (1983): the
//           argument for single stars, which gives the limits of high speeds for two binaries, too
//           (models/cmc/scattering/meeting.hpp).
// Computes  What cross_section.hpp says, at 16, 32 and 64 v_c and, from class W on, at slower
//           speeds beside the serial reference: no published number with an error is at hand.
//           Corrections to the limit go as (a + b ln V) / V^2. By an integral over kicks they add
//           20 % to one of two at 16 v_c; from two speeds alone 4 % would be left. Fast binaries of
//           which no two stars pass closely are counted without being followed.
//           What has not ended by the time 1000, in sqrt(a^3 / G m), is a kind of its own: long
//           resonances, and triples not yet known to be stable, most of them below v_c.
// Cost      Class S 7 seconds of one core with AVX2.
#include "validation/experiments/cmc/binary_cross_sections.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "models/cmc/scattering/meeting.hpp"

namespace touchstone::validation::cmc {
namespace {

using cluster::FourEnding;
using cluster::FourStars;
using cluster::MeetingOfBinaries;
using cluster::ScatteringScheme;

constexpr double kTideOfFast = 1e-3, kTideOfSlow = 1e-4;
constexpr double kLongest = 1000;
constexpr double kReach = 2.42;  ///< reach of a kick that frees a star, times the speed; axis 1

bool is_fast(double speed) { return speed > 8; }

/// Pericentres beyond 2.5 axes do nothing at v_c, and those beyond 1.4 at four times that. Stars of
/// fast binaries must pass within the reach of a kick.
MeetingOfBinaries widest_meeting(double speed) {
  MeetingOfBinaries meeting;
  meeting.speed = speed * cluster::critical_speed(meeting.binaries);
  const double pericentre = std::min(3.0, 1.5 + 2 / speed);
  meeting.impact_parameter =
      is_fast(speed)
          ? 1 + 1.1 * kReach / speed
          : pericentre * std::sqrt(1 + 2 * 4 / (pericentre * meeting.speed * meeting.speed));
  return meeting;
}

/// Place of a star of a circular binary against its centre, across the motion, after a time.
std::array<double, 2> place_after(const cluster::BinaryOrbit& binary, double time) {
  // Masses and axes are 1: stars are half of that from the centre.
  const double angle = binary.mean_anomaly + binary.argument + std::numbers::sqrt2 * time;
  const double x = std::cos(angle) / 2, y = binary.cos_inclination * std::sin(angle) / 2;
  const double cosine = std::cos(binary.node), sine = std::sin(binary.node);
  return {cosine * x - sine * y, sine * x + cosine * y};
}

/// Whether a star of each pass within twice the reach of kicks, were they to pass straight on: two
/// of 1748 meetings that ionised one did not, at 16 and 32 v_c.
bool can_be_kicked(const MeetingOfBinaries& meeting, double distance) {
  const double time = distance / meeting.speed;
  const auto one = place_after(meeting.binaries[0], time);
  const auto other = place_after(meeting.binaries[1], time);
  const double reach = 2 * kReach * cluster::critical_speed(meeting.binaries) / meeting.speed;
  for (const int i : {1, -1})
    for (const int j : {1, -1})
      if (std::hypot(meeting.impact_parameter + j * other[0] - i * one[0],
                     j * other[1] - i * one[1]) < reach)
        return true;
  return false;
}

Ends follow_binaries(const ScatteringScheme& scheme, double speed, std::uint64_t seed,
                     std::size_t first, std::size_t last, int threads) {
  const MeetingOfBinaries widest = widest_meeting(speed);
  const double tide = is_fast(speed) ? kTideOfFast : kTideOfSlow;
  const double distance = cluster::distance_of_tide(widest.binaries, tide);
  std::vector<FourStars> starts;
  for (std::size_t k = first; k < last; ++k) {
    const MeetingOfBinaries meeting = cluster::drawn_meeting_of_binaries(widest, seed, k);
    if (!is_fast(speed) || can_be_kicked(meeting, distance))
      starts.push_back(cluster::four_stars(meeting, distance));
  }
  Ends ends{std::vector<std::size_t>(4)};
  for (const cluster::ScatteredFour& one :
       scheme.scatter_binaries(starts, {.threads = threads, .tide = tide, .longest = kLongest})) {
    const BinaryKind kind = kind_of(one.end);
    if (kind != BinaryKind::none) ++ends.of_kind[static_cast<std::size_t>(kind)];
    ends.none += one.end.ending == FourEnding::unfinished || one.end.ending == FourEnding::lost;
  }
  return ends;
}

std::vector<Measurement> plan_binary_cross_sections(const Plan& plan) {
  const Meetings meetings = of_two_binaries();
  const std::size_t size = times_class_S(plan);
  constexpr auto one = static_cast<std::size_t>(BinaryKind::one_ionised);
  constexpr auto both = static_cast<std::size_t>(BinaryKind::both_ionised);
  constexpr auto exchange = static_cast<std::size_t>(BinaryKind::exchange);
  constexpr auto triple = static_cast<std::size_t>(BinaryKind::triple);
  std::vector<Measurement> all;
  for (const ScatteringScheme* scheme : scattering_schemes_of(plan)) {
    if (!scheme->scatter_binaries) continue;
    const auto add = [&](std::vector<Measurement> rows) {
      for (Measurement& row : rows) all.push_back(std::move(row));
    };
    add(limits(meetings, {one, both}, plan, *scheme,
               scheme->info.parallel ? 1100000 * size : 110000 * size));
    if (plan.problem_class < ProblemClass::W || scheme->info.baseline) continue;
    for (const AtSpeed& at :
         {AtSpeed{0.25, 1200 * size, {{triple, 1}, {one}, {exchange}}},
          AtSpeed{1, 600 * size, {{one}, {exchange}}}, AtSpeed{2, 1200 * size, {{one}, {both}}},
          AtSpeed{4, 1600 * size, {{one}, {both}}}})
      add(beside_reference(meetings, at, plan, *scheme));
  }
  return all;
}

const bool registered = register_experiment(
    {.name = "cmc/binary-cross-sections",
     .shows = "two binaries ionise each other, exchange stars and leave triples as often as they "
              "must",
     .plan = plan_binary_cross_sections});

}  // namespace

BinaryKind kind_of(const cluster::FourEnd& end) {
  const bool whole = end.binary == std::array<std::size_t, 2>{0, 1} ||
                     end.binary == std::array<std::size_t, 2>{2, 3};
  switch (end.ending) {
    case FourEnding::binaries:
      return whole ? BinaryKind::none : BinaryKind::exchange;
    case FourEnding::binary:
      return whole ? BinaryKind::one_ionised : BinaryKind::exchange;
    case FourEnding::triple:
      return BinaryKind::triple;
    case FourEnding::ionised:
      return BinaryKind::both_ionised;
    default:
      return BinaryKind::none;
  }
}

Meetings of_two_binaries() {
  return {.experiment = "binary-cross-sections",
          .seeds = "cross sections of two binaries",
          .limit_known = "limit of high speeds, the argument of Hut 1983, Astrophys. J. 268, 342",
          .to_limit = {{16, 1.0 / 9, 0.03}, {32, -8.0 / 9, 0.14}, {64, 16.0 / 9, 0.83}},
          .kinds = {{"one-ionised", "cross section for ionisation of one of two binaries",
                     cluster::kOneOfTwoLimit},
                    {"both-ionised", "cross section for ionisation of both binaries",
                     cluster::kBothOfTwoLimit},
                    {"exchange", "cross section for exchange between binaries"},
                    {"triple", "cross section for stable triples of two binaries"}},
          .without_end = {"no-end", "cross section for meetings of two binaries without an end"},
          .widest_impact = [](double speed) { return widest_meeting(speed).impact_parameter; },
          .follow = follow_binaries,
          .seconds =
              [](bool parallel, double speed) {
                return (speed < 2 ? 4e-3 / speed : 1e-4) * (parallel ? 1 : 5);
              }};
}

}  // namespace touchstone::validation::cmc
