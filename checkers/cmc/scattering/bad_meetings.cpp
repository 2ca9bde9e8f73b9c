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

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
const ScatteringParameters kPlain{.tide = 1e-2, .longest = 100};

void refuse_binaries(Findings& findings, const ScatteringScheme& scheme, Draws& draws) {
  const cluster::FourStars good = four_stars(drawn_two_binaries(draws, 1e-2), draws);
  const auto stars = [&](const char* what, const std::vector<const char*>& words, auto&& spoil) {
    std::vector<cluster::FourStars> starts = {good, good};
    spoil(starts[1]);
    findings.expect_refused(what, words, [&] { scheme.scatter_binaries(starts, kPlain); });
  };
  stars("two binaries, no mass", {"meeting 1, star 3", "mass"},
        [](cluster::FourStars& s) { s[3].mass = 0; });
  stars("two binaries, no number", {"meeting 1, star 3", "finite"},
        [](cluster::FourStars& s) { s[3].velocity[2] = kNone; });
  stars("two binaries, two stars at one place", {"meeting 1, star 3", "position"},
        [](cluster::FourStars& s) { s[3].position = s[1].position; });
  ScatteringParameters endless = kPlain;
  endless.longest = HUGE_VAL;
  findings.expect_refused("two binaries, time without end", {"time"}, [&] {
    scheme.scatter_binaries({&good, 1}, endless);
  });
  findings.expect_accepted("no two binaries", [&] { scheme.scatter_binaries({}, kPlain); });
}

CheckResult refused(const ScatteringScheme& scheme, const CheckContext& context) {
  auto random = stream_of_system(context, 0);
  Draws draws(random);
  const ThreeStars good = three_stars(drawn_beginning(draws, 1e-2), draws);
  Findings findings;
  const auto stars = [&](const char* what, const std::vector<const char*>& words, auto&& spoil) {
    std::vector<ThreeStars> starts = {good, good};
    spoil(starts[1]);
    findings.expect_refused(what, words, [&] { scheme.scatter(starts, kPlain); });
  };
  const auto parameter = [&](const char* what, const std::vector<const char*>& words,
                             auto&& spoil) {
    ScatteringParameters p = kPlain;
    spoil(p);
    findings.expect_refused(what, words, [&] { scheme.scatter({&good, 1}, p); });
  };
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
  if (scheme.scatter_binaries) refuse_binaries(findings, scheme, draws);
  findings.expect_accepted("no meetings", [&] { scheme.scatter({}, kPlain); });
  return findings.result(18, "all refused");
}

const bool registered =
    register_check(ScatteringCheck{.name = "scattering/bad input",
                                   .shows = "meetings and parameters that cannot be are refused",
                                   .needs = Claims::conserves_particles,
                                   .cost = "nothing",
                                   .run = refused});

}  // namespace
}  // namespace touchstone::scattering
