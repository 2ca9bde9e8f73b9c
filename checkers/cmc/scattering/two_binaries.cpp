// checkers/cmc/scattering/two_binaries.cpp
// Purpose   Every drawn meeting of two binaries keeps energy, momentum and angular momentum, and is
//           over when and how the scheme says; and it is the same whoever is with it, on any number
//           of threads.
// Source    Conservation laws; the ends as four_stars.hpp has them.
// Computes  All in long double, from the stars at both ends (read_meeting.hpp). What the scheme
//           says of an end is held to the stars; nothing else is searched for.
// Cost      60 meetings.
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

using cluster::FourEnd;
using cluster::FourEnding;
using cluster::FourStars;
using cluster::ScatteredFour;
using cluster::ScatteringParameters;
using cluster::ScatteringScheme;

constexpr int kMeetings = 60;

std::vector<FourStars> drawn(const CheckContext& context, double tide) {
  return moving_meetings<FourStars>(context, kMeetings, [&](Draws& draws) {
    const TwoBinaries beginning = drawn_two_binaries(draws, tide);
    return std::tuple{four_stars(beginning, draws), beginning.semimajor_axis[0], beginning.speed};
  });
}

/// Sum of |energy| of both binaries, and of the one against the other.
Real scale(const FourStars& stars) {
  const Point a = point(stars[0]), b = point(stars[1]), c = point(stars[2]), d = point(stars[3]);
  return std::abs(two_bodies(a, b).energy()) + std::abs(two_bodies(c, d).energy()) +
         std::abs(two_bodies(centre(a, b), centre(c, d)).energy());
}

bool is_stable(const TwoBodies& inner, const TwoBodies& outer, Real outer_mass) {
  return outer.semimajor_axis() * (1 - length(outer.eccentricity())) >
         pericentre_of_stability(inner, outer, outer_mass / inner.mass) * inner.semimajor_axis();
}

class Ends {
 public:
  Ends(Findings& findings, const ScatteringParameters& parameters)
      : findings_(findings), parameters_(parameters) {}

  void judge(const ScatteredFour& after, const std::string& name) {
    name_ = name;
    all_.clear();
    for (const auto& star : after.stars) all_.push_back(point(star));
    const FourEnd& end = after.end;
    const bool pair = end.ending == FourEnding::binaries || end.ending == FourEnding::binary ||
                      end.ending == FourEnding::triple;
    const bool named = end.binary[0] < end.binary[1] && end.binary[1] < 4;
    expect(pair ? named : end.binary == std::array<std::size_t, 2>{4, 4},
           "the stars of the binary are not named, or those of none");
    expect((end.ending == FourEnding::triple) == (end.outer < 4), "the third star of a triple");
    if (pair && named) judge_bound(end);
    if (end.ending == FourEnding::ionised)
      expect(all_leave(all_), "ionised, but stars do not leave each other");
    if (end.ending == FourEnding::unfinished)
      expect(after.time >= parameters_.longest,
             fmt::format("unfinished after {:g}, before the longest time {:g}", after.time,
                         parameters_.longest));
  }

 private:
  void judge_bound(const FourEnd& end) {
    const Point &a = all_[end.binary[0]], &b = all_[end.binary[1]];
    std::vector<std::size_t> rest;
    for (std::size_t k = 0; k < 4; ++k)
      if (k != end.binary[0] && k != end.binary[1]) rest.push_back(k);
    const Point &c = all_[rest[0]], &d = all_[rest[1]];
    const TwoBodies inner = two_bodies(a, b);
    const Point one = centre(a, b);
    expect(inner.energy() < 0, "the binary is not bound");
    switch (end.ending) {
      case FourEnding::binaries: {
        const Point two = centre(c, d);
        expect(end.binary[0] == 0, "the binary that is named is not that of the first star");
        expect(two_bodies(c, d).energy() < 0, "the other binary is not bound");
        expect(all_leave({one, two}), "the binaries do not leave each other");
        judge_tide(one, inner.apocentre(), two);
        judge_tide(two, two_bodies(c, d).apocentre(), one);
        break;
      }
      case FourEnding::binary:
        expect(all_leave({one, c, d}), "the binary and two stars do not leave each other");
        judge_tide(one, inner.apocentre(), c);
        judge_tide(one, inner.apocentre(), d);
        break;
      default: {
        if (end.outer != rest[0] && end.outer != rest[1])
          return expect(false, "the third star of a triple is one of its binary");
        const Point &outer = all_[end.outer], &single = end.outer == rest[0] ? d : c;
        const TwoBodies orbit = two_bodies(one, outer);
        expect(orbit.energy() < 0, "the triple is not bound");
        expect(is_stable(inner, orbit, outer.mass), "the triple is not stable");
        expect(all_leave({centre(one, outer), single}), "the star does not leave the triple");
        judge_tide(centre(one, outer), orbit.apocentre(), single);
      }
    }
  }

