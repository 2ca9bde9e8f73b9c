// checkers/cmc/scattering/high_speed.cpp
// Purpose   Single stars that are much faster than a binary's own free its stars as often as
//           kicks in passing do.
// Source    P. Hut, Astrophys. J. 268, 342 (1983): cross section (40/9) pi a^2 (v_c / V)^2 of a
//           circular binary of three equal masses, in the limit of V far above the critical speed
//           v_c. Its derivation: models/cmc/scattering/meeting.hpp.
// Computes  Single stars aimed at a disk around where the first star of the binary will be, as wide
//           as a kick can do it; half of the cross section is there. Where the disks of both stars
//           overlap, each counts half. Corrections, such as the kick on the other star, are of
//           order ln(V / v_c) (v_c / V)^2: half a percent. Meetings that end with hardly any
//           energy, one in 1e5, may be unfinished: they widen the error.
// Cost      1500 short meetings.
#include <cmath>
#include <numbers>
#include <vector>

#include "checkers/cmc/scattering/read_meeting.hpp"
#include "checkers/cmc/scattering/scattering_kind.hpp"
#include "statistics/judge.hpp"

namespace touchstone::scattering {
namespace {

using cluster::Ending;
using cluster::ScatteringScheme;
using cluster::ThreeStars;
using std::numbers::pi;

constexpr int kMeetings = 1500;
constexpr double kSpeed = 40;  ///< over the critical speed, sqrt(3/2) for masses and axis 1
constexpr double kDistance = 15;

/// Impact parameter against one of the two stars beyond which kicks are too weak: 2 G m / (V d),
/// with d = (sqrt 2 - 1) u and u^2 = 2; and 5 % more.
double widest(double speed) { return 1.05 * 2 / (speed * (std::sqrt(2.0) - 1) * std::sqrt(2.0)); }

struct Aimed {
  ThreeStars stars;
  double share;  ///< 1 / number of disks that the aim is in
};

Aimed aimed(double speed, Draws& draws) {
  const double disk = widest(speed) * std::sqrt(draws.from(0, 1)), angle = draws.from(0, 2 * pi);
  const double ci = draws.from(-1, 1), si = std::sqrt(1 - ci * ci);
  const double node = draws.from(0, 2 * pi), phase = draws.from(0, 2 * pi);
  const double u = std::sqrt(2.0), time = kDistance / speed;  // until the single star is there
  const auto on_circle = [&](double p) {                      // of the binary, radius 1
    const double c = std::cos(p), s = std::sin(p);
    return Space{std::cos(node) * c - std::sin(node) * ci * s,
                 std::sin(node) * c + std::cos(node) * ci * s, si * s};
  };
  const Space there = on_circle(phase), now = on_circle(phase - u * time);
  const Space ahead = on_circle(phase - u * time + pi / 2);
  // The first star is at half of it, the second one opposite; the single star comes along z.
  const Space aim = {there[0] / 2 + disk * std::cos(angle), there[1] / 2 + disk * std::sin(angle),
                     0};
  const Real other = std::hypot(aim[0] + there[0] / 2, aim[1] + there[1] / 2);
  Aimed one{.stars = {}, .share = other < widest(speed) ? 0.5 : 1};
  for (std::size_t c = 0; c < 3; ++c) {
    one.stars[0].position[c] = static_cast<double>(now[c] / 2);
    one.stars[1].position[c] = static_cast<double>(-now[c] / 2);
    one.stars[0].velocity[c] = static_cast<double>(u * ahead[c] / 2);
    one.stars[1].velocity[c] = static_cast<double>(-u * ahead[c] / 2);
    one.stars[2].position[c] = c < 2 ? static_cast<double>(aim[c]) : -kDistance;
    one.stars[2].velocity[c] = c < 2 ? 0 : speed;
  }
  return one;
}

CheckResult ionisation(const ScatteringScheme& scheme, const CheckContext& context) {
  const double critical = std::sqrt(1.5), speed = kSpeed * critical;
  auto random = stream_of_system(context, 0);
  Draws draws(random);
  std::vector<ThreeStars> starts;
  std::vector<double> share;
  const int count = std::max(1, static_cast<int>(kMeetings * context.effort));
  for (int k = 0; k < count; ++k) {
    const Aimed one = aimed(speed, draws);
    starts.push_back(one.stars);
    share.push_back(one.share);
  }
  const auto ends =
      scheme.scatter(starts, {.threads = context.threads, .tide = 1e-3, .longest = 1e5});
  if (ends.size() != starts.size())
    return count_violations(1, starts.size(), "the answers are not as many as the meetings", "");
  double sum = 0, squares = 0;
  int unfinished = 0;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    unfinished += ends[i].ending == Ending::unfinished || ends[i].ending == Ending::lost ? 1 : 0;
    if (ends[i].ending != Ending::ionised) continue;
    sum += share[i];
    squares += share[i] * share[i];
  }
  if (unfinished > 1 + count / 1000)
    return count_violations(1, starts.size(), fmt::format("{} meetings do not end", unfinished),
                            "");
  // Half of the cross section as a part of the disk.
  const double expected = 20.0 / 9 / (kSpeed * kSpeed) / (widest(speed) * widest(speed));
  const double n = static_cast<double>(ends.size()), found = sum / n;
  const double error =
      std::hypot(std::sqrt(std::max(expected * (1 - expected), squares / n - found * found) / n),
                 unfinished / n);
  const double z = (found - expected) / error;
  CheckResult result = judge_together(
      std::array{std::erfc(std::abs(z) / std::numbers::sqrt2)}, 1, context,
      fmt::format("a cross section of {:.3f} +- {:.3f} (v_c / V)^2 pi a^2, expected {:.3f}",
                  40.0 / 9 * found / expected, 40.0 / 9 * error / expected, 40.0 / 9));
  result.trials = starts.size();
  result.smallest_effect = smallest_effect(error, context.false_alarm, kJudgePower) / expected;
  return result;
}

const bool registered = register_check(
    ScatteringCheck{.name = "scattering/high speed",
                    .shows = "fast single stars ionise binaries as often as kicks in passing do",
                    .needs = Claims::conserves_particles,
                    .cost = "1500 short meetings",
                    .run = ionisation});

}  // namespace
}  // namespace touchstone::scattering
