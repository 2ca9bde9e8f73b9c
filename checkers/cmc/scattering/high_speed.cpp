// checkers/cmc/scattering/high_speed.cpp
// Purpose   Single stars, and binaries, that are much faster than a binary's own stars free these
//           as often as kicks in passing do.
// Source    P. Hut, Astrophys. J. 268, 342 (1983): cross section (40/9) pi a^2 (v_c / V)^2 of a
//           circular binary of three equal masses, in the limit of V far above the critical speed
//           v_c. Its derivation: models/cmc/scattering/meeting.hpp.
// Computes  Single stars aimed at a disk around where the first star of the binary will be, as wide
//           as a kick can do it; half of the cross section is there. Where the disks of both stars
//           overlap, each counts half. Corrections, such as the kick on the other star, are of
//           order ln(V / v_c) (v_c / V)^2: half a percent. Meetings that end with hardly any
//           energy, one in 1e5, may be unfinished: they widen the error.
//           Two binaries: each star of the one may pass each of the other, and kicks both, so
//           that a meeting destroys twice as many of each. One star of each is aimed at the other
//           star's place when both are at the same height; a fourth of the cross section is
//           there.
// Cost      1500 short meetings of each kind.
#include <cmath>
#include <numbers>
#include <vector>

#include "checkers/cmc/scattering/orbits.hpp"
#include "checkers/cmc/scattering/read_meeting.hpp"
#include "checkers/cmc/scattering/scattering_kind.hpp"
#include "statistics/judge.hpp"

namespace touchstone::scattering {
namespace {

using cluster::Ending;
using cluster::FourEnding;
using cluster::FourStars;
using cluster::ScatteringScheme;
using cluster::ThreeStars;
using std::numbers::pi;

constexpr int kMeetings = 1500;
constexpr double kSpeed = 40;  ///< over the critical speed, sqrt(3/2) for masses and axis 1
constexpr double kSpeedOfBinaries = 80;  ///< at 40 corrections are 2 percent
constexpr double kDistance = 15;

/// Impact parameter against one of the two stars beyond which kicks are too weak: 2 G m / (V d),
/// with d = (sqrt 2 - 1) u and u^2 = 2; and 5 % more.
double widest(double speed) { return 1.05 * 2 / (speed * (std::sqrt(2.0) - 1) * std::sqrt(2.0)); }

/// A place on a circle with its centre in the origin, and the velocity there.
struct OnCircle {
  Space place, velocity;
};

/// A circular binary in any plane: where its first star is at a time, and after it.
class Circle {
 public:
  explicit Circle(Draws& draws)
      : ci_(draws.from(-1, 1)),
        si_(std::sqrt(1 - ci_ * ci_)),
        node_(draws.from(0, 2 * pi)),
        phase_(draws.from(0, 2 * pi)) {}

  OnCircle at(double time) const {
    const double u = std::sqrt(2.0), p = phase_ + u * time;
    return {plus({}, Real{0.5}, point(p)), plus({}, Real{u / 2}, point(p + pi / 2))};
  }

