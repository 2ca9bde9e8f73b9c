// checkers/cmc/scattering/conserved.cpp
// Purpose   Every drawn meeting keeps energy, momentum and angular momentum, and is over when and
//           how the scheme says; and it is the same whoever is with it, on any number of threads.
// Source    Conservation laws; the end as three_stars.hpp has it.
// Computes  All in long double, from the stars at both ends (read_meeting.hpp).
// Cost      80 meetings.
#include <algorithm>
#include <vector>

#include "checkers/cmc/scattering/drawn_meetings.hpp"
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

/// The meetings move as a whole, which changes nothing of them.
std::vector<ThreeStars> drawn(const CheckContext& context, double tide) {
  std::vector<ThreeStars> all;
  const int count = std::max(1, static_cast<int>(kMeetings * context.effort));
  for (int k = 0; k < count; ++k) {
    auto random = stream_of_system(context, static_cast<std::uint64_t>(k));
    Draws draws(random);
    const Beginning beginning = drawn_beginning(draws, tide);
    ThreeStars stars = three_stars(beginning, draws);
    const double drift = draws.from(-1, 1) * beginning.speed;
    for (auto& star : stars)
      for (std::size_t c = 0; c < 3; ++c) {
        star.position[c] += static_cast<double>(c) * beginning.semimajor_axis;
        star.velocity[c] += c == 1 ? drift : 0;
      }
    all.push_back(stars);
  }
  return all;
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

/// Unfinished meetings keep their energy, too; lost ones are those that do not.
void judge_laws(Findings& findings, const ThreeStars& before, const Scattered& after, double error,
                const std::string& name) {
  const auto near = [&](Real found, Real expected, Real size, const char* what) {
    findings.expect(std::abs(found - expected) <= error * size,
                    fmt::format("{}: {} is wrong by {:.2g} of its scale", name, what,
                                static_cast<double>(std::abs(found - expected) / size)));
  };
  for (std::size_t i = 0; i < 3; ++i)
    findings.expect(before[i].mass == after.stars[i].mass,
                    fmt::format("{}: star {} has another mass", name, i));
  near(energy(after.stars), energy(before), scale(before), "energy");
  const Space p0 = momentum(before), p1 = momentum(after.stars);
  const Space l0 = angular_momentum(before), l1 = angular_momentum(after.stars);
  Real momenta = 0, angular = 0;
  Space x0{}, x1{};
  for (std::size_t i = 0; i < 3; ++i) {
    const Point a = point(before[i]), b = point(after.stars[i]);
    momenta += a.mass * length(a.velocity);
    angular += a.mass * length(a.position) * length(a.velocity);
    x0 = plus(x0, a.mass, a.position);
    x1 = plus(x1, b.mass, b.position);
  }
  for (std::size_t c = 0; c < 3; ++c) {
    near(p1[c], p0[c], momenta, "momentum");
    near(l1[c], l0[c], angular, "angular momentum");
    near(x1[c], x0[c] + p0[c] * after.time, length(x0) + length(x1) + momenta * after.time,
         "the centre of mass");
  }
}

/// Whether each pair recedes with more energy than the third star can still take from it.
bool all_leave(const ThreeStars& stars) {
  for (std::size_t k = 0; k < 3; ++k) {
    const Point c = point(stars[k]);
    const Point a = point(stars[(k + 1) % 3]), b = point(stars[(k + 2) % 3]);
    const TwoBodies pair = two_bodies(a, b);
    const Real at_stake = c.mass * (a.mass / length(plus(a.position, -1, c.position)) +
                                    b.mass / length(plus(b.position, -1, c.position)));
    if (!pair.recede() || !(pair.energy() > at_stake)) return false;
  }
  return true;
}

void judge_end(Findings& findings, const Scattered& after, const ScatteringParameters& parameters,
               const std::string& name) {
  switch (after.ending) {
    case Ending::binary: {
      findings.expect(after.single < 3, name + ": a binary, but no star that leaves it");
      if (after.single >= 3) return;
      const Hierarchy h = hierarchy(after.stars, after.single);
      findings.expect(h.inner.energy() < 0, name + ": the binary is not bound");
      findings.expect(h.outer.energy() > 0, name + ": the single star comes back");
      findings.expect(h.outer.recede(), name + ": the single star comes nearer");
      const Real tide = h.tide(after.stars[after.single].mass);
      findings.expect(tide <= parameters.tide * (1 + 1e-6L),
                      fmt::format("{}: ended at a tide of {:.3g}, not below {:.3g}", name,
                                  static_cast<double>(tide), parameters.tide));
      break;
    }
    case Ending::ionised:
      findings.expect(after.single == 3, name + ": ionised, and yet a star leaves a binary");
      findings.expect(all_leave(after.stars),
                      name + ": ionised, but stars do not leave each other");
      break;
    case Ending::lost:
      break;
    case Ending::unfinished:
      findings.expect(after.time >= parameters.longest,
                      fmt::format("{}: unfinished after {:g}, before the longest time {:g}", name,
                                  after.time, parameters.longest));
      break;
  }
}

CheckResult conserved(const ScatteringScheme& scheme, const CheckContext& context) {
  const ScatteringParameters parameters{.threads = context.threads, .tide = 1e-4, .longest = 3e4};
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
    judge_laws(findings, starts[i], ends[i], scheme.energy_error, name);
  }
  findings.expect(100 * lost <= starts.size(), fmt::format("{} meetings are lost", lost));
  findings.expect(10 * finished >= 9 * starts.size(),
                  fmt::format("only {} of {} meetings ended", finished, starts.size()));
  return findings.result(starts.size(),
                         fmt::format("{} meetings ended, with what they began with", finished));
}

