// checkers/cmc/collisions.cpp
// Purpose   Clusters whose single stars collide, by laws and without another scheme: how many and
//           which ones stick together in a step, and that mass, momentum and energy are kept.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, step 3.
// Computes  Each star's state right after its encounter from the stars before and after a step
//           (after_encounter.hpp). In a step with one collision the energy that is booked says at
//           which angle both velocities were, whatever became of the star.
// Cost      2 s for a serial scheme.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <numbers>

#include "checkers/cmc/block_law.hpp"
#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/cmc/collision_law.hpp"
#include "checkers/cmc/findings.hpp"
#include "checkers/cmc/meeting_law.hpp"
#include "checkers/cmc/rare_events.hpp"
#include "checkers/cmc/time_step_law.hpp"
#include "checkers/draws.hpp"
#include "models/cmc/binary_meetings.hpp"
#include "statistics/kolmogorov_smirnov.hpp"

namespace touchstone::cmc {
namespace {

using cluster::Binary;
using cluster::ClusterParameters;
using cluster::ClusterScheme;
using cluster::Collisions;
using cluster::Stars;
using Real = long double;

constexpr std::size_t kStars = 400;
constexpr int kSteps = 4;             ///< steps of each cluster: later many stars are gone
constexpr double kWanted = 900;       ///< collisions, at effort 1
constexpr double kLeastEffort = 0.2;  ///< with fewer there is nothing to compare

struct Evidence {
  /// Pairs whose chances are summed together: light or heavy ones, attracted to each other or not.
  std::array<RareEvents, 4> classes;
  /// Shares of the chances of all angles, up to that of a collision, of pairs that attract each
  /// other little and much.
  std::array<std::vector<double>, 2> shares;
  std::uint64_t trials = 0, skipped = 0;
  std::uint64_t limited = 0, steps = 0;  ///< steps that equation 8 limits, and all
  Real expected = 0;
};

/// A pair of single stars or with a binary, before and after.
struct PairSeen {
  std::size_t inner;
  bool single, collided, unclear;
};

class StepOfCollisions {
 public:
  StepOfCollisions(const Stars& before, const Stars& after, const std::vector<Binary>& binaries)
      : before_(before), after_(after) {
    for (std::size_t j = 0; j < after.size(); ++j) place_[after.id[j]] = j;
    for (const Binary& one : binaries) binaries_.push_back(one.id);
  }

  /// Pairs of the blocks of these ranks. The heavier star of a pair that collided, of two like ones
  /// the inner one, has the mass of both, and the other one is not there.
  std::vector<PairSeen> pairs(std::size_t ranks) const {
    std::vector<PairSeen> all;
    const std::vector<std::size_t> border = borders(before_.size(), ranks);
    for (std::size_t rank = 0; rank < ranks; ++rank)
      for (std::size_t i = border[rank]; i + 1 < border[rank + 1]; i += 2) {
        const bool kept = there(heavier(i)), lost = !there(lighter(i));
        const bool more =
            kept && after_.mass[place_.at(before_.id[heavier(i)])] != before_.mass[heavier(i)];
        all.push_back({i, !binary(i) && !binary(i + 1), kept && lost && more, lost && !kept});
      }
    return all;
  }
  std::size_t heavier(std::size_t inner) const {
    return before_.mass[inner + 1] > before_.mass[inner] ? inner + 1 : inner;
  }
  std::size_t lighter(std::size_t inner) const { return 2 * inner + 1 - heavier(inner); }
  double mass_now(std::size_t star) const { return after_.mass[place_.at(before_.id[star])]; }

  /// All stars after their collisions and before they move, with velocities of before.
  Stars pivot(const std::vector<PairSeen>& pairs) const {
    std::map<std::size_t, bool> changed;
    for (const PairSeen& pair : pairs)
      if (pair.collided) changed[pair.inner] = true;
    Stars all;
    for (std::size_t i = 0; i < before_.size(); ++i) {
      const bool both = changed.count(i) > 0;
      const Real m1 = before_.mass[i], m2 = both ? before_.mass[i + 1] : 0;
      const Real r1 = before_.radius[i], r2 = both ? before_.radius[i + 1] : 0;
      all.mass.push_back(static_cast<double>(m1 + m2));
      all.radius.push_back(static_cast<double>((m1 * r1 + m2 * r2) / (m1 + m2)));
      all.radial_velocity.push_back(before_.radial_velocity[i]);
      all.tangential_velocity.push_back(before_.tangential_velocity[i]);
      all.id.push_back(before_.id[both ? heavier(i) : i]);
      i += both ? 1 : 0;
    }
    return all;
  }

