// checkers/cmc/formation.cpp
// Purpose   Clusters in which three single stars become a binary and a star, by laws and without
//           another scheme: how many and which ones do in a step, how hard their binaries are, and
//           that masses, momenta and energies are kept in each.
// Source    The public CMC program's rate (models/cmc/binary_formation.hpp).
// Computes  Each star's state right after its encounter from the stars before and after a step
//           (after_encounter.hpp). Where no star of a triple moves across the radius, all of its
//           velocities are known, and so is the direction of the star that is thrown off
//           (formation_directions.hpp).
// Cost      First steps of clusters of 400 stars.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <numbers>

#include "checkers/cmc/after_encounter.hpp"
#include "checkers/cmc/block_law.hpp"
#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/cmc/energy_step.hpp"
#include "checkers/cmc/findings.hpp"
#include "checkers/cmc/formation_directions.hpp"
#include "checkers/cmc/formation_law.hpp"
#include "checkers/cmc/formation_seen.hpp"
#include "checkers/cmc/meeting_law.hpp"
#include "checkers/cmc/rare_events.hpp"
#include "checkers/cmc/time_step_law.hpp"
#include "checkers/draws.hpp"
#include "models/cmc/binary_formation.hpp"

namespace touchstone::cmc {
namespace {

using cluster::Binary;
using cluster::ClusterParameters;
using cluster::ClusterScheme;
using cluster::Stars;
using Real = long double;

constexpr std::size_t kStars = 400;
constexpr double kWanted = 600;       ///< binaries that may form, or not, at effort 1
constexpr double kCertain = 0.5;      ///< chances from which on triples do not count as such
constexpr double kLeastEffort = 0.2;  ///< with fewer there is nothing to compare

struct Evidence {
  /// Triples whose chances are summed together: in a dense core or outside, of one mass or more.
  std::array<RareEvents, 4> classes;
  /// Numbers that are uniform in [0, 1): shares of harder binaries, and squares of eccentricities.
  std::array<std::vector<double>, 2> shares;
  std::uint64_t trials = 0, skipped = 0;
  Real expected = 0;
};

/// Signs of radial velocities are drawn anew with the positions: some choice keeps the momentum.
bool keeps_momentum(Real a, Real b, Real momentum, Real tolerance) {
  for (const Real sign : {1, -1})
    if (std::abs(std::abs(a + sign * b) - std::abs(momentum)) <= tolerance) return true;
  return false;
}

/// The binary itself: its stars, ids and masses.
void judge_binary(Findings& findings, Evidence& e, const TripleSeen& seen, const Stars& before,
                  const StepOfFormation& step, double hardness, const std::string& here) {
  const ThreeNeighbours& three = seen.before;
  const Binary& binary = *seen.binary;
  const auto [a, b] = three.bound();
  const std::size_t i = three.inner;
  findings.expect(binary.id == before.id[i + a] && binary.companion == before.id[i + b],
                  here + "ids of a binary that has formed");
  findings.expect(binary.mass[0] == three.mass[a] && binary.mass[1] == three.mass[b],
                  here + "masses of a binary that has formed");
  findings.expect(!step.there(i + b), here + "a star is in a binary and outside");
  if (step.there(i + a))
    findings.expect_near(step.mass_now(i + a) / static_cast<double>(three.of_bound()), 1, 1e-14,
                         here + "mass of a star that is a binary now");
  const Real least = three.least(hardness), found = binding(binary) / three.unit();
  findings.expect(found >= least * (1 - 1e-12L), here + "a binary is softer than wanted");
  e.shares[0].push_back(static_cast<double>(three.rate(found) / three.rate(least)));
  e.shares[1].push_back(binary.eccentricity * binary.eccentricity);
}

/// Both stars right after: energy and momentum of the three. Returns false where they are unknown.
bool judge_motion(Findings& findings, const TripleSeen& seen, const Stars& before,
                  const std::map<std::uint32_t, Met>& states, const std::string& here) {
  const ThreeNeighbours& three = seen.before;
  const auto [a, b] = three.bound();
  const std::size_t third = three.inner + three.lightest();
  const auto pair = states.find(before.id[three.inner + a]), star = states.find(before.id[third]);
  if (pair == states.end() || star == states.end()) return false;
  const Met &p = pair->second, &s = star->second;
  if (p.shares || s.shares) return false;
  Real had = 0, along = 0, across = 0;
  for (std::size_t k = three.inner; k < three.inner + 3; ++k) {
    had += Real{before.mass[k]} * before.speed2(k) / 2;
    along += Real{before.mass[k]} * before.radial_velocity[k];
    across += Real{before.mass[k]} * before.tangential_velocity[k];
  }
  const Real mass = three.of_bound(), light = before.mass[third], all = three.all();
  const Real has = mass * p.speed2 / 2 + light * s.speed2 / 2;
  findings.expect_near(static_cast<double>(has / (had + binding(*seen.binary))), 1, 1e-8,
                       here + "energy of a binary and the star that it throws off");
  const Real fast = std::sqrt(2 * has * all);  // more than any momentum
  findings.expect(keeps_momentum(mass * std::sqrt(p.radial2()), light * std::sqrt(s.radial2()),
                                 along, 1e-4L * fast),
                  here + "radial momentum of a binary and the star that it throws off");
  findings.expect(std::abs(mass * p.tangential - light * s.tangential) <= across + 1e-6L * fast,
                  here + "tangential momentum of a binary and the star that it throws off");
  if (across > 0) return true;
  // In the frame of the centre of mass, which moves along the radius, both have one momentum.
  const Real centre = along / all, inside = had - along * centre / 2 + binding(*seen.binary);
  const Real w = std::sqrt(2 * inside * mass / (light * all));  // of the light star
  const Real sine = std::min(Real{1}, s.tangential / w), cosine = std::sqrt(1 - sine * sine);
  const Real twice = 2 * centre * w * cosine, square = s.speed2 - centre * centre - w * w;
  findings.expect(std::abs(std::abs(twice) - std::abs(square)) <= 1e-4L * w * w,
                  here + "velocity of the star that a binary throws off");
  return true;
}

/// Pairs of which a star has become a part of a binary are left alone.
void judge_others(Findings& findings, const std::vector<TripleSeen>& triples, const Stars& before,
                  const std::map<std::uint32_t, Met>& states, std::size_t ranks,
                  const std::string& here) {
  std::map<std::size_t, bool> taken;
  for (const TripleSeen& one : triples)
    for (std::size_t k = 0; k < 3 && one.binary != nullptr; ++k) taken[one.before.inner + k] = true;
  const std::vector<std::size_t> border = borders(before.size(), ranks);
  for (std::size_t rank = 0; rank < ranks; ++rank)
    for (std::size_t i = border[rank]; i + 1 < border[rank + 1]; i += 2) {
      if (taken.count(i) == taken.count(i + 1)) continue;
      const std::size_t other = taken.count(i) > 0 ? i + 1 : i;
      const auto state = states.find(before.id[other]);
      if (state == states.end() || state->second.shares) continue;
      findings.expect_near(static_cast<double>(state->second.speed2), before.speed2(other), 1e-8,
                           here + "speed of a star whose partner has become a binary");
    }
}

void judge_step(Findings& findings, Evidence& e, const StepOfFormation& step, const Stars& before,
                const cluster::ClusterRun& run, const cluster::StepReport& then,
                const ClusterParameters& p, const std::string& here) {
  const cluster::StepReport now = run.report();
  const Stars& after = step.after();
  const auto triples =
      step.triples(p.ranks, dynamical(now.timestep, static_cast<Real>(before.size())));
  const double hardness = p.formation->hardness;
  const Stars pivot = step.pivot(triples);
  std::uint64_t seen = 0, unclear = 0;
  for (const TripleSeen& one : triples) {
    seen += one.binary != nullptr ? 1 : 0;
    unclear += one.unclear ? 1 : 0;
    const Real chance = one.before.chance(hardness);
    findings.expect(chance < 1 || one.binary != nullptr || one.unclear,
                    here + "three stars that are certain to become a binary have not");
    const bool dense = one.before.density > static_cast<Real>(kStars) / 4;
    const bool alike = one.before.mass[0] == one.before.mass[1];
    if (chance < kCertain) {
      RareEvents& of = e.classes[(dense ? 2 : 0) + (alike ? 0 : 1)];
      of.expected += chance;
      of.variance += chance * (1 - chance);
      of.found += one.binary != nullptr ? 1 : 0;
      e.expected += chance;
    }
    if (one.binary != nullptr) judge_binary(findings, e, one, before, step, hardness, here);
  }
  e.skipped += unclear;
  const std::uint64_t reported = now.meetings.formed - then.meetings.formed;
  findings.expect(seen == step.formed(), here + "a binary that is of no triple");
  findings.expect(seen <= reported && reported <= seen + unclear,
                  fmt::format("{}{} binaries are reported, {} are seen", here, reported, seen));
  if (unclear > 0) return;
  std::map<std::uint32_t, Met> states;
  const auto all = met(pivot, after, p.ranks);
  for (std::size_t i = 0; i < pivot.size(); ++i)
    if (all[i]) states[pivot.id[i]] = *all[i];
  for (const TripleSeen& one : triples)
    if (one.binary != nullptr)
      e.skipped += judge_motion(findings, one, before, states, here) ? 0 : 1;
  judge_others(findings, triples, before, states, p.ranks, here);
  findings.expect_near(now.moved_energy - then.moved_energy,
                       static_cast<double>(energy_of_shells(before) - energy_of_shells(pivot)),
                       1e-12, here + "energy that masses moved");
  findings.expect_near(now.internal_energy, static_cast<double>(internal(run.binaries())),
                       1e-12 * std::abs(now.internal_energy), here + "energy within binaries");
  const StepOfEnergy change(pivot, after, false);
  const Real owed = Real{now.unplaced_energy} - then.unplaced_energy;
  const Real size = Real{now.kinetic} + then.kinetic - now.potential - now.internal_energy +
                    std::abs(now.escaped_energy) + std::abs(owed);
  findings.expect_near(static_cast<double>((Real{now.total_energy()} - then.total_energy() -
                                            change.own - change.leaving - owed) /
                                           size),
                       0, 1e-11,
                       here + "energy balance of a step in which binaries form, as a part");
}

/// Every seventh star is a binary that meets nobody.
std::vector<Binary> tiny_binaries(const Stars& stars) {
  std::map<std::uint32_t, Binary> all;
  for (std::size_t i = 0; i < stars.size(); ++i)
    if (stars.id[i] % 7 == 0)
      all[stars.id[i]] = {stars.id[i], {0.5 * stars.mass[i], 0.5 * stars.mass[i]}, 1e-13, 0.3};
  std::vector<Binary> binaries;
  for (const auto& [id, one] : all) binaries.push_back(one);
  return binaries;
}

/// A population of binaries that meet nobody, or of none.
std::shared_ptr<const cluster::BinaryPopulation> population(std::vector<Binary> binaries) {
  return std::make_shared<const cluster::BinaryPopulation>(cluster::BinaryPopulation{
      .binaries = std::move(binaries), .closeness = 1e-3, .part_of_time = 1});
}

/// First steps of clusters of like stars or many masses, warm or so cold that the core is full of
/// encounters of three; in a third of them no star moves across the radius, and in a third some
/// stars are binaries.
void follow_cluster(const ClusterScheme& scheme, const CheckContext& context, std::uint64_t number,
                    Findings& findings, Evidence& e) {
  const auto seed = static_cast<std::uint32_t>(part_seed(context, 900 + number));
  const cluster::ClusterStart start{.masses = number % 2 == 0 ? "equal" : "kroupa:0.1:2"};
  Stars stars = cluster::StartSampler(start)(kStars, seed);
  PhiloxStream random = stream_of_system(context, 900 + number);
  Draws draws(random);
  const bool radial = number % 3 == 2;
  const double cold = draws.from(0.35, 0.9);
  for (std::size_t i = 0; i < kStars; ++i) {
    stars.radial_velocity[i] *= cold;
    stars.tangential_velocity[i] *= radial ? 0 : cold;
  }
  ClusterParameters p{.seed = seed,
                      .ranks = static_cast<std::size_t>(draws.whole(1, 4)),
                      .threads = context.threads};
  p.formation = std::make_shared<const cluster::BinaryFormation>(
      cluster::BinaryFormation{draws.scale(0.3, 5)});
  p.binaries = population(number % 3 == 1 ? tiny_binaries(stars) : std::vector<Binary>{});
  const auto run = scheme.start(stars, p);
  const std::string here = fmt::format("cluster {} on {} ranks: ", number, p.ranks);
  const Stars before = run->stars();
  const std::vector<Binary> binaries = run->binaries();
  const cluster::StepReport then = run->report();
  run->step();
  findings.expect_near(run->report().timestep / static_cast<double>(relaxation_step(
                                                    before, p, static_cast<Real>(kStars))),
                       1, 1e-9, here + "time step over its law");
  e.trials += run->report().trials;
  const StepOfFormation step(before, binaries, *run);
  judge_step(findings, e, step, before, *run, then, p, here);
}

/// Binaries of hardness 1e6 form nowhere: the bits of a cluster in which none do.
void judge_none(const ClusterScheme& scheme, const CheckContext& context, Findings& findings) {
  const auto seed = static_cast<std::uint32_t>(part_seed(context, 899));
  const Stars stars = cluster::StartSampler({.masses = "kroupa:0.1:2"})(kStars, seed);
  ClusterParameters p{.seed = seed, .ranks = 3, .threads = context.threads};
  p.binaries = population({});
  const auto plain = scheme.start(stars, p);
  p.formation =
      std::make_shared<const cluster::BinaryFormation>(cluster::BinaryFormation{.hardness = 1e6});
  const auto run = scheme.start(stars, p);
  for (int step = 1; step <= 3; ++step) {
    plain->step();
    run->step();
    const std::string different = first_difference(run->stars(), plain->stars());
    findings.expect(different.empty(), "binaries that never form: " + different);
    findings.expect(run->report().meetings == plain->report().meetings && run->binaries().empty(),
                    "binaries that never form: one is reported");
  }
}

/// Bound on the chance that so many uniform numbers are at such a distance from their law, or at a
/// larger one: A. Dvoretzky, J. Kiefer, J. Wolfowitz, Ann. Math. Stat. 27, 642 (1956), with P.
/// Massart's constant.
double chance_of(double distance, std::size_t count) {
  return std::min(1.0, 2 * std::exp(-2 * static_cast<double>(count) * distance * distance));
}

CheckResult formation(const ClusterScheme& scheme, const CheckContext& context) {
  Findings findings;
  Evidence e;
  judge_none(scheme, context, findings);
  const double wanted = kWanted * std::max(context.effort, kLeastEffort);
  for (std::uint64_t number = 0; static_cast<double>(e.expected) < wanted && !findings.any();
       ++number)
    follow_cluster(scheme, context, number, findings, e);
  const CheckResult exact = findings.result(e.trials, "");
  if (exact.verdict != Verdict::pass) return exact;
  std::vector<double> p;
  constexpr std::array kNames{"outside", "outside, unequal", "dense", "dense, unequal"};
  auto events = judge_classes("binaries", e.classes, kNames, p);
  const RareEvents& all = events.all;
  std::string& text = events.text;
  const auto judge_shares = [&](const char* of, std::size_t count, double distance) {
    p.push_back(chance_of(distance, count));
    text +=
        fmt::format("; {} of {}, {:.2g} from the law (p {:.2g})", of, count, distance, p.back());
  };
  judge_shares("hardness", e.shares[0].size(), from_uniform(e.shares[0]));
  judge_shares("eccentricities", e.shares[1].size(), from_uniform(e.shares[1]));
  const Directions thrown = directions_of(scheme, context, std::max(context.effort, 1.0));
  findings.expect(thrown.shares.size() >= thrown.wanted,
                  fmt::format("{} directions of stars that are thrown off were seen: expected {}",
                              thrown.shares.size(), thrown.wanted));
  if (findings.any()) return findings.result(e.trials + thrown.trials, "");
  judge_shares("directions", thrown.all(), from_uniform(thrown.shares, thrown.unseen));
  e.trials += thrown.trials;
  text += fmt::format("; {} of them unseen; {} unclear", thrown.unseen, e.skipped);
  CheckResult result = judge_together(p, p.size(), context, text);
  result.trials = e.trials;
  // In the number of all binaries: what the bound allows, and three standard errors more.
  const Real chance = context.false_alarm / static_cast<Real>(p.size());
  const Real allowed = allowed_difference(chance, all.variance);
  result.smallest_effect =
      static_cast<double>((allowed + 3 * std::sqrt(all.variance)) / all.expected);
  return result;
}

const bool registered = register_check(ClusterCheck{
    .name = "cmc/binary formation",
    .shows = "three single stars become a binary as often as they must, by density, speeds and "
             "masses, and as hard, with recoils in all directions alike; masses, momenta and "
             "energies are kept, and booked",
    .needs = Claims::conserves_particles,
    .cost = "600 binaries",
    .run = formation,
    .only = {.of_ranks = true, .of_formation = true}});

}  // namespace
}  // namespace touchstone::cmc
