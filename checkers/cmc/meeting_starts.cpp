// checkers/cmc/meeting_starts.cpp
// Purpose   Meetings as clusters and cross sections draw them, one number after the other of one
//           seed: binaries point anywhere, at any phase, each whatever the other does, and impact
//           parameters are uniform on a disk. Scheme and reference share this code.
// Source    P. Hut, J. N. Bahcall, Astrophys. J. 268, 319 (1983), section 2.
#include <algorithm>
#include <cstdint>
#include <numbers>
#include <random>
#include <string>

#include "checkers/starts/start_kind.hpp"
#include "models/cmc/scattering/meeting.hpp"

namespace touchstone::starts {
namespace {

constexpr std::uint64_t kMeetings = 1000;
constexpr int kSeeds = 20;
constexpr double kFarthest = 2.5;
constexpr double kPi = std::numbers::pi;

struct Angles {
  double mean_anomaly, cos_inclination, node, argument;
};

void add(Drawn& drawn, const std::string& of, const Angles& angles) {
  drawn.values["phase" + of].push_back(angles.mean_anomaly);
  drawn.values["cosine of the inclination" + of].push_back(angles.cos_inclination);
  drawn.values["node" + of].push_back(angles.node);
  drawn.values["argument of the pericentre" + of].push_back(angles.argument);
}
template <class Orbit>
Angles angles_of(const Orbit& orbit) {
  return {orbit.mean_anomaly, orbit.cos_inclination, orbit.node, orbit.argument};
}
Angles any_angles(std::mt19937_64& random) {
  return {2 * kPi * uniform(random), 2 * uniform(random) - 1, 2 * kPi * uniform(random),
          2 * kPi * uniform(random)};
}
/// The larger of two uniform numbers is distributed as the radius of a point of the unit disk.
double radius(std::mt19937_64& random) { return std::max(uniform(random), uniform(random)); }

constexpr const char* kImpact = "impact parameter";
constexpr const char* kOfBinary[] = {" of the first", " of the second"};

Drawn of_binaries(std::uint64_t seed) {
  cluster::MeetingOfBinaries widest;
  widest.impact_parameter = kFarthest;
  Drawn drawn;
  for (std::uint64_t k = 0; k < kMeetings; ++k) {
    const cluster::MeetingOfBinaries m = cluster::drawn_meeting_of_binaries(widest, seed, k);
    drawn.values[kImpact].push_back(m.impact_parameter);
    for (std::size_t b = 0; b < 2; ++b) add(drawn, kOfBinary[b], angles_of(m.binaries[b]));
  }
  return drawn;
}
Drawn law_of_binaries(std::mt19937_64& random) {
  Drawn drawn;
  for (std::uint64_t k = 0; k < kMeetings; ++k) {
    drawn.values[kImpact].push_back(kFarthest * radius(random));
    for (const char* const of : kOfBinary) add(drawn, of, any_angles(random));
  }
  return drawn;
}

Drawn of_a_star(std::uint64_t seed) {
  const cluster::MeetingLaw law{.thermal = true, .largest_impact = kFarthest};
  Drawn drawn;
  for (std::uint64_t k = 0; k < kMeetings; ++k) {
    const cluster::Meeting m = cluster::drawn_meeting(law, seed, k);
    drawn.values[kImpact].push_back(m.impact_parameter);
    drawn.values["eccentricity"].push_back(m.eccentricity);
    add(drawn, "", angles_of(m));
  }
  return drawn;
}
Drawn law_of_a_star(std::mt19937_64& random) {
  Drawn drawn;
  for (std::uint64_t k = 0; k < kMeetings; ++k) {
    drawn.values[kImpact].push_back(kFarthest * radius(random));
    drawn.values["eccentricity"].push_back(radius(random));  // density 2 e
    add(drawn, "", any_angles(random));
  }
  return drawn;
}

constexpr const char* kSource = "Hut and Bahcall 1983, section 2";
const bool registered =
    register_generator("cmc", {.info = {.name = "cmc/meetings-of-binaries", .source = kSource},
                               .draw = of_binaries,
                               .law = law_of_binaries,
                               .starts = kSeeds}) &&
    register_generator("cmc", {.info = {.name = "cmc/meetings-of-a-star", .source = kSource},
                               .draw = of_a_star,
                               .law = law_of_a_star,
                               .starts = kSeeds});

}  // namespace
}  // namespace touchstone::starts
