// validation/experiments/cmc/cross_sections.cpp
// Purpose   Cross sections of circular binaries of equal masses for single stars that ionise them
//           or take the place of one of their stars, over the speed of the single star.
// Source    P. Hut, J. N. Bahcall, Astrophys. J. 268, 319 (1983) (definitions, critical speed v_c);
//           P. Hut, Astrophys. J. 268, 342 (1983): far above v_c ionisation has (40/9) pi a^2
//           (v_c / V)^2, derived in models/cmc/scattering/meeting.hpp.
// Computes  What cross_section.hpp says. At 16 and 32 v_c it is extrapolated to the limit:
//           corrections that go as 1 / V^2, most of what they do, are gone then, and nothing is
//           allowed for what is left. At slower speeds, from class W on, it is held to the serial
//           reference: no published number with an error is at hand. So are meetings without end.
// Cost      33 microseconds for each of the fast meetings with AVX2, on one core, when starts and
//           ends were 2^(1/3) nearer; 1.2 times as many instructions now.
#include <cmath>

#include "models/cmc/scattering/meeting.hpp"
#include "validation/experiments/cmc/cross_section.hpp"

namespace touchstone::validation::cmc {
namespace {

using cluster::Ending;
using cluster::MeetingLaw;
using cluster::Scattered;
using cluster::ScatteringScheme;
using cluster::ThreeStars;

constexpr double kTide = 1e-4;
constexpr std::size_t kIonisation = 0, kExchange = 1;

/// Two bodies whose pericentre is beyond 2.5 times the axis do nothing of either kind, and fast
/// stars must pass within the reach of their kicks, 2.8 a v_c / V, of one of the binary's two.
MeetingLaw law_of(double speed) {
  MeetingLaw law;
  const double critical = cluster::critical_speed(law.mass, law.semimajor_axis);
  law.speed = speed * critical;
  const double slow = 2.5 * std::sqrt(1 + 2 * 3 / (2.5 * law.speed * law.speed));
  law.largest_impact = speed < 4 ? slow : 0.5 + 3 / speed;
  return law;
}

Ends follow_single_stars(const ScatteringScheme& scheme, double speed, std::uint64_t seed,
                         std::size_t first, std::size_t last, int threads) {
  const MeetingLaw law = law_of(speed);
  std::vector<ThreeStars> starts;
  for (std::size_t k = first; k < last; ++k)
    starts.push_back(
        cluster::three_stars(cluster::drawn_meeting(law, seed, k),
                             cluster::distance_of_tide(law.mass, law.semimajor_axis, 0, kTide)));
  Ends ends{std::vector<std::size_t>(2)};
  for (const Scattered& end : scheme.scatter(starts, {.threads = threads, .tide = kTide})) {
    if (end.ending == Ending::ionised)
      ++ends.of_kind[kIonisation];
    else if (end.ending != Ending::binary)
      ++ends.none;
    else if (end.single != 2)
      ++ends.of_kind[kExchange];
  }
  return ends;
}

Meetings with_single_stars() {
  return {.experiment = "cross-sections",
          .seeds = "cross sections",
          .limit_known = "limit of high speeds, Hut 1983, Astrophys. J. 268, 342",
          .to_limit = {{16, -1.0 / 3, 0.5}, {32, 4.0 / 3, 0.5}},
          .kinds = {{"ionisation", "cross section for ionisation", cluster::kIonisationLimit},
                    {"exchange", "cross section for exchange"}},
          .without_end = {"no-end", "cross section for meetings without an end"},
          .widest_impact = [](double speed) { return law_of(speed).largest_impact; },
          .follow = follow_single_stars,
          .seconds = [](bool parallel, double) { return parallel ? 5e-5 : 3e-3; }};
}

std::vector<Measurement> plan_cross_sections(const Plan& plan) {
  const Meetings meetings = with_single_stars();
  const std::size_t size = times_class_S(plan);
  std::vector<Measurement> all;
  for (const ScatteringScheme* scheme : scattering_schemes_of(plan)) {
    const auto add = [&](std::vector<Measurement> rows) {
      for (Measurement& row : rows) all.push_back(std::move(row));
    };
    add(limits(meetings, {kIonisation}, plan, *scheme,
               scheme->info.parallel ? 100000 * size : 20000 * size));
    if (plan.problem_class < ProblemClass::W || scheme->info.baseline) continue;
    const auto beside = [&](double speed, std::size_t kind) {
      add(beside_reference(meetings, {speed, 2000 * size, {{kind}}}, plan, *scheme));
    };
    for (const double speed : {0.5, 1.0, 1.5}) beside(speed, kExchange);
    for (const double speed : {2.0, 4.0}) beside(speed, kIonisation);
  }
  return all;
}

const bool registered = register_experiment(
    {.name = "cmc/cross-sections",
     .shows =
         "single stars ionise binaries and take the place of their stars as often as they must",
     .plan = plan_cross_sections});

}  // namespace
}  // namespace touchstone::validation::cmc
