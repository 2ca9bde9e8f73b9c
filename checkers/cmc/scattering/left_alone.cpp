// checkers/cmc/scattering/left_alone.cpp
// Purpose   Binary and single star that a meeting leaves are left alone: followed on until the star
//           is ten times as far they keep their energies, however light or heavy it is.
// Source    Energy of a binary with a body far away: the quadrupole (L. D. Landau, E. M. Lifshitz,
//           The Classical Theory of Fields, section 41). It is at most m3 (m / 4) d^2 / R^3, for
//           a binary of mass m, a body m3 at the distance R and two stars d apart.
// Computes  With a tide t, 2 (d / R)^3 is at most t m / m3, or t for a lighter body, and the
//           quadrupole therefore t / 4 of m / d per reduced mass of the single star's motion. The
//           binary's own energy changes by as much again, and once more by terms of higher order
//           and while the star leaves: three times that is allowed. The rule by which a scheme
//           ends a meeting is not asked.
// Cost      120 meetings, twice.
#include <algorithm>
#include <vector>

#include "checkers/cmc/scattering/drawn_meetings.hpp"
#include "checkers/cmc/scattering/scattering_kind.hpp"
#include "checkers/findings.hpp"

namespace touchstone::scattering {
namespace {

using cluster::Ending;
using cluster::Scattered;
using cluster::ScatteringScheme;
using cluster::ThreeStars;

constexpr int kMeetings = 120;
constexpr int kFewest = 40;
constexpr double kTide = 1e-4;
constexpr double kAllowed = 3;  ///< quadrupoles

/// Any masses of the single star, from 1e-6 to 1e6 of the binary's.
Beginning drawn(Draws& draws) {
  Beginning b = drawn_beginning(draws, kTide);
  const double binary = b.mass[(b.single + 1) % 3] + b.mass[(b.single + 2) % 3];
  b.mass[b.single] = draws.scale(1e-6, 1e6) * binary;
  const double all = binary + b.mass[b.single], pericentre = draws.from(0, 3) * b.semimajor_axis;
  b.speed = draws.scale(0.3, 3) * std::sqrt(all / b.semimajor_axis);
  b.outer_momentum =
      pericentre * std::sqrt(b.speed * b.speed + 2 * all / std::max(pericentre, 1e-9));
  b.distance = std::max(distance_of_tide(b, kTide), 2 * pericentre);
  return b;
}

void judge(Findings& findings, const Scattered& end, const Scattered& later,
           const std::string& name) {
  const Hierarchy a = hierarchy(end.stars, end.single);
  const Real shape = kAllowed * kTide / 4 * a.inner.mass / a.inner.apocentre();
  const Real before = a.outer.energy() / a.outer.reduced;
  if (later.ending != Ending::binary || later.single != end.single) {
    findings.expect(before < shape, name + ": the star that left has not");
    return;
  }
  const Hierarchy b = hierarchy(later.stars, later.single);
  findings.expect(length(b.outer.position) > 2 * length(a.outer.position),
                  name + ": the star does not go on");
  const Real after = b.outer.energy() / b.outer.reduced;
  findings.expect(std::abs(after - before) <= shape,
                  fmt::format("{}: the energy of the motion apart changes by {:.2g} of what a "
                              "quadrupole may do",
                              name, static_cast<double>(kAllowed * (after - before) / shape)));
  const Real own = kAllowed * kTide;
  findings.expect(std::abs(b.inner.energy() / a.inner.energy() - 1) <= own,
                  fmt::format("{}: the energy of the binary changes by {:.2g}", name,
                              static_cast<double>(b.inner.energy() / a.inner.energy() - 1)));
}

CheckResult left_alone(const ScatteringScheme& scheme, const CheckContext& context) {
  const int count = std::max(kFewest, static_cast<int>(kMeetings * context.effort));
  std::vector<ThreeStars> starts;
  for (int k = 0; k < count; ++k) {
    auto random = stream_of_system(context, static_cast<std::uint64_t>(k));
    Draws draws(random);
    starts.push_back(three_stars(drawn(draws), draws));
  }
  const auto ends =
      scheme.scatter(starts, {.threads = context.threads, .tide = kTide, .longest = 3000});
  if (ends.size() != starts.size())
    return count_violations(1, starts.size(), "the answers are not as many as the meetings", "");
  std::vector<Scattered> left;
  std::vector<ThreeStars> on;
  for (const Scattered& end : ends) {
    if (end.ending != Ending::binary || end.single >= 3) continue;
    left.push_back(end);
    on.push_back(end.stars);
  }
  const auto later =
      scheme.scatter(on, {.threads = context.threads, .tide = kTide / 1000, .longest = 1e5});
  if (later.size() != on.size())
    return count_violations(1, on.size(), "the answers are not as many as the meetings", "");
  Findings findings;
  findings.expect(2 * left.size() >= starts.size(),
                  fmt::format("only {} of {} meetings leave a binary", left.size(), count));
  for (std::size_t i = 0; i < left.size(); ++i)
    judge(findings, left[i], later[i], fmt::format("binary {}", i));
  return findings.result(left.size(), fmt::format("{} binaries are left alone", left.size()));
}

const bool registered = register_check(ScatteringCheck{
    .name = "scattering/left alone",
    .shows = "a binary and a single star that are done with each other keep their energies, "
             "however light or heavy the star is",
    .needs = Claims::conserves_particles,
    .cost = "120 meetings, twice",
    .run = left_alone});

}  // namespace
}  // namespace touchstone::scattering
