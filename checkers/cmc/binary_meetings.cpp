// checkers/cmc/binary_meetings.cpp
// Purpose   Clusters with binaries, by laws and without another scheme of clusters: how many meet
//           single stars, what these meetings leave, and that masses, energies and radial momenta
//           are kept in each of them.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, step 3.
// Computes  Each star's state right after its encounter from the stars before and after a step
//           (after_encounter.hpp), and meetings drawn a second time (meeting_law.hpp).
// Cost      3 s for a serial scheme.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>

#include "checkers/cmc/after_encounter.hpp"
#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/cmc/findings.hpp"
#include "checkers/cmc/meeting_law.hpp"
#include "checkers/cmc/time_step_law.hpp"
#include "models/cmc/binaries.hpp"
#include "statistics/kolmogorov_smirnov.hpp"
#include "statistics/tails.hpp"

namespace touchstone::cmc {
namespace {

using cluster::Binary;
using cluster::ClusterParameters;
using cluster::ClusterScheme;
using cluster::Ending;
using cluster::Stars;
using Real = long double;

constexpr std::size_t kStars = 400;
constexpr int kSteps = 4;  ///< steps of each cluster: later many binaries are gone
constexpr double kCloseness = 1.7;
constexpr double kWanted = 800;        ///< meetings, at effort 1
constexpr double kLeastEffort = 0.05;  ///< with fewer there is nothing to compare

Real potential(const Stars& s) {
  Real inside = 0, sum = 0;  // half of each pair twice, own shells once
  for (std::size_t i = 0; i < s.size(); ++i) {
    sum -= Real{s.mass[i]} * (inside + Real{s.mass[i]} / 2) / s.radius[i];
    inside += s.mass[i];
  }
  return sum;
}

/// Sums over all steps of all clusters.
struct Evidence {
  Real expected = 0, variance = 0;
  std::uint64_t meetings = 0, trials = 0, pairs = 0, skipped = 0;
  std::array<std::uint64_t, 3> endings{}, endings_of_law{};  ///< fly-bys, exchanges, ionised
  /// Numbers of meetings that were seen, and of those of the law.
  std::array<std::vector<double>, 4> seen, law;
};

/// Freed stars with small numbers instead of those beyond 2^31.
Stars with_small_ids(Stars stars) {
  for (std::uint32_t& id : stars.id)
    if (id >= cluster::kFreed) id = id - cluster::kFreed + static_cast<std::uint32_t>(kStars);
  return stars;
}

/// A step of a cluster, and what is said of its pairs.
class StepSeen {
 public:
  StepSeen(const Stars& before, const cluster::ClusterRun& run)
      : before_(before), pivot_(before), after_(run.stars()) {
    for (const Binary& one : run.binaries()) is_[one.id] = one;
    for (std::size_t j = 0; j < after_.size(); ++j) place_[after_.id[j]] = j;
  }

  bool there(std::uint32_t id) const { return place_.count(id) > 0; }
  std::uint32_t binary_id(const BinaryAndStar& p) const { return before_.id[p.binary_at]; }
  std::uint32_t star_id(const BinaryAndStar& p) const { return before_.id[p.star_at]; }
  const Binary* now(const BinaryAndStar& p) const {
    const auto found = is_.find(binary_id(p));
    return found == is_.end() ? nullptr : &found->second;
  }
  bool ionised(const BinaryAndStar& p) const {
    return now(p) == nullptr && (there(binary_id(p)) || there(binary_id(p) + cluster::kFreed));
  }
  bool met(const BinaryAndStar& p) const {
    return ionised(p) || (now(p) != nullptr && !(*now(p) == p.binary));
  }
  double mass(std::uint32_t id) const { return after_.mass[place_.at(id)]; }
  /// Whether some of its stars have left, so that masses may be unknown.
  bool unclear(const BinaryAndStar& p) const {
    if (ionised(p))
      return !there(binary_id(p)) || !there(star_id(p)) || !there(binary_id(p) + cluster::kFreed);
    return !there(binary_id(p)) || (!there(star_id(p)) && met(p));
  }

