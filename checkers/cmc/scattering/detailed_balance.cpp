// checkers/cmc/scattering/detailed_balance.cpp
// Purpose   Meetings in equilibrium: of all that begin and end in the same set of states, as many
//           go from one state to another as back.
// Source    D. C. Heggie, Mon. Not. R. Astron. Soc. 173, 729 (1975), section 4 (detailed balance of
//           binaries); Liouville's theorem and time reversal. States at fixed total energy have the
//           measure d^2L of the single star's orbit, 2 e de, and (m1 m2)^3 mu^(3/2) x^(-5/2) dx of
//           a binary with binding energy x: the volume of phase space of d^3r d^3p at that energy.
// Computes  Begins with states of that measure in the set and keeps those that end in it. The map
//           from the one to the other is its own inverse but for signs of velocities, so that a
//           number read off a state changes by d as often as by -d. Then sum d / sqrt(sum d^2)
//           exceeds z with a chance below 2 exp(-z^2 / 2) (Hoeffding; no limit of large numbers).
//           Tides at the ends change energies by the part 1e-3 of what they are. Stars that meet
//           change each of these numbers, in a certain part of all meetings.
// Cost      700 meetings of hard binaries.
#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "checkers/cmc/scattering/read_meeting.hpp"
#include "checkers/cmc/scattering/scattering_kind.hpp"
#include "statistics/tails.hpp"

namespace touchstone::scattering {
namespace {

using cluster::Ending;
using cluster::Scattered;
using cluster::ScatteringScheme;
using cluster::ThreeStars;

constexpr int kMeetings = 700;
constexpr int kLeast = 150;  ///< that must begin and end in the set
constexpr double kTide = 1e-3;
constexpr double kChanged = 0.01;  ///< more than the tide and rounding change a number
constexpr std::array<double, 3> kMass = {0.8, 1.0, 1.3};
constexpr double kEnergy = -0.3;
constexpr double kLeastBinding = 0.4, kMostBinding = 1.2;
constexpr double kMostMomentum = 2.5;  ///< angular momentum of the single star's orbit

/// State at a beginning or an end.
struct State {
  std::size_t single;
  double binding;       ///< energy x of the binary
  double momentum;      ///< angular momentum of the single star's orbit
  double eccentricity;  ///< the binary's