 private:
  bool there(std::size_t star) const { return place_.count(before_.id[star]) > 0; }
  bool binary(std::size_t star) const {
    return std::find(binaries_.begin(), binaries_.end(), before_.id[star]) != binaries_.end();
  }

  const Stars& before_;
  const Stars& after_;
  std::vector<std::uint32_t> binaries_;
  std::map<std::uint32_t, std::size_t> place_;
};

Real energy_before(const Pair& s) {
  return s.m1 * (Real{s.radial1} * s.radial1 + Real{s.tangential1} * s.tangential1) / 2 +
         s.m2 * (Real{s.radial2} * s.radial2 + Real{s.tangential2} * s.tangential2) / 2;
}

/// One star of two: its momentum. Returns the energy that it took to stick together.
Real judge_merged(Findings& findings, const Pair& s, const Met& one, const std::string& here) {
  const Real mass = Real{s.m1} + s.m2, before = energy_before(s);
  const Real fast = std::sqrt(2 * before / mass);
  const Real radial = std::abs(Real{s.m1} * s.radial1 + Real{s.m2} * s.radial2) / mass;
  findings.expect_near(static_cast<double>((std::sqrt(one.radial2()) - radial) / fast), 0, 1e-4,
                       here + "radial momentum of two stars that stick together");
  const Real t1 = Real{s.m1} * s.tangential1, t2 = Real{s.m2} * s.tangential2;
  const Real momentum = mass * one.tangential, rounding = 1e-6L * mass * fast;
  findings.expect(momentum <= t1 + t2 + rounding && momentum >= std::abs(t1 - t2) - rounding,
                  here + "tangential momentum of two stars that stick together");
  return before - mass * one.speed2 / 2;
}

/// The only collision of a step, which took this energy.
void judge_angle(Findings& findings, Evidence& e, const TouchingPair& pair, Real lost,
                 const std::string& here) {
  const Pair& s = pair.stars;
  const Real square = 2 * lost * (Real{s.m1} + s.m2) / (Real{s.m1} * s.m2);
  const Real least = pair.speed(0), most = pair.speed(std::numbers::pi_v<Real>);
  findings.expect(
      square >= least * least - 1e-9L * most * most && square <= most * most * (1 + 1e-9L),
      here + "energy of a collision at no angle between both velocities");
  const Real middle = (least * least + most * most) / 2, half = (most * most - least * least) / 2;
  const Real cosine = std::clamp((middle - square) / half, Real{-1}, Real{1});
  e.shares[pair.focused() ? 1 : 0].push_back(static_cast<double>(
      pair.chance_up_to(std::acos(cosine)) / pair.chance_up_to(std::numbers::pi_v<Real>)));
}

void judge_step(Findings& findings, Evidence& e, const StepOfCollisions& step,
                const std::vector<PairSeen>& pairs, const Stars& before, const Stars& after,
                const cluster::StepReport& then, const cluster::StepReport& now,
                const Collisions& how, std::size_t ranks, const std::string& here) {
  const Stars pivot = step.pivot(pairs);
  std::uint64_t seen = 0, unclear = 0;
  std::map<std::uint32_t, Met> states;
  const auto all = met(pivot, after, ranks);
  for (std::size_t i = 0; i < pivot.size(); ++i)
    if (all[i]) states.emplace(pivot.id[i], *all[i]);
  const std::uint64_t reported = now.meetings.collisions - then.meetings.collisions;
  Real lost = 0, scale = 0;
  bool known = true;  // all of the energy
  for (const PairSeen& pair : pairs) unclear += pair.unclear ? 1 : 0;
  for (const PairSeen& pair : pairs) {
    const std::size_t i = pair.inner;
    const auto initial = static_cast<Real>(kStars);
    const TouchingPair touching{.stars = pair_at(before, i),
                                .density = kStarsOfAverage / shell_around(before, i).volume(),
                                .touching = star_radius(before.mass[i], how, initial) +
                                            star_radius(before.mass[i + 1], how, initial),
                                .time = dynamical(now.timestep, initial)};
    findings.expect(pair.single || !pair.collided, here + "a binary has collided");
    if (pair.single) {
      const Real chance = touching.chance_up_to(std::numbers::pi_v<Real>);
      const bool heavy = touching.mass() * initial > 2;
      RareEvents& of = e.classes[(heavy ? 2 : 0) + (touching.focused() ? 1 : 0)];
      of.expected += chance;
      of.variance += chance * (1 - chance);
      of.found += pair.collided ? 1 : 0;
      e.expected += chance;
    }
    if (!pair.collided) continue;
    ++seen;
    if (reported == 1)
      judge_angle(findings, e, touching, Real{now.collided_energy} - then.collided_energy, here);
    findings.expect_near(step.mass_now(step.heavier(i)) / (before.mass[i] + before.mass[i + 1]), 1,
                         1e-14, here + "mass of two stars that stick together");
    const auto one = states.find(before.id[step.heavier(i)]);
    if (unclear > 0 || one == states.end() || one->second.shares) {
      known = false;
      continue;
    }
    lost += judge_merged(findings, touching.stars, one->second, here);
    scale += before.mass[i] * before.speed2(i) + before.mass[i + 1] * before.speed2(i + 1);
  }
  e.skipped += unclear;
  findings.expect(seen <= reported && reported <= seen + unclear,
                  fmt::format("{}{} collisions are reported, {} are seen", here, reported, seen));
  // A star is lost in a collision, or carries energy off.
  findings.expect(
      (after.size() != before.size() - reported) == (now.escaped_energy != then.escaped_energy),
      fmt::format("{}{} stars of {} are left after {} collisions", here, after.size(),
                  before.size(), reported));
  if (known && unclear == 0)
    findings.expect_near(now.collided_energy - then.collided_energy, static_cast<double>(lost),
                         static_cast<double>(1e-9L * scale + 1e-16L),
                         here + "energy that collisions took");
  findings.expect(now.total_energy() == now.kinetic + now.potential + now.escaped_energy +
                                            now.lost_energy + now.internal_energy +
                                            now.moved_energy + now.collided_energy,
                  here + "total energy is not the sum of its parts");
  if (unclear == 0)
    findings.expect_near(now.moved_energy - then.moved_energy,
                         static_cast<double>(energy_of_shells(before) - energy_of_shells(pivot)),
                         1e-12, here + "energy that masses moved");
}

/// Binaries that meet nobody: every third star.
std::vector<Binary> tiny_binaries(const Stars& stars) {
  std::map<std::uint32_t, Binary> all;
  for (std::size_t i = 0; i < stars.size(); ++i)
    if (stars.id[i] % 3 == 0)
      all[stars.id[i]] = {stars.id[i], {0.5 * stars.mass[i], 0.5 * stars.mass[i]}, 1e-13, 0.3};
  std::vector<Binary> binaries;
  for (const auto& [id, one] : all) binaries.push_back(one);
  return binaries;
}

/// Clusters of like stars and of many masses, whose radii grow slowly or fast with them; focusing
/// makes much or little; equation 8 limits many of the steps; in a third of the clusters
/// some stars are binaries.
void follow_cluster(const ClusterScheme& scheme, const CheckContext& context, std::uint64_t number,
                    Findings& findings, Evidence& e) {
  const auto seed = static_cast<std::uint32_t>(part_seed(context, 800 + number));
  const cluster::ClusterStart start{.masses = number % 4 == 3 ? "equal" : "kroupa"};
  const Stars stars = cluster::StartSampler(start)(kStars, seed);
  PhiloxStream random = stream_of_system(context, 800 + number);
  Draws draws(random);
  Collisions how{.radius = draws.scale(5e-4, 2e-2), .exponent = draws.from(0, 1.8)};
  const bool few = number % 2 == 0;
  how.part_of_time = few ? draws.scale(1.5e-3, 0.015) : 1;
  ClusterParameters p{.seed = seed, .ranks = draws.one_in(2) ? 1u : 3u, .threads = context.threads};
  p.collisions = std::make_shared<const Collisions>(how);
  if (scheme.follows_binaries && number % 3 == 1)
    p.binaries = std::make_shared<const cluster::BinaryPopulation>(cluster::BinaryPopulation{
        .binaries = tiny_binaries(stars), .closeness = 1e-3, .part_of_time = 1});
  const auto run = scheme.start(stars, p);
  const auto initial = static_cast<Real>(kStars);
  for (int count = 1; count <= (few ? 8 * kSteps : kSteps); ++count) {
    const std::string here = fmt::format("step {} on {} ranks: ", count, p.ranks);
    const Stars before = run->stars();
    const std::vector<Binary> binaries = run->binaries();
    const cluster::StepReport then = run->report();
    const Real relaxation = relaxation_step(before, p, initial);
    const Real limit = std::min(relaxation, collision_step(before, binaries, how, initial));
    run->step();
    findings.expect_near(run->report().timestep / static_cast<double>(limit), 1, 1e-9,
                         here + "time step over its law");
    e.limited += limit < relaxation ? 1 : 0;
    ++e.steps;
    e.trials += run->report().trials;
    const Stars after = run->stars();
    const StepOfCollisions step(before, after, binaries);
    judge_step(findings, e, step, step.pairs(p.ranks), before, after, then, run->report(), how,
               p.ranks, here);
  }
}

/// Stars of 1e-30 hit nobody: the bits of a cluster without collisions.
void judge_points(const ClusterScheme& scheme, const CheckContext& context, Findings& findings) {
  const auto seed = static_cast<std::uint32_t>(part_seed(context, 799));
  const Stars stars = cluster::StartSampler({.masses = "kroupa"})(kStars, seed);
  ClusterParameters p{.seed = seed, .ranks = 3, .threads = context.threads};
  const auto plain = scheme.start(stars, p);
  p.collisions = std::make_shared<const Collisions>(Collisions{.radius = 1e-30});
  const auto run = scheme.start(stars, p);
  for (int step = 1; step <= 3; ++step) {
    plain->step();
    run->step();
    const std::string different = first_difference(run->stars(), plain->stars());
    findings.expect(different.empty(), "stars that are points: " + different);
    findings.expect(run->report().meetings.collisions == 0 && run->report().moved_energy == 0 &&
                        run->report().collided_energy == 0,
                    "stars that are points: a collision is reported");
  }
}

CheckResult collisions(const ClusterScheme& scheme, const CheckContext& context) {
  Findings findings;
  Evidence e;
  judge_points(scheme, context, findings);
  const double wanted = kWanted * std::max(context.effort, kLeastEffort);
  for (std::uint64_t number = 0; static_cast<double>(e.expected) < wanted && !findings.any();
       ++number)
    follow_cluster(scheme, context, number, findings, e);
  const CheckResult exact = findings.result(e.trials, "");
  if (exact.verdict != Verdict::pass) return exact;
  std::vector<double> p;
  constexpr std::array kNames{"light", "light, attracted", "heavy", "heavy, attracted"};
  auto events = judge_classes("collisions", e.classes, kNames, p);
  const RareEvents& all = events.all;
  std::string& text = events.text;
  const auto uniform = [](double share) { return std::clamp(share, 0.0, 1.0); };
  for (std::size_t k = 0; k < 2; ++k) {
    const bool none = e.shares[k].empty();  // the numbers of collisions decide
    p.push_back(none ? 1 : kolmogorov_smirnov(e.shares[k], uniform).p);
    text += fmt::format("; angles of {}{} (p {:.2g})", e.shares[k].size(),
                        k == 1 ? " attracted" : "", p.back());
  }
  text += fmt::format("; {} pairs unclear; equation 8 limits {} of {} steps", e.skipped, e.limited,
                      e.steps);
  CheckResult result = judge_together(p, p.size(), context, text);
  result.trials = e.trials;
  // In the number of all collisions: what the bound allows, and three standard errors more.
  const Real chance = context.false_alarm / static_cast<Real>(p.size());
  const Real allowed = allowed_difference(chance, all.variance);
  result.smallest_effect =
      static_cast<double>((allowed + 3 * std::sqrt(all.variance)) / all.expected);
  return result;
}

const bool registered = register_check(ClusterCheck{
    .name = "cmc/collisions",
    .shows = "single stars collide as often as they must, by masses, speeds and angles, and stick "
             "together with their mass and momentum; energies are booked",
    .needs = Claims::conserves_particles,
    .cost = "900 collisions",
    .run = collisions,
    .only = {.of_ranks = true, .of_collisions = true}});

}  // namespace
}  // namespace touchstone::cmc
