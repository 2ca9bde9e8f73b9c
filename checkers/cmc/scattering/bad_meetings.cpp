// checkers/cmc/scattering/bad_meetings.cpp
// Purpose   Meetings and parameters that cannot be are refused, with words that say what is wrong.
#include <cmath>
#include <limits>

#include "checkers/cmc/scattering/drawn_meetings.hpp"
#include "checkers/cmc/scattering/scattering_kind.hpp"
#include "checkers/findings.hpp"

namespace touchstone::scattering {
namespace {

using cluster::ScatteringParameters;
using cluster::ScatteringScheme;
using cluster::ThreeStars;

CheckResult refused(const ScatteringScheme& scheme, const CheckContext& context) {
  auto random = stream_of_system(context, 0);
  Draws draws(random);
  const ThreeStars good = three_stars(drawn_beginning(draws, 1e-2), draws);
  const ScatteringParameters plain{.tide = 1e-2, .longest = 100};
  Findings findings;
  const auto stars = [&](const char* what, const std::vector<const char*>& words, auto&& spoil) {
    std::vector<ThreeStars> starts = {good, good};
    spoil(starts[1]);
    findings.expect_refused(what, words, [&] { scheme.scatter(starts, plain); });
  };
  const auto parameter = [&](const char* what, const std::vector<const char*>& words,
                             auto&& spoil) {
    ScatteringParameters p = plain;
    spoil(p);
    findings.expect_refused(what, words, [&] { scheme.scatter({&good, 1}, p); });
  };
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  stars("no mass", {"meeting 1, star 2", "mass"}, [](ThreeStars& s) { s[2].mass = 0; });
  stars("a negative mass", {"mass"}, [](ThreeStars& s) { s[0].mass = -1; });
  stars("no number", {"meeting 1, star 1", "finite"},
        [](ThreeStars& s) { s[1].velocity[2] = kNone; });
  stars("no place", {"finite"}, [](ThreeStars& s) { s[1].position[0] = HUGE_VAL; });
  stars("two at one place", {"meeting 1, star 1", "position"},
        [](ThreeStars& s) { s[1].position = s[0].position; });
  parameter("no threads", {"threads"}, [](ScatteringParameters& p) { p.threads = 0; });
  parameter("too many threads", {"threads"}, [](ScatteringParameters& p) { p.threads = 1025; });
  parameter("no tide", {"tide"}, [](ScatteringParameters& p) { p.tide = 0; });
  parameter("a tide of any size", {"tide"}, [](ScatteringParameters& p) { p.tide = kNone; });
  parameter("no time", {"time"}, [](ScatteringParameters& p) { p.longest = 0; });
  parameter("time without end", {"time"}, [](ScatteringParameters& p) { p.longest = HUGE_VAL; });
  parameter("no steps", {"steps"}, [](ScatteringParameters& p) { p.most_steps = 0; });
  findings.expect_accepted("no meetings", [&] { scheme.scatter({}, plain); });
  return findings.result(13, "all refused");
}

const bool registered =
    register_check(ScatteringCheck{.name = "scattering/bad input",
                                   .shows = "meetings and parameters that cannot be are refused",
                                   .needs = Claims::conserves_particles,
                                   .cost = "nothing",
                                   .run = refused});

}  // namespace
}  // namespace touchstone::scattering