  bool in_set() const {
    return binding > kLeastBinding && binding < kMostBinding && momentum < kMostMomentum;
  }
};

double product(std::size_t single) { return kMass[(single + 1) % 3] * kMass[(single + 2) % 3]; }
double sum(std::size_t single) { return kMass[(single + 1) % 3] + kMass[(single + 2) % 3]; }

/// Volume of phase space of the binary without `single`, but for the factor x^(-5/2).
double weight(std::size_t single) {
  return std::pow(product(single), 3) * std::pow(product(single) / sum(single), 1.5);
}

std::size_t draw_single(Draws& draws) {
  double choice = draws.from(0, weight(0) + weight(1) + weight(2));
  for (std::size_t single = 0; single < 2; ++single) {
    if (choice < weight(single)) return single;
    choice -= weight(single);
  }
  return 2;
}

State draw_state(Draws& draws) {
  const double low = std::pow(kMostBinding, -1.5), high = std::pow(kLeastBinding, -1.5);
  return {.single = draw_single(draws),
          .binding = std::pow(draws.from(low, high), -2.0 / 3),
          .momentum = kMostMomentum * std::sqrt(draws.from(0, 1)),
          .eccentricity = std::sqrt(draws.from(0, 1))};
}

ThreeStars begin(const State& state, Draws& draws) {
  const double total = kMass[0] + kMass[1] + kMass[2];
  const double reduced = sum(state.single) * kMass[state.single] / total;
  Beginning b{.single = state.single, .mass = kMass};
  b.semimajor_axis = product(state.single) / (2 * state.binding);
  b.eccentricity = state.eccentricity;
  b.speed = std::sqrt(2 * (kEnergy + state.binding) / reduced);
  b.outer_momentum = state.momentum / reduced;
  b.distance = distance_of_tide(b, kTide);
  return three_stars(b, draws);
}

State read(const Scattered& end) {
  const Hierarchy h = hierarchy(end.stars, end.single);
  return {.single = end.single,
          .binding = static_cast<double>(-h.inner.energy()),
          .momentum = static_cast<double>(h.outer.reduced * length(h.outer.angular_momentum())),
          .eccentricity = static_cast<double>(length(h.inner.eccentricity()))};
}

struct Number {
  const char* name;
  double changes;  ///< in at least this part of all meetings: half of what right methods have
  double (*of)(const State&);
};
constexpr Number kNumbers[] = {
    {"binding energy", 0.48, [](const State& s) { return std::pow(s.binding, -1.5); }},
    {"binaries harder than 0.6", 0.13, [](const State& s) { return s.binding > 0.6 ? 1.0 : 0.0; }},
    {"orbit of the single star", 0.48, [](const State& s) { return s.momentum * s.momentum; }},
    {"eccentricity", 0.48, [](const State& s) { return s.eccentricity * s.eccentricity; }},
    {"eccentricity above 0.9", 0.08,
     [](const State& s) { return s.eccentricity > 0.9 ? 1.0 : 0.0; }},
    {"lightest star single", 0.05, [](const State& s) { return s.single == 0 ? 1.0 : 0.0; }},
    {"heaviest star single", 0.035, [](const State& s) { return s.single == 2 ? 1.0 : 0.0; }}};

CheckResult detailed_balance(const ScatteringScheme& scheme, const CheckContext& context) {
  auto random = stream_of_system(context, 0);
  Draws draws(random);
  std::vector<State> states;
  std::vector<ThreeStars> starts;
  const int count = std::max(1, static_cast<int>(kMeetings * context.effort));
  for (int k = 0; k < count; ++k) {
    states.push_back(draw_state(draws));
    starts.push_back(begin(states.back(), draws));
  }
  const auto ends =
      scheme.scatter(starts, {.threads = context.threads, .tide = kTide, .longest = 1000});
  if (ends.size() != starts.size())
    return count_violations(1, starts.size(), "the answers are not as many as the meetings", "");
  constexpr std::size_t kCount = std::size(kNumbers);
  std::array<double, kCount> changes{}, squares{};
  std::array<std::uint64_t, kCount> changed{};
  int kept = 0;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    if (ends[i].ending != Ending::binary || ends[i].single >= 3) continue;
    const State end = read(ends[i]);
    if (!end.in_set()) continue;
    ++kept;
    for (std::size_t n = 0; n < kCount; ++n) {
      const double d = kNumbers[n].of(end) - kNumbers[n].of(states[i]);
      changes[n] += d;
      squares[n] += d * d;
      changed[n] += std::abs(d) > kChanged ? 1 : 0;
    }
  }
  if (kept < kLeast * count / kMeetings)
    return count_violations(
        1, starts.size(),
        fmt::format("only {} of {} meetings end where they could have begun", kept, count), "");
  std::vector<double> p;
  std::string text = fmt::format("{} of {} meetings;", kept, count);
  for (std::size_t n = 0; n < kCount; ++n) {
    const double z = squares[n] > 0 ? changes[n] / std::sqrt(squares[n]) : 0;
    p.push_back(std::min(1.0, 2 * std::exp(-z * z / 2)));  // 1 for a number that never changed
    text += fmt::format(" {} z = {:+.2f};", kNumbers[n].name, z);
    // Balance is kept by a number that never changes, too.
    const auto all = static_cast<std::uint64_t>(kept);
    if (binomial_lower(changed[n], all, kNumbers[n].changes) < context.false_alarm)
      return count_violations(
          1, starts.size(),
          fmt::format("{}: changes in {} of {} meetings", kNumbers[n].name, changed[n], kept), "");
  }
  CheckResult result = judge_together(p, kCount, context, text);
  result.trials = starts.size();
  result.smallest_effect = std::sqrt(2 * std::log(2 * kCount / context.false_alarm) / kept);
  return result;
}

const bool registered = register_check(ScatteringCheck{
    .name = "scattering/detailed balance",
    .shows = "in equilibrium as many meetings lead from one kind of binary to another as back",
    .needs = Claims::conserves_particles,
    .cost = "700 meetings of hard binaries",
    .run = detailed_balance});

}  // namespace
}  // namespace touchstone::scattering