 private:
  Space point(double p) const {
    const double c = std::cos(p), s = std::sin(p);
    return {std::cos(node_) * c - std::sin(node_) * ci_ * s,
            std::sin(node_) * c + std::cos(node_) * ci_ * s, si_ * s};
  }
  double ci_, si_, node_, phase_;
};

struct Aimed {
  ThreeStars stars;
  double share;  ///< 1 / number of disks that the aim is in
};

Aimed aimed(double speed, Draws& draws) {
  const double disk = widest(speed) * std::sqrt(draws.from(0, 1)), angle = draws.from(0, 2 * pi);
  const Circle binary(draws);
  const OnCircle there = binary.at(0), now = binary.at(-kDistance / speed);
  // The first star is at one side, the second one opposite; the single star comes along z.
  const Space aim = {there.place[0] + disk * std::cos(angle),
                     there.place[1] + disk * std::sin(angle), -kDistance};
  const Real other = std::hypot(aim[0] + there.place[0], aim[1] + there.place[1]);
  Aimed one{.stars = {}, .share = other < widest(speed) ? 0.5 : 1};
  for (std::size_t c = 0; c < 3; ++c) {
    one.stars[0].position[c] = static_cast<double>(now.place[c]);
    one.stars[1].position[c] = static_cast<double>(-now.place[c]);
    one.stars[0].velocity[c] = static_cast<double>(now.velocity[c]);
    one.stars[1].velocity[c] = static_cast<double>(-now.velocity[c]);
    one.stars[2].position[c] = static_cast<double>(aim[c]);
    one.stars[2].velocity[c] = c < 2 ? 0 : speed;
  }
  return one;
}

struct AimedBinaries {
  FourStars stars;
  double share;  ///< 1 / number of pairs of stars in whose disk the aim is
};

/// The first stars of both binaries pass at time 0; the stars are where they are before.
AimedBinaries aimed_binaries(double speed, Draws& draws) {
  const double disk = widest(speed) * std::sqrt(draws.from(0, 1)), angle = draws.from(0, 2 * pi);
  const Circle one(draws), other(draws);
  const double time = -kDistance / speed;
  const Space passing = {disk * std::cos(angle), disk * std::sin(angle), 0};
  // Centre of the other binary when its first star passes that of this one.
  const Space centre = plus(plus(one.at(0).place, 1, passing), -1, other.at(0).place);
  AimedBinaries aimed{};
  int pairs = 0;
  for (const int a : {1, -1})
    for (const int b : {1, -1}) {
      const Space apart = plus(plus(centre, b, other.at(0).place), -a, one.at(0).place);
      pairs += std::hypot(apart[0], apart[1]) < widest(speed) ? 1 : 0;
    }
  aimed.share = 1.0 / std::max(1, pairs);
  const auto put = [&](std::size_t k, const OnCircle& on, int side, const Space& middle, double v) {
    for (std::size_t c = 0; c < 3; ++c) {
      aimed.stars[k].position[c] =
          static_cast<double>(middle[c] + side * on.place[c]) + (c == 2 ? v * time : 0);
      aimed.stars[k].velocity[c] = static_cast<double>(side * on.velocity[c]) + (c == 2 ? v : 0);
    }
  };
  put(0, one.at(time), 1, {}, 0);
  put(1, one.at(time), -1, {}, 0);
  put(2, other.at(time), 1, centre, speed);
  put(3, other.at(time), -1, centre, speed);
  return aimed;
}

/// Binaries that each meeting has destroyed, times its share; below 0: it has no end.
using Counts = std::vector<double>;

/// Mean of all, beside what kicks in passing do, `expected` of the disk that is aimed at.
CheckResult judge_kicks(const Counts& counts, double expected, const CheckContext& context) {
  double sum = 0, squares = 0;
  int unfinished = 0;
  for (const double count : counts) {
    if (count < 0) {
      ++unfinished;
      continue;
    }
    sum += count;
    squares += count * count;
  }
  if (unfinished > 1 + static_cast<int>(counts.size()) / 1000)
    return count_violations(1, counts.size(), fmt::format("{} meetings do not end", unfinished),
                            "");
  const double n = static_cast<double>(counts.size()), found = sum / n;
  const double error =
      std::hypot(std::sqrt(std::max(expected * (1 - expected), squares / n - found * found) / n),
                 unfinished / n);
  const double z = (found - expected) / error;
  CheckResult result = judge_together(
      std::array{std::erfc(std::abs(z) / std::numbers::sqrt2)}, 1, context,
      fmt::format("a cross section of {:.3f} +- {:.3f} (v_c / V)^2 pi a^2, expected {:.3f}",
                  40.0 / 9 * found / expected, 40.0 / 9 * error / expected, 40.0 / 9));
  result.trials = counts.size();
  result.smallest_effect = smallest_effect(error, context.false_alarm, kJudgePower) / expected;
  return result;
}

constexpr double kCritical2 = 1.5;  ///< square of the critical speed of a single star

/// Half of the cross section, as a part of the disk.
double expected_of_half(double speed) {
  return 20.0 / 9 * kCritical2 / (speed * speed) / (widest(speed) * widest(speed));
}

CheckResult ionisation(const ScatteringScheme& scheme, const CheckContext& context) {
  const double speed = kSpeed * std::sqrt(kCritical2);
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
  Counts counts;
  for (std::size_t i = 0; i < ends.size(); ++i)
    counts.push_back(ends[i].ending == Ending::ionised  ? share[i]
                     : ends[i].ending == Ending::binary ? 0
                                                        : -1);
  return judge_kicks(counts, expected_of_half(speed), context);
}

/// Binaries that a meeting has destroyed, or that have other stars now; below 0: it has no end.
int destroyed(const cluster::FourEnd& end) {
  const auto whole = [](const std::array<std::size_t, 2>& stars) {
    return stars == std::array<std::size_t, 2>{0, 1} || stars == std::array<std::size_t, 2>{2, 3};
  };
  switch (end.ending) {
    case FourEnding::binaries:
      return whole(end.binary) ? 0 : 2;
    case FourEnding::binary:
    case FourEnding::triple:
      return whole(end.binary) ? 1 : 2;
    case FourEnding::ionised:
      return 2;
    default:
      return -1;
  }
}

CheckResult fast_binaries(const ScatteringScheme& scheme, const CheckContext& context) {
  if (!scheme.scatter_binaries) return not_of_binaries();
  const double speed = kSpeedOfBinaries * std::sqrt(kCritical2);
  auto random = stream_of_system(context, 1);
  Draws draws(random);
  std::vector<FourStars> starts;
  std::vector<double> share;
  const int count = std::max(1, static_cast<int>(kMeetings * context.effort));
  for (int k = 0; k < count; ++k) {
    const AimedBinaries one = aimed_binaries(speed, draws);
    starts.push_back(one.stars);
    share.push_back(one.share);
  }
  const auto ends =
      scheme.scatter_binaries(starts, {.threads = context.threads, .tide = 1e-3, .longest = 1e3});
  if (ends.size() != starts.size())
    return count_violations(1, starts.size(), "the answers are not as many as the meetings", "");
  Counts counts;
  for (std::size_t i = 0; i < ends.size(); ++i) counts.push_back(share[i] * destroyed(ends[i].end));
  // One of four pairs of stars, which destroys each binary as often as a single star does.
  return judge_kicks(counts, 2 * expected_of_half(speed), context);
}

const bool registered =
    register_check(ScatteringCheck{
        .name = "scattering/high speed",
        .shows = "fast single stars ionise binaries as often as kicks in passing do",
        .needs = Claims::conserves_particles,
        .cost = "1500 short meetings",
        .run = ionisation}) &&
    register_check(ScatteringCheck{
        .name = "scattering/fast binaries",
        .shows = "two fast binaries destroy each other as often as kicks in passing do",
        .needs = Claims::conserves_particles,
        .cost = "1500 short meetings",
        .run = fast_binaries});

}  // namespace
}  // namespace touchstone::scattering