  void judge_tide(const Point& on, Real reach, const Point& other) {
    const Real distance = length(plus(other.position, -1, on.position));
    const Real tide = tide_on(on.mass, reach, other.mass, distance);
    expect(tide <= parameters_.tide * (1 + 1e-6L),
           fmt::format("ended at a tide of {:.3g}, not below {:.3g}", static_cast<double>(tide),
                       parameters_.tide));
  }

  void expect(bool right, const std::string& what) { findings_.expect(right, name_ + ": " + what); }

  Findings& findings_;
  const ScatteringParameters& parameters_;
  std::string name_;
  std::vector<Point> all_;
};

/// Stars that pass very closely may leave too few digits for the claimed error, by any method.
bool is_lost_by_reference(const FourStars& start, const ScatteringParameters& parameters) {
  const ScatteringScheme& reference = baseline_of(cluster::scattering_schemes());
  return reference.scatter_binaries({&start, 1}, parameters).front().end.ending == FourEnding::lost;
}

CheckResult conserved(const ScatteringScheme& scheme, const CheckContext& context) {
  if (!scheme.scatter_binaries) return not_of_binaries();
  const ScatteringParameters parameters{.threads = context.threads, .tide = 1e-4, .longest = 1000};
  const std::vector<FourStars> starts = drawn(context, parameters.tide);
  const std::vector<ScatteredFour> ends = scheme.scatter_binaries(starts, parameters);
  Findings findings;
  findings.expect(ends.size() == starts.size(),
                  fmt::format("{} meetings, {} answers", starts.size(), ends.size()));
  Ends judged(findings, parameters);
  std::size_t finished = 0, lost = 0;
  for (std::size_t i = 0; i < std::min(starts.size(), ends.size()); ++i) {
    const std::string name = fmt::format("meeting {}", i);
    judged.judge(ends[i], name);
    if (ends[i].end.ending == FourEnding::lost) {
      ++lost;
      findings.expect(is_lost_by_reference(starts[i], parameters), name + " is lost");
      continue;
    }
    finished += ends[i].end.ending == FourEnding::unfinished ? 0 : 1;
    judge_laws(findings, starts[i], ends[i].stars, ends[i].time, scale(starts[i]),
               scheme.energy_error, name);
  }
  // The reference loses about one of 660.
  findings.expect(lost <= 2 + starts.size() / 30, fmt::format("{} meetings are lost", lost));
  // About one in seven lasts longer.
  findings.expect(2 * finished >= starts.size(),
                  fmt::format("only {} of {} meetings ended", finished, starts.size()));
  return findings.result(starts.size(),
                         fmt::format("{} meetings ended, with what they began with", finished));
}

CheckResult any_company(const ScatteringScheme& scheme, const CheckContext& context) {
  if (!scheme.scatter_binaries) return not_of_binaries();
  const ScatteringParameters parameters{.tide = 1e-3, .longest = 300};
  return same_in_any_company(
      scheme.scatter_binaries, drawn(context, parameters.tide), parameters,
      [](const ScatteredFour& end) { return end.end.ending == FourEnding::unfinished; });
}

const bool registered =
    register_check(ScatteringCheck{
        .name = "scattering/two binaries",
        .shows = "two binaries that meet keep energy, momentum and angular momentum, and are done "
                 "with each other when the scheme says so",
        .needs = Claims::conserves_particles,
        .cost = "60 meetings",
        .run = conserved}) &&
    register_check(ScatteringCheck{
        .name = "scattering/binaries in any company",
        .shows = "what becomes of two binaries depends neither on threads nor on other meetings",
        .needs = Claims::thread_invariant,
        .cost = "300 short meetings",
        .run = any_company});

}  // namespace
}  // namespace touchstone::scattering
