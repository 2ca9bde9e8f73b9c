// checkers/cmc/scattering/conserved.cpp
// Purpose   Every drawn meeting keeps energy, momentum and angular momentum, and is over when and
//           how the scheme says; and it is the same whoever is with it, on any number of threads.
// Source    Conservation laws; the end as three_stars.hpp has it.
// Computes  All in long double, from the stars at both ends (read_meeting.hpp).
// Cost      80 meetings.
#include <algorithm>
#include <tuple>
#include <vector>

#include "checkers/cmc/scattering/drawn_meetings.hpp"
#include "checkers/cmc/scattering/moving_meetings.hpp"
#include "checkers/cmc/scattering/orbits.hpp"
#include "checkers/cmc/scattering/scattering_kind.hpp"
#include "checkers/findings.hpp"

namespace touchstone::scattering {
namespace {

using cluster::Ending;
using cluster::Scattered;
using cluster::ScatteringParameters;
using cluster::ScatteringScheme;
using cluster::ThreeStars;

constexpr int kMeetings = 80;

std::vector<ThreeStars> drawn(const CheckContext& context, double tide) {
  return moving_meetings<ThreeStars>(context, kMeetings, [&](Draws& draws) {
    const Beginning beginning = drawn_beginning(draws, tide);
    return std::tuple{three_stars(beginning, draws), beginning.semimajor_axis, beginning.speed};
  });
}

/// Sum of |energy| of the binary and of the single star: the scale of the scheme's claim.
Real scale(const ThreeStars& stars) {
  Real best = 0, found = 0;
  for (std::size_t single = 0; single < 3; ++single) {
    const Hierarchy h = hierarchy(stars, single);
    if (h.inner.energy() >= best) continue;
    best = h.inner.energy();
    found = std::abs(best) + std::abs(h.outer.energy());
  }
  return found;
}

CheckResult conserved(const ScatteringScheme& scheme, const CheckContext& context) {
  const ScatteringParameters parameters{.threads = context.threads, .tide = 1e-4, .longest = 3000};
  const std::vector<ThreeStars> starts = drawn(context, parameters.tide);
  const std::vector<Scattered> ends = scheme.scatter(starts, parameters);
  Findings findings;
  findings.expect(ends.size() == starts.size(),
                  fmt::format("{} meetings, {} answers", starts.size(), ends.size()));
  std::size_t finished = 0, lost = 0;
  for (std::size_t i = 0; i < std::min(starts.size(), ends.size()); ++i) {
    const std::string name = fmt::format("meeting {}", i);
    judge_end(findings, ends[i], parameters, name);
    lost += ends[i].ending == Ending::lost ? 1 : 0;
    if (ends[i].ending == Ending::lost) continue;
    finished += ends[i].ending == Ending::unfinished ? 0 : 1;
    // Unfinished meetings keep their energy, too; lost ones are those that do not.
    judge_laws(findings, starts[i], ends[i].stars, ends[i].time, scale(starts[i]),
               scheme.energy_error, name);
  }
  findings.expect(100 * lost <= starts.size(), fmt::format("{} meetings are lost", lost));
  // About one in thirty lasts longer.
  findings.expect(3 * finished >= 2 * starts.size(),
                  fmt::format("only {} of {} meetings ended", finished, starts.size()));
  return findings.result(starts.size(),
                         fmt::format("{} meetings ended, with what they began with", finished));
}

CheckResult any_company(const ScatteringScheme& scheme, const CheckContext& context) {
  const ScatteringParameters parameters{.tide = 1e-3, .longest = 300};
  return same_in_any_company(scheme.scatter, drawn(context, parameters.tide), parameters,
                             [](const Scattered& end) { return end.ending == Ending::unfinished; });
}

const bool registered =
    register_check(ScatteringCheck{
        .name = "scattering/conserved",
        .shows = "energy, momentum and angular momentum are kept, and meetings are over when the "
                 "scheme says so",
        .needs = Claims::conserves_particles,
        .cost = "80 meetings",
        .run = conserved}) &&
    register_check(ScatteringCheck{
        .name = "scattering/any company",
        .shows = "what becomes of a meeting depends neither on threads nor on other meetings",
        .needs = Claims::thread_invariant,
        .cost = "400 short meetings",
        .run = any_company});

}  // namespace
}  // namespace touchstone::scattering
