// checkers/cmc/binary_meetings.cpp
// Purpose   Clusters with binaries, by laws and without another scheme of clusters: how many meet
//           single stars or each other, what these meetings leave, and that masses, energies and
//           radial momenta are kept in each of them.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, step 3.
// Computes  Each star's state right after its encounter from the stars before and after a step
//           (after_encounter.hpp), and meetings drawn a second time (meeting_ends.hpp).
// Cost      3 s for a serial scheme.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>

#include "checkers/cmc/after_encounter.hpp"
#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/cmc/findings.hpp"
#include "checkers/cmc/meeting_ends.hpp"
#include "checkers/cmc/rare_events.hpp"
#include "checkers/cmc/step_seen.hpp"
#include "checkers/cmc/time_step_law.hpp"
#include "models/cmc/binaries.hpp"
#include "statistics/kolmogorov_smirnov.hpp"
#include "statistics/tails.hpp"

namespace touchstone::cmc {
namespace {

using cluster::Binary;
using cluster::ClusterParameters;
using cluster::ClusterScheme;
using cluster::Stars;
using Real = long double;

constexpr std::size_t kStars = 400;
constexpr int kSteps = 4;  ///< steps of each cluster: later many binaries are gone
constexpr double kCloseness = 1.7;
constexpr double kPointLike = 0.5;  ///< about as many pairs of binaries have a point as have none
constexpr double kWanted = 800;     ///< meetings, at effort 1
constexpr double kLeastEffort = 0.05;  ///< with fewer there is nothing to compare

/// Meetings of one kind.
struct Kind {
  std::uint64_t meetings = 0;
  /// As before, exchanged, one binary lost, two.
  std::array<std::uint64_t, 4> ends{}, ends_of_law{};
  /// Numbers of meetings that were seen, and of those of the law.
  std::array<std::vector<double>, 4> seen, law;
};

/// Sums over all steps of all clusters.
struct Evidence {
  std::array<Kind, 2> kinds;  ///< with a single star, and of two binaries
  std::array<Real, 2> expected{}, variance{};
  std::uint64_t trials = 0, pairs = 0, skipped = 0;
};

/// Freed stars with small numbers instead of those beyond 2^31.
Stars with_small_ids(Stars stars) {
  for (std::uint32_t& id : stars.id)
    if (id >= cluster::kFreed) id = id - cluster::kFreed + static_cast<std::uint32_t>(kStars);
  return stars;
}

/// Signs of radial velocities are drawn anew with the positions: some choice keeps the momentum.
bool keeps_momentum(const std::vector<std::array<Real, 2>>& mass_and_radial, Real momentum,
                    Real tolerance) {
  for (unsigned signs = 0; signs < 1u << mass_and_radial.size(); ++signs) {
    Real sum = 0;
    for (std::size_t k = 0; k < mass_and_radial.size(); ++k)
      sum += (signs >> k & 1 ? -1 : 1) * mass_and_radial[k][0] * mass_and_radial[k][1];
    if (std::abs(sum - momentum) <= tolerance) return true;
  }
  return false;
}

/// Masses of a pair before it met: those of the inner star, then of the outer one.
std::vector<double> masses_before(const PairBefore& pair) {
  std::vector<double> all;
  for (std::size_t k = 0; k < 2; ++k) {
    if (pair.binary[k])
      all.insert(all.end(), pair.binary[k]->mass.begin(), pair.binary[k]->mass.end());
    else
      all.push_back(pair.mass[k]);
  }
  return all;
}

/// Masses of all stars, and where they are: a binary keeps its place, one that takes stars from two
/// is where its first star was, and others are in the order in which they were.
void judge_masses(Findings& findings, const PairBefore& pair, const StepSeen& step,
                  const std::string& here) {
  std::vector<double> had = masses_before(pair);
  const auto number = [&](double mass) {  // of the pair, whose masses differ
    const auto near = [&](double a, double b) {
      return std::abs(a / mass - 1) < std::abs(b / mass - 1);
    };
    return static_cast<std::size_t>(std::min_element(had.begin(), had.end(), near) - had.begin());
  };
  const std::vector<std::uint32_t> ids = step.ids(pair);
  std::vector<std::size_t> alone;
  std::vector<double> has;
  for (std::size_t k = 0; k < ids.size(); ++k) {
    const double mass = step.mass(ids[k]);
    const Binary* const now = k < 2 ? step.now(pair, k) : nullptr;
    if (now == nullptr) {
      has.push_back(mass);
      alone.push_back(number(mass));
      continue;
    }
    findings.expect_near(mass / (now->mass[0] + now->mass[1]), 1, 1e-14,
                         here + "mass of a binary over that of its stars");
    has.insert(has.end(), now->mass.begin(), now->mass.end());
    if (pair.both() && step.lost(pair) == 1)
      findings.expect((number(now->mass[0]) < 2) == (k == 0),
                      here + "the binary of two that is left is in the wrong place");
    if (pair.both() && step.lost(pair) == 0)
      findings.expect(k == 1 || number(now->mass[0]) == 0,
                      here + "two binaries are in each other's places");
  }
  if (step.lost(pair) == 0 || (pair.both() && step.lost(pair) == 1)) {
    findings.expect(std::is_sorted(alone.begin(), alone.end()),
                    here + "stars that are freed are not in their order");
  } else {
    // No binary is left: the first star of each stays, the second one is freed.
    const std::vector<std::size_t> order = pair.both()      ? std::vector<std::size_t>{0, 2, 1, 3}
                                           : pair.binary[0] ? std::vector<std::size_t>{0, 2, 1}
                                                            : std::vector<std::size_t>{0, 1, 2};
    findings.expect(alone == order,
                    here + "stars of binaries that are lost are not in their order");
  }
  std::sort(had.begin(), had.end());
  std::sort(has.begin(), has.end());
  findings.expect(had.size() == has.size(), here + "number of stars of a pair that met");
  for (std::size_t k = 0; k < std::min(had.size(), has.size()); ++k)
    findings.expect_near(has[k] / had[k], 1, 1e-14, here + "masses of a pair that met");
}

/// Energy and radial momentum of a pair, whether it met or not.
void judge_balance(Findings& findings, const PairBefore& pair, const StepSeen& step,
                   const std::map<std::uint32_t, Met>& met,
                   const std::map<std::uint32_t, Real>& mass, const Stars& before,
                   const std::string& here) {
  Real kinetic = 0, then = 0, momentum = 0, bound = 0;
  std::vector<std::array<Real, 2>> radial;
  for (const std::uint32_t id : step.ids(pair)) {
    const auto one = met.find(id);
    if (one == met.end() || one->second.shares) return;
    kinetic += mass.at(id) * one->second.speed2 / 2;
    radial.push_back({mass.at(id), std::sqrt(one->second.radial2())});
  }
  for (std::size_t k = 0; k < 2; ++k) {
    const std::size_t i = pair.inner + k;
    then += Real{before.mass[i]} * before.speed2(i) / 2;
    momentum += Real{before.mass[i]} * before.radial_velocity[i];
    if (const Binary* const now = step.now(pair, k)) bound += binding(*now);
  }
  const Real scale = then + kinetic + pair.binding();
  findings.expect_near(static_cast<double>((kinetic - bound - (then - pair.binding())) / scale), 0,
                       1e-9, here + "change of a pair's energy, as a part of it");
  Real all = 0;
  for (const auto& one : radial) all += one[0];
  findings.expect(keeps_momentum(radial, momentum, 1e-4L * std::sqrt(2 * scale * all)),
                  here + "a pair does not keep its radial momentum");
}

/// Adds the numbers of a meeting that are compared with those of the law.
void add_seen(Kind& kind, const PairBefore& pair, const StepSeen& step,
              const std::map<std::uint32_t, Met>& met) {
  const std::size_t lost = step.lost(pair);
  bool exchanged = false;
  const Binary* left = nullptr;
  Real bound = 0;
  for (std::size_t k = 2; k-- > 0;) {
    const Binary* const now = step.now(pair, k);
    if (now == nullptr) continue;
    exchanged = exchanged || now->mass != pair.binary[k]->mass;
    bound += binding(*now);
    left = now;  // the inner one, in the end
  }
  ++kind.ends[lost > 0 ? 1 + lost : exchanged ? 1 : 0];
  if (left == nullptr) return;
  kind.seen[0].push_back(static_cast<double>(std::log(bound / pair.binding())));
  kind.seen[1].push_back(left->eccentricity);
  const auto star = met.find(step.id(pair, pair.both() ? 1 : 1 - pair.wide()));
  if (star == met.end() || star->second.shares) return;
  kind.seen[2].push_back(static_cast<double>(star->second.speed2));
  kind.seen[3].push_back(
      static_cast<double>(std::sqrt(star->second.radial2() / star->second.speed2)));
}

void add_law(Evidence& e, const std::vector<PairBefore>& pairs, const StepOfPair& step,
             Draws& draws) {
  for (const PairBefore& pair : pairs) {
    const Real chance = chance_of_pair(pair, step);
    const std::size_t of = pair.both() ? 1 : 0;
    e.expected[of] += chance;
    e.variance[of] += chance * (1 - chance);
    const auto drawn = drawn_meeting_of(pair, step, draws);
    if (!drawn || !drawn->over || !drawn->all_bound) continue;
    Kind& kind = e.kinds[of];
    ++kind.ends_of_law[drawn->lost > 0 ? 1 + drawn->lost : drawn->exchanged ? 1 : 0];
    if (drawn->lost == (pair.both() ? 2 : 1)) continue;
    kind.law[0].push_back(drawn->hardened);
    kind.law[1].push_back(drawn->eccentricity);
    kind.law[2].push_back(drawn->speed2);
    kind.law[3].push_back(drawn->radial);
  }
}

/// The reports of a step against what is seen of it.
void judge_report(Findings& findings, const cluster::StepReport& then,
                  const cluster::ClusterRun& run, const Stars& before, const Stars* pivot,
                  std::uint64_t met, std::uint64_t unclear, const std::string& here) {
  const cluster::StepReport now = run.report();
  const std::uint64_t all =
      now.meetings.all - then.meetings.all - (now.meetings.given_up - then.meetings.given_up);
  findings.expect(met <= all && all <= met + unclear,
                  fmt::format("{}{} meetings are reported, {} are seen", here, all, met));
  // Ionised binaries add a star each; a star is lost only if it carries energy off.
  const std::uint64_t stars = before.size() + (now.meetings.ionised - then.meetings.ionised);
  findings.expect((run.stars().size() != stars) == (now.escaped_energy != then.escaped_energy),
                  fmt::format("{}{} stars of {} are left, but energy that left changed by {}", here,
                              run.stars().size(), stars, now.escaped_energy - then.escaped_energy));
  const auto energy = static_cast<double>(internal(run.binaries()));
  findings.expect_near(now.internal_energy, energy, 1e-12 * std::abs(energy),
                       here + "internal energy");
  if (pivot != nullptr)
    findings.expect_near(now.moved_energy - then.moved_energy,
                         static_cast<double>(energy_of_shells(before) - energy_of_shells(*pivot)),
                         1e-12, here + "energy that masses moved");
}

std::uint32_t start_of_run(const CheckContext& context, std::uint64_t number) {
  return static_cast<std::uint32_t>(part_seed(context, 700 + number));
}

/// Masses that are all different, so that exchanges are seen. Wide binaries are lost, and their
/// meetings are short; others stay together for long. Equation 10 gives shorter steps where there
/// are few, else equation 9.
const cluster::BinaryStartSampler& sampler(std::uint64_t number) {
  const auto of = [](double fraction, const char* axes) {
    return cluster::BinaryStartSampler({.masses = "kroupa"}, {.fraction = fraction, .axes = axes});
  };
  static const cluster::BinaryStartSampler few = of(0.08, "axis:3e-3:3e-2"),
                                           some = of(0.4, "axis:3e-3:3e-2"),
                                           wide = of(0.4, "axis:2e-2:8e-2");
  return number % 8 == 0 ? few : number % 3 == 0 ? some : wide;
}

void follow_cluster(const ClusterScheme& scheme, const CheckContext& context, std::uint64_t number,
                    Findings& findings, Evidence& e) {
  const std::uint32_t seed = start_of_run(context, number);
  const cluster::ClusterOfBinaries start = sampler(number)(kStars, seed);
  PhiloxStream random = stream_of_system(context, 700 + number);
  Draws draws(random);
  ClusterParameters p{.seed = seed, .ranks = number % 2 == 0 ? 1u : 3u, .threads = context.threads};
  // Some steps are limited by equation 9 or 10, others are not.
  const double part = number % 4 == 0 ? draws.scale(5e-4, 3e-3) : 1;
  p.binaries = std::make_shared<const cluster::BinaryPopulation>(
      cluster::BinaryPopulation{.binaries = start.binaries,
                                .closeness = kCloseness,
                                .point_like = kPointLike,
                                .part_of_time = part});
  const auto run = scheme.start(start.stars, p);
  const auto initial = static_cast<Real>(kStars);
  for (int count = 1; count <= kSteps; ++count) {
    const std::string here = fmt::format("step {} on {} ranks: ", count, p.ranks);
    const Stars before = run->stars();
    const std::vector<Binary> binaries = run->binaries();
    const cluster::StepReport then = run->report();
    const Real limit = std::min(relaxation_step(before, p, initial),
                                binary_step(before, binaries, *p.binaries, initial));
    run->step();
    findings.expect_near(run->report().timestep / static_cast<double>(limit), 1, 1e-9,
                         here + "time step over its law");
    e.trials += run->report().trials;
    const auto pairs = pairs_with_binaries(before, binaries, p.ranks);
    add_law(e, pairs, {before, kCloseness, kPointLike, dynamical(run->report().timestep, initial)},
            draws);
    const StepSeen step(before, *run);
    std::uint64_t met_pairs = 0, unclear = 0;
    for (const PairBefore& pair : pairs) {
      met_pairs += step.met(pair) && !step.unclear(pair) ? 1 : 0;
      unclear += step.unclear(pair) ? 1 : 0;
    }
    const cluster::MeetingCounts now = run->report().meetings;
    const std::uint64_t of_binaries = now.of_binaries - then.meetings.of_binaries;
    e.kinds[0].meetings += now.all - then.meetings.all - of_binaries;
    e.kinds[1].meetings += of_binaries;
    const Stars pivot = step.pivot(pairs);
    judge_report(findings, then, *run, before, unclear == 0 ? &pivot : nullptr, met_pairs, unclear,
                 here);
    e.skipped += unclear;
    std::map<std::uint32_t, Met> states;
    std::map<std::uint32_t, Real> mass;
    if (unclear == 0) {  // else not all masses are known, nor the potential
      const auto all = met(with_small_ids(pivot), with_small_ids(run->stars()), p.ranks);
      for (std::size_t i = 0; i < pivot.size(); ++i) {
        mass[pivot.id[i]] = pivot.mass[i];
        if (all[i]) states.emplace(pivot.id[i], *all[i]);
      }
    }
    for (const PairBefore& pair : pairs) {
      if (step.unclear(pair)) continue;
      ++e.pairs;
      if (step.met(pair)) judge_masses(findings, pair, step, here);
      if (unclear == 0) judge_balance(findings, pair, step, states, mass, before, here);
      if (step.met(pair)) add_seen(e.kinds[pair.both() ? 1 : 0], pair, step, states);
    }
  }
}

/// P-value of two counts of rare events that have the same chance.
double p_of_equal(std::uint64_t a, std::uint64_t b) {
  return std::min(1.0, 2 * binomial_lower(std::min(a, b), a + b, 0.5));
}

/// P-values of a kind of meetings, and what they are of.
void judge_kind(const Kind& kind, Real expected, Real variance, bool of_binaries,
                std::vector<double>& p, std::string& text) {
  p.push_back(
      std::min(1.0, bernstein(std::abs(static_cast<Real>(kind.meetings) - expected), variance)));
  text += fmt::format("{} meetings {}, {:.1f} expected (p {:.2g}); p of ", kind.meetings,
                      of_binaries ? "of two binaries" : "with single stars",
                      static_cast<double>(expected), p.back());
  constexpr std::array kNames{"binding energies", "eccentricities", "speeds", "directions"};
  for (std::size_t k = 0; k < kNames.size(); ++k) {
    const bool none = kind.seen[k].empty() || kind.law[k].empty();  // their numbers decide
    p.push_back(none ? 1 : kolmogorov_smirnov(kind.seen[k], kind.law[k]).p);
    text += fmt::format("{} {:.2g}, ", kNames[k], p.back());
  }
  constexpr std::array kEnds{"as before", "exchanged", "one binary lost", "two lost"};
  for (std::size_t k = 1; k < (of_binaries ? 4 : 3); ++k) {
    p.push_back(p_of_equal(kind.ends[k], kind.ends_of_law[k]));
    text += fmt::format("{} {} ({} by the law){}", kind.ends[k], kEnds[k], kind.ends_of_law[k],
                        k + 1 == (of_binaries ? 4 : 3) ? "; " : ", ");
  }
}

CheckResult binary_meetings(const ClusterScheme& scheme, const CheckContext& context) {
  Findings findings;
  Evidence e;
  const double wanted = kWanted * std::max(context.effort, kLeastEffort);
  for (std::uint64_t number = 0;
       static_cast<double>(e.expected[0] + e.expected[1]) < wanted && !findings.any(); ++number)
    follow_cluster(scheme, context, number, findings, e);
  const CheckResult exact = findings.result(e.trials, "");
  if (exact.verdict != Verdict::pass) return exact;
  std::vector<double> p;
  std::string text;
  for (std::size_t k = 0; k < 2; ++k)
    judge_kind(e.kinds[k], e.expected[k], e.variance[k], k == 1, p, text);
  text += fmt::format("{} pairs keep their energy, {} unclear", e.pairs, e.skipped);
  CheckResult result = judge_together(p, p.size(), context, text);
  result.trials = e.trials;
  // In the number of meetings of either kind: what the bound allows, and three standard errors
  // more.
  const Real chance = context.false_alarm / static_cast<Real>(p.size());
  for (std::size_t k = 0; k < 2; ++k) {
    if (e.expected[k] == 0) continue;
    const Real allowed = allowed_difference(chance, e.variance[k]);
    result.smallest_effect =
        std::max(result.smallest_effect,
                 static_cast<double>((allowed + 3 * std::sqrt(e.variance[k])) / e.expected[k]));
  }
  return result;
}

const bool registered = register_check(ClusterCheck{
    .name = "cmc/binary meetings",
    .shows = "binaries meet single stars and each other as often as they must and with the ends "
             "that meetings have, and each pair keeps its masses, energy and momentum",
    .needs = Claims::conserves_particles,
    .cost = "800 meetings",
    .run = binary_meetings,
    .only = {.of_ranks = true, .of_binaries = true}});

}  // namespace
}  // namespace touchstone::cmc
