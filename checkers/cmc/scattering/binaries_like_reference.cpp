// checkers/cmc/scattering/binaries_like_reference.cpp
// Purpose   Meetings of two binaries that small changes of the start do not change much end as
//           those of the reference do: the same stars bound, on the same orbits; and two binaries
//           that pass far away stay on their ellipses, and in time.
// Source    The reference (reference/cmc/fewbody/two_binaries.cpp), another method of another
//           order; Kepler's equation.
// Computes  How much a meeting amplifies is asked of the reference alone, as for three stars
//           (like_reference.cpp). Compared are which stars are bound, and the orbits of binaries
//           that are left: those of triples and of stars that still pull each other change.
// Cost      40 meetings, twice with the reference; and 4 of binaries that pass far away.
#include <cmath>
#include <numbers>
#include <vector>

#include "checkers/cmc/scattering/asked.hpp"
#include "checkers/cmc/scattering/drawn_meetings.hpp"
#include "checkers/cmc/scattering/orbits.hpp"
#include "checkers/cmc/scattering/scattering_kind.hpp"
#include "checkers/findings.hpp"

namespace touchstone::scattering {
namespace {

using cluster::FourEnding;
using cluster::FourStars;
using cluster::ScatteredFour;
using cluster::ScatteringScheme;

constexpr std::size_t kMeetings = 40;
constexpr std::size_t kLeast = 8;    ///< that must be comparable: five of eight are
constexpr std::size_t kFewest = 30;  ///< meetings: a fifth is comparable, but for one draw in 1e6
constexpr double kTide = 1e-5, kLongest = 500;  // longer ones amplify more
constexpr double kMostAmplified = 1e3;

/// Largest difference of the binaries, or of the inner ones of triples, at two ends that bind the
/// same stars.
Real difference(const ScatteredFour& a, const ScatteredFour& b) {
  const auto orbit = [](const ScatteredFour& of, std::size_t i, std::size_t j) {
    return two_bodies(point(of.stars[i]), point(of.stars[j]));
  };
  const auto [i, j] = b.end.binary;
  Real worst = difference(orbit(a, i, j), orbit(b, i, j));
  if (b.end.ending == FourEnding::binaries)  // the first has star 0
    for (std::size_t k = 1; k < 4; ++k)
      for (std::size_t l = k + 1; l < 4; ++l)
        if (k != j && l != j) worst = std::max(worst, difference(orbit(a, k, l), orbit(b, k, l)));
  return worst;
}

bool ended(const ScatteredFour& a) {
  return a.end.ending != FourEnding::unfinished && a.end.ending != FourEnding::lost;
}

bool is_ionised(const ScatteredFour& a) { return a.end.ending == FourEnding::ionised; }

CheckResult like_reference(const ScatteringScheme& scheme, const CheckContext& context) {
  if (!scheme.scatter_binaries) return not_of_binaries();
  const auto count = std::max<std::size_t>(
      kFewest, static_cast<std::size_t>(static_cast<double>(kMeetings) * context.effort));
  const auto& [starts, expected, beside] = answers_of_reference<FourStars, ScatteredFour>(
      context, count,
      [](Draws& draws) { return four_stars(drawn_two_binaries(draws, kTide), draws); },
      [](const std::vector<FourStars>& asked) {
        return baseline_of(cluster::scattering_schemes())
            .scatter_binaries(asked, {.tide = kTide, .longest = kLongest});
      });
  const auto found = scheme.scatter_binaries(
      starts, {.threads = context.threads, .tide = kTide, .longest = kLongest});
  if (found.size() != starts.size())
    return count_violations(1, starts.size(), "the answers are not as many as the meetings", "");
  Findings findings;
  std::size_t compared = 0;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    if (expected[i].end != beside[i].end || !ended(expected[i])) continue;
    const Real amplified =
        is_ionised(expected[i]) ? 1 : difference(beside[i], expected[i]) / kChange;
    // The tide is part of the difference, too: 1e-5 of what it is at different times.
    if (amplified > kMostAmplified + kTide / kChange) continue;
    ++compared;
    findings.expect(found[i].end == expected[i].end,
                    fmt::format("meeting {} has another end: {} for {}", i,
                                static_cast<int>(found[i].end.ending),
                                static_cast<int>(expected[i].end.ending)));
    if (is_ionised(expected[i]) || expected[i].end.ending == FourEnding::triple ||
        found[i].end != expected[i].end)
      continue;
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

/// The binaries of stars 0 and 1, 2 and 3 have passed each other, so far that the tide is small.
void judge_passed(Findings& findings, const FourStars& stars, double tide,
                  const std::string& name) {
  const Point one = centre(point(stars[0]), point(stars[1]));
  const Point two = centre(point(stars[2]), point(stars[3]));
  const TwoBodies outer = two_bodies(one, two);
  findings.expect(outer.recede(), name + ": the binaries come nearer");
  for (std::size_t k = 0; k < 4; k += 2) {
    const TwoBodies inner = two_bodies(point(stars[k]), point(stars[k + 1]));
    judge_tide(
        findings,
        tide_on(inner.mass, inner.apocentre(), outer.mass - inner.mass, length(outer.position)),
        tide, name);
  }
}

/// At 2000 times its size the tide on a binary is 1e-9, and both are asked for until it is 1e-12.
CheckResult apart(const ScatteringScheme& scheme, const CheckContext& context) {
  if (!scheme.scatter_binaries) return not_of_binaries();
  std::vector<FourStars> starts;
  for (std::uint64_t k = 0; k < 4; ++k) {
    auto random = stream_of_system(context, 1000 + k);
    Draws draws(random);
    TwoBinaries b;
    for (double& mass : b.mass) mass = draws.scale(0.5, 2);
    for (double& a : b.semimajor_axis) a = draws.scale(0.7, 1.4);
    for (double& e : b.eccentricity) e = draws.from(0.1, 0.9);
    b.speed = draws.from(20, 40);
    b.distance = 4000;
    b.outer_momentum = b.speed * 2000;  // impact parameter 2000
    starts.push_back(four_stars(b, draws));
  }
  constexpr double kFar = 1e-12;
  const auto ends =
      scheme.scatter_binaries(starts, {.threads = context.threads, .tide = kFar, .longest = 1e5});
  if (ends.size() != starts.size())
    return count_violations(1, starts.size(), "the answers are not as many as the meetings", "");
  Findings findings;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    findings.expect(
        ends[i].end == cluster::FourEnd{.ending = FourEnding::binaries, .binary = {0, 1}},
        fmt::format("meeting {}: no fly-by", i));
    judge_passed(findings, ends[i].stars, kFar, fmt::format("meeting {}", i));
    for (std::size_t k = 0; k < 4; k += 2)
      judge_kepler(findings, two_bodies(point(starts[i][k]), point(starts[i][k + 1])),
                   two_bodies(point(ends[i].stars[k]), point(ends[i].stars[k + 1])), ends[i].time,
                   scheme.energy_error, fmt::format("meeting {}, star {}", i, k));
  }
  return findings.result(2 * starts.size(), "8 binaries stay on their ellipses, and in time");
}

const bool registered =
    register_check(ScatteringCheck{
        .name = "scattering/binaries like the reference",
        .shows = "meetings of two binaries that do not amplify errors end as with the reference",
        .needs = Claims::conserves_particles,
        .cost = "40 meetings, twice with the reference",
        .run = like_reference}) &&
    register_check(ScatteringCheck{
        .name = "scattering/binaries apart",
        .shows = "two binaries that pass far away stay on their ellipses, and in time",
        .needs = Claims::conserves_particles,
        .cost = "4 meetings from far away",
        .run = apart});

}  // namespace
}  // namespace touchstone::scattering
