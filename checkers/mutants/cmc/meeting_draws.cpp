// checkers/mutants/cmc/meeting_draws.cpp
// Purpose   Mutants of how meetings in clusters are drawn and turned.
// Source    Seeded faults: draws that forget what they belong to, and angles.
#include "checkers/cmc/meeting_draws.hpp"

#include <cmath>
#include <utility>

namespace touchstone::mutants {
namespace {

using cluster::ClosePair;
using cmc::MeetingCode;

bool add(const char* name, const char* fault, const MeetingCode& code) {
  return register_observables("cmc", cmc::meeting_draws(std::string("mutant/") + name, code),
                              Origin::invented(std::string("seeded fault: ") + fault));
}

MeetingCode drawing(
    std::function<cluster::ThreeStars(ClosePair, double, std::uint32_t, std::uint64_t)> draw) {
  MeetingCode code;
  code.draw = draw;
  return code;
}

MeetingCode drawing_four(
    std::function<cluster::FourStars(ClosePair, double, std::uint32_t, std::uint64_t)> draw) {
  MeetingCode code;
  code.draw_four = draw;
  return code;
}

/// A single star that is lighter than the binary begins where its own tide is small, and feels the
/// binary's shape there.
cluster::ThreeStars near_light_star(const ClosePair& pair, double closeness, std::uint32_t seed,
                                    std::uint64_t step) {
  const std::size_t wide = pair.wider();
  const cluster::Binary& binary = *pair.star[wide].binary;
  const double light = pair.star[1 - wide].mass / pair.star[wide].mass;
  if (!(light < 1)) return cluster::drawn_meeting(pair, closeness, seed, step);
  const cluster::UnitsOfMeeting units(pair);
  double speed2 = 0;
  for (std::size_t c = 0; c < 3; ++c)
    speed2 += std::pow(pair.star[1].velocity[c] - pair.star[0].velocity[c], 2);
  cluster::Meeting meeting = cluster::drawn_meeting(
      {.mass = {binary.mass[0] / units.mass, binary.mass[1] / units.mass, light},
       .speed = std::sqrt(speed2) / units.speed,
       .largest_impact = closeness},
      std::uint64_t{seed} << 32 | binary.id, step);
  meeting.eccentricity = binary.eccentricity;
  return cluster::three_stars(meeting, (1 + binary.eccentricity) * std::cbrt(2 * light / 1e-5));
}

/// Stars of four that leave are others.
MeetingCode leaving_four(void (*changed)(cluster::AfterMeeting&)) {
  MeetingCode code;
  code.after_four = [changed](const ClosePair& pair, const cluster::ScatteredFour& end,
                              double turn) {
    cluster::AfterMeeting after = cluster::after_meeting(pair, end, turn);
    changed(after);
    return after;
  };
  return code;
}

MeetingCode turning(double (*changed)(double)) {
  MeetingCode code;
  code.after = [changed](const ClosePair& pair, const cluster::Scattered& end, double turn) {
    return cluster::after_meeting(pair, end, changed(turn));
  };
  return code;
}

MeetingCode expecting(double (*expected)(const ClosePair&, double, double)) {
  MeetingCode code;
  code.expected = expected;
  return code;
}

MeetingCode leaving(cluster::Scattered (*changed)(cluster::Scattered)) {
  MeetingCode code;
  code.after = [changed](const ClosePair& pair, const cluster::Scattered& end, double turn) {
    return cluster::after_meeting(pair, changed(end), turn);
  };
  return code;
}

bool add_after(const char* name, const char* fault, void (*changed)(cluster::AfterMeeting&)) {
  return register_observables(
      "cmc", cmc::after_meetings(std::string("mutant/") + name, leaving_four(changed)),
      Origin::invented(std::string("seeded fault: ") + fault));
}

/// A binary that is left with a star that is freed has another energy.
void change_triples(cluster::AfterMeeting& after) {
  for (cluster::Partner& one : after.stars)
    if (one.binary && after.freed() == 1) one.binary->semimajor_axis *= 1.0001;
}

void swap_freed(cluster::AfterMeeting& after) {
  if (after.freed() > 0) std::swap(after.stars[1], after.stars[2]);
}

void one_id(cluster::AfterMeeting& after) {
  for (cluster::Partner& one : after.stars)
    if (one.binary && after.stars[0].binary) one.binary->id = after.stars[0].binary->id;
}

void never_exchanged(cluster::AfterMeeting& after) { after.exchanged = false; }

const bool registered =
    add_after("after-energy-of-triples",
              "a binary that is left does not take the energy of an orbit", change_triples) &&
    add_after("after-freed-first", "the star that is freed is in the place of the outer one",
              swap_freed) &&
    add_after("after-one-id", "both binaries have the id of the inner one", one_id) &&
    add_after("after-exchange-unseen", "an exchange between two binaries is not reported",
              never_exchanged) &&
    add("meeting-of-any-step", "a binary has the same meeting in each step",
        drawing([](ClosePair pair, double closeness, std::uint32_t seed, std::uint64_t) {
          return cluster::drawn_meeting(pair, closeness, seed, 0);
        })) &&
    add("meeting-of-32-bits", "steps are counted in 32 bits",
        drawing([](ClosePair pair, double closeness, std::uint32_t seed, std::uint64_t step) {
          return cluster::drawn_meeting(pair, closeness, seed, static_cast<std::uint32_t>(step));
        })) &&
    add("meeting-of-any-binary", "all binaries have the same meeting in a step",
        drawing([](ClosePair pair, double closeness, std::uint32_t seed, std::uint64_t step) {
          pair.star[pair.wider()].binary->id = 0;
          return cluster::drawn_meeting(pair, closeness, seed, step);
        })) &&
    add("meeting-circular", "the binary's eccentricity is lost",
        drawing([](ClosePair pair, double closeness, std::uint32_t seed, std::uint64_t step) {
          pair.star[pair.wider()].binary->eccentricity = 0;
          return cluster::drawn_meeting(pair, closeness, seed, step);
        })) &&
    add("meeting-farther", "impact parameters twice as large as they may be",
        drawing([](ClosePair pair, double closeness, std::uint32_t seed, std::uint64_t step) {
          return cluster::drawn_meeting(pair, 3 * closeness, seed, step);
        })) &&
    add("meeting-begins-near", "of both tides only that on the binary counts at the start",
        drawing(near_light_star)) &&
    add("meeting-of-the-binary-alone", "the other star does not attract",
        expecting([](const ClosePair& pair, double closeness, double time) {
          ClosePair light = pair;
          light.star[1 - pair.wider()].mass = 0;
          return cluster::meetings_of_pair(light, closeness, time);
        })) &&
    add("meeting-goes-back", "the asymptote of the way in for that of the way out",
        leaving([](cluster::Scattered end) {
          for (cluster::PointStar& star : end.stars)
            for (double& v : star.velocity) v = -v;
          return end;
        })) &&
    add("meeting-without-turn", "the third draw of the pair is forgotten",
        turning([](double) { return 0.25; })) &&
    add("meeting-of-four-at-any-step", "two binaries have the same meeting in each step",
        drawing_four([](ClosePair pair, double closeness, std::uint32_t seed, std::uint64_t) {
          return cluster::drawn_meeting_of_four(pair, closeness, seed, 0);
        })) &&
    add("meeting-of-four-of-one-size", "both binaries have the axis of the first one",
        drawing_four([](ClosePair pair, double closeness, std::uint32_t seed, std::uint64_t step) {
          pair.star[1].binary->semimajor_axis = pair.star[0].binary->semimajor_axis;
          return cluster::drawn_meeting_of_four(pair, closeness, seed, step);
        })) &&
    add("meeting-of-four-changes-places", "the outer binary is in the place of the inner one",
        leaving_four([](cluster::AfterMeeting& after) {
          if (after.happened()) std::swap(after.stars[0], after.stars[1]);
        })) &&
    add("meeting-half-turned", "half a turn for a whole one",
        turning([](double turn) { return turn / 2; }));

}  // namespace
}  // namespace touchstone::mutants