  /// The stars after their meetings and before they move; meaningless where a pair is unclear.
  Stars pivot(const std::vector<BinaryAndStar>& pairs) {
    std::map<std::size_t, std::uint32_t> entering;
    for (const BinaryAndStar& p : pairs) {
      if (!met(p) || unclear(p)) continue;
      pivot_.mass[p.binary_at] = mass(binary_id(p));
      pivot_.mass[p.star_at] = mass(star_id(p));
      if (ionised(p)) entering[std::min(p.binary_at, p.star_at)] = binary_id(p) + cluster::kFreed;
    }
    Stars all;
    const auto add = [&](double m, double r, double radial, double tangential, std::uint32_t id) {
      all.mass.push_back(m);
      all.radius.push_back(r);
      all.radial_velocity.push_back(radial);
      all.tangential_velocity.push_back(tangential);
      all.id.push_back(id);
    };
    for (std::size_t i = 0; i < pivot_.size(); ++i) {
      add(pivot_.mass[i], pivot_.radius[i], pivot_.radial_velocity[i],
          pivot_.tangential_velocity[i], pivot_.id[i]);
      if (const auto one = entering.find(i); one != entering.end())
        add(mass(one->second), (pivot_.radius[i] + pivot_.radius[i + 1]) / 2, 0, 0, one->second);
    }
    return all;
  }

