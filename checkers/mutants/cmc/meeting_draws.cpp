// checkers/mutants/cmc/meeting_draws.cpp
// Purpose   Mutants of how meetings in clusters are drawn and turned.
// Source    Seeded faults: draws that forget what they belong to, and angles.
#include "checkers/cmc/meeting_draws.hpp"

namespace touchstone::mutants {
namespace {

using cluster::MixedPair;
using cmc::MeetingCode;

bool add(const char* name, const char* fault, const MeetingCode& code) {
  return register_observables("cmc", cmc::meeting_draws(std::string("mutant/") + name, code),
                              Origin::invented(std::string("seeded fault: ") + fault));
}

MeetingCode drawing(
    std::function<cluster::ThreeStars(MixedPair, double, std::uint32_t, std::uint64_t)> draw) {
  MeetingCode code;
  code.draw = draw;
  return code;
}

MeetingCode turning(double (*changed)(double)) {
  MeetingCode code;
  code.after = [changed](const MixedPair& pair, const cluster::Scattered& end, double turn) {
    return cluster::after_meeting(pair, end, changed(turn));
  };
  return code;
}

MeetingCode expecting(double (*expected)(const MixedPair&, double, double)) {
  MeetingCode code;
  code.expected = expected;
  return code;
}

MeetingCode leaving(cluster::Scattered (*changed)(cluster::Scattered)) {
  MeetingCode code;
  code.after = [changed](const MixedPair& pair, const cluster::Scattered& end, double turn) {
    return cluster::after_meeting(pair, changed(end), turn);
  };
  return code;
}

const bool registered =
    add("meeting-of-any-step", "a binary has the same meeting in each step",
        drawing([](MixedPair pair, double closeness, std::uint32_t seed, std::uint64_t) {
          return cluster::drawn_meeting(pair, closeness, seed, 0);
        })) &&
    add("meeting-of-32-bits", "steps are counted in 32 bits",
        drawing([](MixedPair pair, double closeness, std::uint32_t seed, std::uint64_t step) {
          return cluster::drawn_meeting(pair, closeness, seed, static_cast<std::uint32_t>(step));
        })) &&
    add("meeting-of-any-binary", "all binaries have the same meeting in a step",
        drawing([](MixedPair pair, double closeness, std::uint32_t seed, std::uint64_t step) {
          pair.binary.id = 0;
          return cluster::drawn_meeting(pair, closeness, seed, step);
        })) &&
    add("meeting-circular", "the binary's eccentricity is lost",
        drawing([](MixedPair pair, double closeness, std::uint32_t seed, std::uint64_t step) {
          pair.binary.eccentricity = 0;
          return cluster::drawn_meeting(pair, closeness, seed, step);
        })) &&
    add("meeting-farther", "impact parameters twice as large as they may be",
        drawing([](MixedPair pair, double closeness, std::uint32_t seed, std::uint64_t step) {
          return cluster::drawn_meeting(pair, 3 * closeness, seed, step);
        })) &&
    add("meeting-of-the-binary-alone", "the single star does not attract",
        expecting([](const MixedPair& pair, double closeness, double time) {
          MixedPair light = pair;
          light.single_mass = 0;
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
    add("meeting-half-turned", "half a turn for a whole one",
        turning([](double turn) { return turn / 2; }));

}  // namespace
}  // namespace touchstone::mutants
