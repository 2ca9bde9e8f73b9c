// validation/experiments/cmc/cross_sections.cpp
// Purpose   Cross sections of circular binaries of equal masses for single stars that ionise them
//           or take the place of one of their stars, over the speed of the single star.
// Source    P. Hut, J. N. Bahcall, Astrophys. J. 268, 319 (1983) (definitions, critical speed v_c);
//           P. Hut, Astrophys. J. 268, 342 (1983): far above v_c ionisation has (40/9) pi a^2
//           (v_c / V)^2, derived in models/cmc/scattering/meeting.hpp.
// Computes  The share of meetings on a disk of impact parameters, times the disk, over pi a^2. At
//           16 and 32 v_c it is extrapolated to the limit: most of what the corrections do is gone
//           then, and nothing is allowed for what is left. At slower speeds, from class W on, it is
//           held to the serial reference: no published number with an error is at hand.
// Cost      33 microseconds for each of the fast meetings with AVX2, on one core, when starts and
//           ends were 2^(1/3) nearer; 1.2 times as many instructions now.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "models/cmc/scattering/meeting.hpp"
#include "models/core/registry.hpp"
#include "statistics/judge.hpp"
#include "validation/experiment.hpp"
#include "validation/seeds.hpp"

namespace touchstone::validation::cmc {
namespace {

using cluster::Ending;
using cluster::MeetingLaw;
using cluster::Scattered;
using cluster::ScatteringScheme;
using cluster::ThreeStars;

constexpr double kTide = 1e-4;
constexpr std::size_t kBatch = 4096;  ///< meetings between two reports of progress
constexpr std::size_t kFewer = 4;     ///< times as many as the reference follows

enum class Kind { ionisation, exchange };

const char* name(Kind kind) { return kind == Kind::ionisation ? "ionisation" : "exchange"; }

bool is(Kind kind, const Scattered& end) {
  if (kind == Kind::ionisation) return end.ending == Ending::ionised;
  return end.ending == Ending::binary && end.single != 2;
}

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

/// Cross section over pi a^2.
Estimate cross_section(const ScatteringScheme& scheme, Kind kind, double speed, std::size_t count,
                       std::uint64_t seed, const Plan& plan,
                       const std::function<void(double)>& done) {
  const MeetingLaw law = law_of(speed);
  std::size_t found = 0;
  for (std::size_t first = 0; first < count; first += kBatch) {
    std::vector<ThreeStars> starts;
    for (std::size_t k = first; k < std::min(count, first + kBatch); ++k) {
      const cluster::Meeting meeting = cluster::drawn_meeting(law, seed, k);
      starts.push_back(cluster::three_stars(
          meeting, cluster::distance_of_tide(law.mass, law.semimajor_axis, 0, kTide)));
    }
    for (const Scattered& end : scheme.scatter(starts, {.threads = plan.threads, .tide = kTide}))
      found += is(kind, end) ? 1 : 0;
    done(static_cast<double>(starts.size()) / static_cast<double>(count));
  }
  const double n = static_cast<double>(count), share = static_cast<double>(found) / n;
  const double disk = law.largest_impact * law.largest_impact;
  return {disk * share, disk * std::sqrt(share * (1 - share) / (n - 1)), n, 0};
}

Measurement blank(const Plan& plan, const ScatteringScheme& scheme, Kind kind,
                  const std::string& speed, std::size_t count) {
  Measurement m;
  m.name = fmt::format("cmc/cross-sections/{}-{}-{}", name(kind), speed,
                       scheme.info.name.substr(scheme.info.name.find('/') + 1));
  m.record = blank_record(plan, "cmc", fmt::format("cross section for {}", name(kind)));
  m.record.scheme = scheme.info.name;
  m.record.backend = scheme.info.backend;
  m.record.threads = scheme.info.parallel ? plan.threads : 1;
  m.record.params = {{"meetings", count}};
  m.cost = (scheme.info.parallel ? 5e-5 : 3e-3) * static_cast<double>(count);
  return m;
}

void judge_found(ResultRecord& record, const Estimate& found, Published expected) {
  const Judgement judged = judge(found, expected, 0.5 * expected.value, kFalseAlarm);
  record.value = found.mean;
  record.low = judged.low;
  record.high = judged.high;
  record.n_eff = found.effective_samples;
  record.expected = expected;
  record.z = judged.z;
  record.p = judged.p;
  record.facts["smallest_effect"] = judged.smallest_effect;
  record.verdict = judged.verdict;
}

std::uint64_t seed_of(const Bench& bench, std::uint64_t part) {
  return derive_seed(bench.plan.seed, "cross sections", part);
}

/// Cross section times the square of the speed over the critical one. Corrections to its limit that
/// go as 1 / V^2 are not in what is extrapolated from a speed and twice the speed.
Measurement limit(const Plan& plan, const ScatteringScheme& scheme, std::size_t count) {
  Measurement m = blank(plan, scheme, Kind::ionisation, "limit", count);
  m.record.params["speeds"] = {16, 32};
  m.measure = [=, &scheme](ResultRecord& record, Bench& bench) {
    const auto at = [&](double speed) {
      const auto half = [&](double part) { bench.done(part / 2); };
      Estimate found = cross_section(scheme, Kind::ionisation, speed, count / 2,
                                     seed_of(bench, static_cast<std::uint64_t>(speed)), plan, half);
      found.mean *= speed * speed;
      found.standard_error *= speed * speed;
      return found;
    };
    const Estimate slow = at(16), fast = at(32);
    record.expected_source = "limit of high speeds, Hut 1983, Astrophys. J. 268, 342";
    judge_found(record,
                {(4 * fast.mean - slow.mean) / 3,
                 std::hypot(4 * fast.standard_error, slow.standard_error) / 3,
                 slow.effective_samples + fast.effective_samples, 0},
                {cluster::kIonisationLimit, 0});
  };
  return m;
}

/// Cross section at a speed, beside that of the reference with a quarter of the meetings.
Measurement beside_reference(const Plan& plan, const ScatteringScheme& scheme, Kind kind,
                             double speed, std::size_t count) {
  Measurement m = blank(plan, scheme, kind, fmt::format("{:g}", speed), count);
  m.record.params["speed"] = speed;
  m.cost += 3e-3 * static_cast<double>(count) / kFewer;
  m.measure = [=, &scheme](ResultRecord& record, Bench& bench) {
    const auto part = static_cast<std::uint64_t>(1000 + 8 * speed);
    Estimate found =
        cross_section(scheme, kind, speed, count, seed_of(bench, part), plan, bench.done);
    const std::size_t fewer = count / kFewer;
    const Estimate serial = cross_section(baseline_of(cluster::scattering_schemes()), kind, speed,
                                          fewer, seed_of(bench, part + 500), plan, [](double) {});
    // Both errors are those of the share that all meetings together have.
    const double disk = std::pow(law_of(speed).largest_impact, 2);
    const double n = static_cast<double>(count), few = static_cast<double>(fewer);
    const double share = (n * found.mean + few * serial.mean) / (n + few) / disk;
    const double spread = disk * std::sqrt(share * (1 - share));
    found.standard_error = spread / std::sqrt(n);
    record.expected_source = "serial reference, other meetings";
    judge_found(record, found, {serial.mean, spread / std::sqrt(few)});
  };
  return m;
}

/// The widest vectors of this machine; from class W on all schemes.
std::vector<const ScatteringScheme*> schemes_of(const Plan& plan) {
  std::vector<const ScatteringScheme*> all;
  for (const ScatteringScheme& scheme : cluster::scattering_schemes())
    if (scheme.available) all.push_back(&scheme);
  std::stable_sort(all.begin(), all.end(),
                   [](const auto* a, const auto* b) { return a->info.lanes > b->info.lanes; });
  if (plan.problem_class < ProblemClass::W) all.resize(1);
  return all;
}

std::vector<Measurement> plan_cross_sections(const Plan& plan) {
  const std::size_t size = plan.problem_class < ProblemClass::W   ? 1
                           : plan.problem_class < ProblemClass::A ? 10
                                                                  : 100;
  std::vector<Measurement> all;
  for (const ScatteringScheme* scheme : schemes_of(plan)) {
    all.push_back(limit(plan, *scheme, scheme->info.parallel ? 100000 * size : 20000 * size));
    if (plan.problem_class < ProblemClass::W || scheme->info.baseline) continue;
    for (const double speed : {0.5, 1.0, 1.5})
      all.push_back(beside_reference(plan, *scheme, Kind::exchange, speed, 2000 * size));
    for (const double speed : {2.0, 4.0})
      all.push_back(beside_reference(plan, *scheme, Kind::ionisation, speed, 2000 * size));
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