 private:
  const Stars& before_;
  Stars pivot_, after_;
  std::map<std::uint32_t, Binary> is_;
  std::map<std::uint32_t, std::size_t> place_;
};

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

void judge_masses(Findings& findings, const BinaryAndStar& p, const StepSeen& step,
                  const std::string& here) {
  std::array<double, 3> had{p.binary.mass[0], p.binary.mass[1], p.star_mass}, has{};
  if (step.ionised(p)) {
    const std::uint32_t id = step.binary_id(p);
    has = {step.mass(id), step.mass(step.star_id(p)), step.mass(id + cluster::kFreed)};
    for (const auto& [is, must] : {std::pair{has[0], had[0]}, {has[1], had[2]}, {has[2], had[1]}})
      findings.expect_near(is / must, 1, 1e-14, here + "mass of a star that was ionised");
  } else {
    const Binary& now = *step.now(p);
    has = {now.mass[0], now.mass[1], step.mass(step.star_id(p))};
    findings.expect_near(step.mass(step.binary_id(p)) / (now.mass[0] + now.mass[1]), 1, 1e-14,
                         here + "mass of a binary over that of its stars");
  }
  std::sort(had.begin(), had.end());
  std::sort(has.begin(), has.end());
  for (std::size_t k = 0; k < 3; ++k)
    findings.expect_near(has[k] / had[k], 1, 1e-14, here + "masses of a pair that met");
}

/// Energy and radial momentum of a pair of one binary and one star, whether it met or not.
void judge_balance(Findings& findings, const BinaryAndStar& p, const StepSeen& step,
                   const std::map<std::uint32_t, Met>& met,
                   const std::map<std::uint32_t, Real>& mass, const Stars& before,
                   const std::string& here) {
  std::vector<std::uint32_t> ids{step.binary_id(p), step.star_id(p)};
  if (step.ionised(p)) ids.push_back(step.binary_id(p) + cluster::kFreed);
  Real kinetic = 0, then = 0, momentum = 0;
  std::vector<std::array<Real, 2>> radial;
  for (const std::uint32_t id : ids) {
    const auto one = met.find(id);
    if (one == met.end() || one->second.shares) return;
    kinetic += mass.at(id) * one->second.speed2 / 2;
    radial.push_back({mass.at(id), std::sqrt(one->second.radial2())});
  }
  for (const std::size_t i : {p.binary_at, p.star_at}) {
    then += Real{before.mass[i]} * before.speed2(i) / 2;
    momentum += Real{before.mass[i]} * before.radial_velocity[i];
  }
  const Real scale = then + kinetic + binding(p.binary);
  const Real now = step.ionised(p) ? kinetic : kinetic - binding(*step.now(p));
  findings.expect_near(static_cast<double>((now - (then - binding(p.binary))) / scale), 0, 1e-9,
                       here + "change of a pair's energy, as a part of it");
  Real all = 0;
  for (const auto& one : radial) all += one[0];
  findings.expect(keeps_momentum(radial, momentum, 1e-4L * std::sqrt(2 * scale * all)),
                  here + "a pair does not keep its radial momentum");
}

/// Adds the numbers of a meeting that are compared with those of the law.
void add_seen(Evidence& e, const BinaryAndStar& p, const StepSeen& step,
              const std::map<std::uint32_t, Met>& met) {
  if (step.ionised(p)) {
    ++e.endings[2];
    return;
  }
  const Binary& now = *step.now(p);
  const bool exchanged = now.mass[0] != p.binary.mass[0] || now.mass[1] != p.binary.mass[1];
  ++e.endings[exchanged ? 1 : 0];
  e.seen[0].push_back(static_cast<double>(std::log(binding(now) / binding(p.binary))));
  e.seen[1].push_back(now.eccentricity);
  const auto star = met.find(step.star_id(p));
  if (star == met.end() || star->second.shares) return;
  e.seen[2].push_back(static_cast<double>(star->second.speed2));
  e.seen[3].push_back(static_cast<double>(std::sqrt(star->second.radial2() / star->second.speed2)));
}

void add_law(Evidence& e, const std::vector<BinaryAndStar>& pairs, const StepOfPair& step,
             Draws& draws) {
  for (const BinaryAndStar& p : pairs) {
    const Real chance = chance_of_pair(p, step);
    e.expected += chance;
    e.variance += chance * (1 - chance);
    const auto drawn = drawn_meeting_of(p, step, draws);
    if (!drawn || drawn->ending == Ending::unfinished || !drawn->all_bound) continue;
    const bool ionised = drawn->ending == Ending::ionised;
    ++e.endings_of_law[ionised ? 2 : drawn->exchanged ? 1 : 0];
    if (ionised) continue;
    e.law[0].push_back(drawn->hardened);
    e.law[1].push_back(drawn->eccentricity);
    e.law[2].push_back(drawn->star_speed2);
    e.law[3].push_back(drawn->star_radial);
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
                         static_cast<double>(potential(before) - potential(*pivot)), 1e-12,
                         here + "energy that masses moved");
}

std::uint32_t start_of_run(const CheckContext& context, std::uint64_t number) {
  return static_cast<std::uint32_t>(part_seed(context, 700 + number));
}

/// Masses that are all different, so that exchanges are seen.
const cluster::BinaryStartSampler& sampler() {
  static const cluster::BinaryStartSampler one({.masses = "kroupa"},
                                               {.fraction = 0.4, .axes = "axis:3e-3:3e-2"});
  return one;
}

void follow_cluster(const ClusterScheme& scheme, const CheckContext& context, std::uint64_t number,
                    Findings& findings, Evidence& e) {
  const std::uint32_t seed = start_of_run(context, number);
  const cluster::ClusterOfBinaries start = sampler()(kStars, seed);
  PhiloxStream random = stream_of_system(context, 700 + number);
  Draws draws(random);
  ClusterParameters p{.seed = seed, .ranks = number % 2 == 0 ? 1u : 3u, .threads = context.threads};
  // Some steps are limited by equation 10, others are not.
  const double part = number % 4 == 0 ? draws.scale(5e-4, 3e-3) : 1;
  p.binaries = std::make_shared<const cluster::BinaryPopulation>(
      cluster::BinaryPopulation{start.binaries, kCloseness, part});
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
    const auto pairs = binaries_and_stars(before, binaries, p.ranks);
    add_law(e, pairs, {before, kCloseness, dynamical(run->report().timestep, initial)}, draws);
    StepSeen step(before, *run);
    std::uint64_t met_pairs = 0, unclear = 0;
    for (const BinaryAndStar& pair : pairs) {
      met_pairs += step.met(pair) && !step.unclear(pair) ? 1 : 0;
      unclear += step.unclear(pair) ? 1 : 0;
    }
    e.meetings += run->report().meetings.all - then.meetings.all;
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
    for (const BinaryAndStar& pair : pairs) {
      if (step.unclear(pair)) continue;
      ++e.pairs;
      if (step.met(pair)) judge_masses(findings, pair, step, here);
      if (unclear == 0) judge_balance(findings, pair, step, states, mass, before, here);
      if (step.met(pair)) add_seen(e, pair, step, states);
    }
  }
}

/// A bound on the chance that so many of independent events differ so much from what is expected
/// (Bernstein).
double bernstein(Real difference, Real variance) {
  return static_cast<double>(
      2 * std::exp(-difference * difference / (2 * (variance + difference / 3))));
}

/// P-value of two counts of rare events that have the same chance.
double p_of_equal(std::uint64_t a, std::uint64_t b) {
  return std::min(1.0, 2 * binomial_lower(std::min(a, b), a + b, 0.5));
}

CheckResult binary_meetings(const ClusterScheme& scheme, const CheckContext& context) {
  Findings findings;
  Evidence e;
  const double wanted = kWanted * std::max(context.effort, kLeastEffort);
  for (std::uint64_t number = 0; static_cast<double>(e.expected) < wanted && !findings.any();
       ++number)
    follow_cluster(scheme, context, number, findings, e);
  const CheckResult exact = findings.result(e.trials, "");
  if (exact.verdict != Verdict::pass) return exact;
  std::vector<double> p;
  p.push_back(
      std::min(1.0, bernstein(std::abs(static_cast<Real>(e.meetings) - e.expected), e.variance)));
  std::string text = fmt::format("{} meetings, {:.1f} expected (p {:.2g}); p of ", e.meetings,
                                 static_cast<double>(e.expected), p.back());
  constexpr std::array kNames{"binding energies", "eccentricities", "speeds of single stars",
                              "their directions"};
  for (std::size_t k = 0; k < kNames.size(); ++k) {
    p.push_back(kolmogorov_smirnov(e.seen[k], e.law[k]).p);
    text += fmt::format("{} {:.2g}, ", kNames[k], p.back());
  }
  for (const std::size_t k : {1u, 2u}) {
    p.push_back(p_of_equal(e.endings[k], e.endings_of_law[k]));
    text += fmt::format("{} {} ({} by the law), ", e.endings[k], k == 1 ? "exchanges" : "ionised",
                        e.endings_of_law[k]);
  }
  text += fmt::format("{} pairs keep their energy, {} unclear", e.pairs, e.skipped);
  CheckResult result = judge_together(p, p.size(), context, text);
  result.trials = e.trials;
  // In the number of meetings: what the bound allows, and three standard errors more.
  const Real small = std::log(2 * static_cast<Real>(p.size()) / context.false_alarm);
  const Real allowed = small / 3 + std::sqrt(small * small / 9 + 2 * small * e.variance);
  result.smallest_effect = static_cast<double>((allowed + 3 * std::sqrt(e.variance)) / e.expected);
  return result;
}

const bool registered = register_check(ClusterCheck{
    .name = "cmc/binary meetings",
    .shows = "binaries meet single stars as often as they must and with the ends that meetings "
             "have, and each pair keeps its masses, energy and momentum",
    .needs = Claims::conserves_particles,
    .cost = "800 meetings",
    .run = binary_meetings,
    .only = {.of_ranks = true, .of_binaries = true}});

}  // namespace
}  // namespace touchstone::cmc