std::size_t given_up(const std::vector<Scattered>& ends, double longest) {
  return static_cast<std::size_t>(
      std::count_if(ends.begin(), ends.end(), [longest](const Scattered& end) {
        return end.ending == Ending::unfinished && end.time < longest;
      }));
}

/// With so few steps that some meetings are given up: where, no other meeting may decide.
CheckResult any_company(const ScatteringScheme& scheme, const CheckContext& context) {
  ScatteringParameters parameters{.tide = 1e-3, .longest = 300, .most_steps = 1 << 14};
  std::vector<ThreeStars> starts = drawn(context, parameters.tide);
  std::vector<Scattered> ends;
  do {
    parameters.most_steps /= 2;
    ends = scheme.scatter(starts, parameters);
  } while (given_up(ends, parameters.longest) == 0 && parameters.most_steps > 1);
  Findings findings;
  const auto compare = [&](const std::vector<Scattered>& others, std::size_t first,
                           std::size_t count, const std::string& who) {
    findings.expect(others.size() == count && first + count <= ends.size(),
                    fmt::format("the answers are not as many as the meetings {}", who));
    for (std::size_t i = 0; i < others.size() && first + i < ends.size(); ++i)
      findings.expect(others[i] == ends[first + i],
                      fmt::format("meeting {} has another end {}", first + i, who));
  };
  findings.expect(given_up(ends, parameters.longest) > 0, "a meeting takes any number of steps");
  for (const int threads : {2, 3, 8}) {
    parameters.threads = threads;
    compare(scheme.scatter(starts, parameters), 0, starts.size(),
            fmt::format("on {} threads", threads));
  }
  parameters.threads = 1;
  const std::span all(starts);
  for (std::size_t i = 0; i < starts.size(); i += 7)
    compare(scheme.scatter(all.subspan(i, 1), parameters), i, 1, "alone");
  const std::size_t first = starts.size() / 3;
  compare(scheme.scatter(all.subspan(first), parameters), first, starts.size() - first,
          "without those before it");
  return findings.result(starts.size(), fmt::format("{} meetings, the same bits", starts.size()));
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
