// checkers/cmc/scattering/like_reference.cpp
// Purpose   Meetings that small changes of the start do not change much end as those of the
//           reference do: same binary, same energies, same orbits in space.
// Source    The reference (reference/cmc/fewbody/scattering.cpp), another method of another order.
// Computes  How much a meeting amplifies is asked of the reference alone, by a start that is
//           changed by 1e-7; of all three that leave each other only that they do is compared. Else
//           it is the constants of both orbits at the end, which vary with the tide there, 1e-5 of
//           the binary's energy. Allowed are ten times the tide, and what the error of the energy
//           that the scheme claims grows to.
// Cost      60 meetings, twice with the reference; and 6 of two bodies and a third far away, whose
//           place on the ellipse is Kepler's.
#include <cmath>
#include <vector>

#include "checkers/cmc/scattering/asked.hpp"
#include "checkers/cmc/scattering/drawn_meetings.hpp"
#include "checkers/cmc/scattering/orbits.hpp"
#include "checkers/cmc/scattering/scattering_kind.hpp"
#include "checkers/findings.hpp"

namespace touchstone::scattering {
namespace {

using cluster::Ending;
using cluster::Scattered;
using cluster::ScatteringScheme;
using cluster::ThreeStars;

constexpr std::size_t kMeetings = 60;
constexpr std::size_t kLeast = 20;   ///< that must be comparable: five of six are
constexpr std::size_t kFewest = 18;  ///< meetings: a third is comparable, but for one draw in 1e6
constexpr double kTide = 1e-5, kLongest = 500;  // longer ones amplify more
constexpr double kMostAmplified = 1e3;

/// Largest difference of the orbits at two ends, relative to their size, and for the single star's
/// relative to both energies, for a light star per mass; of the eccentricity vectors too, which
/// point in space.
Real difference(const Scattered& a, const Scattered& b) {
  const Hierarchy one = hierarchy(a.stars, a.single), two = hierarchy(b.stars, b.single);
  const Real lighter = std::min(Real{1}, two.outer.reduced / two.inner.reduced);
  const Real soft = 1 + lighter * std::abs(two.inner.energy() / two.outer.energy());
  return std::max(difference(one.inner, two.inner), difference(one.outer, two.outer) / soft);
}

bool ended(const Scattered& a) { return a.ending == Ending::binary || a.ending == Ending::ionised; }

bool same_end(const Scattered& a, const Scattered& b) {
  return a.ending == b.ending && a.single == b.single;
}

CheckResult like_reference(const ScatteringScheme& scheme, const CheckContext& context) {
  const auto count = std::max<std::size_t>(
      kFewest, static_cast<std::size_t>(static_cast<double>(kMeetings) * context.effort));
  const auto& [starts, expected, beside] = answers_of_reference<ThreeStars, Scattered>(
      context, count,
      [](Draws& draws) { return three_stars(drawn_beginning(draws, kTide), draws); },
      [](const std::vector<ThreeStars>& asked) {
        return baseline_of(cluster::scattering_schemes())
            .scatter(asked, {.tide = kTide, .longest = kLongest});
      });
  const auto found =
      scheme.scatter(starts, {.threads = context.threads, .tide = kTide, .longest = kLongest});
  if (found.size() != starts.size())
    return count_violations(1, starts.size(), "the answers are not as many as the meetings", "");
  Findings findings;
  std::size_t compared = 0;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    if (!same_end(expected[i], beside[i]) || !ended(expected[i])) continue;
    const bool binary = expected[i].ending == Ending::binary;
    const Real amplified = binary ? difference(beside[i], expected[i]) / kChange : 1;
    // The tide is part of the difference, too: 1e-5 of what it is at different times.
    if (amplified > kMostAmplified + kTide / kChange) continue;
    ++compared;
    findings.expect(same_end(found[i], expected[i]),
                    fmt::format("meeting {} has another end: star {} for star {}", i,
                                found[i].single, expected[i].single));
    if (!binary || !same_end(found[i], expected[i])) continue;
    const Real wrong = difference(found[i], expected[i]);
    const Real allowed = 10 * kTide + scheme.energy_error * amplified;
    findings.expect(wrong <= allowed,
                    fmt::format("meeting {}: orbits differ by {:.2g}, allowed {:.2g}", i,
                                static_cast<double>(wrong), static_cast<double>(allowed)));
  }
  findings.expect(compared * kMeetings >= kLeast * count,
                  fmt::format("only {} of {} meetings can be compared", compared, count));
  return findings.result(starts.size(), fmt::format("{} of {} meetings compared", compared, count));
}

CheckResult kepler(const ScatteringScheme& scheme, const CheckContext& context) {
  std::vector<ThreeStars> starts;
  for (std::uint64_t k = 0; k < 6; ++k) {
    auto random = stream_of_system(context, 1000 + k);
    Draws draws(random);
    Beginning b{.mass = {draws.scale(0.3, 3), draws.scale(0.3, 3), 1e-6}};
    b.eccentricity = draws.from(0.1, 0.95);
    b.speed = 5 * draws.from(1, 2);
    b.distance = 400;
    b.outer_momentum = b.speed * 100;  // impact parameter 100
    starts.push_back(three_stars(b, draws));
  }
  const cluster::ScatteringParameters parameters{
      .threads = context.threads, .tide = 1e-14, .longest = 1e5};
  const auto ends = scheme.scatter(starts, parameters);
  if (ends.size() != starts.size())
    return count_violations(1, starts.size(), "the answers are not as many as the meetings", "");
  Findings findings;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    findings.expect(ends[i].ending == Ending::binary && ends[i].single == 2,
                    fmt::format("meeting {}: no fly-by", i));
    judge_end(findings, ends[i], parameters, fmt::format("meeting {}", i));
    judge_kepler(findings, hierarchy(starts[i], 2).inner, hierarchy(ends[i].stars, 2).inner,
                 ends[i].time, scheme.energy_error, fmt::format("meeting {}", i));
  }
  return findings.result(starts.size(), "6 binaries stay on their ellipse, and in time");
}

const bool registered =
    register_check(
        ScatteringCheck{.name = "scattering/like the reference",
                        .shows = "meetings that do not amplify errors end as with the reference",
                        .needs = Claims::conserves_particles,
                        .cost = "60 meetings, twice with the reference",
                        .run = like_reference}) &&
    register_check(
        ScatteringCheck{.name = "scattering/kepler",
                        .shows = "a binary that is left alone stays on its ellipse, and in time",
                        .needs = Claims::conserves_particles,
                        .cost = "6 meetings from far away",
                        .run = kepler});

}  // namespace
}  // namespace touchstone::scattering
