// checkers/cmc/equality.cpp
// Purpose   Checks that compare runs bit for bit: with the serial reference for the same seed and
//           ranks, on other numbers of threads, and where the streams of the ranks start.
#include <cmath>
#include <tuple>

#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/cmc/compare_runs.hpp"
#include "checkers/cmc/starts.hpp"
#include "checkers/threads_that_ran.hpp"
#include "models/cmc/binary_formation.hpp"
#include "models/cmc/binary_meetings.hpp"
#include "models/cmc/collisions.hpp"
#include "models/cmc/plummer.hpp"

namespace touchstone::cmc {
namespace {

using cluster::ClusterParameters;
using cluster::ClusterRun;
using cluster::ClusterScheme;
using cluster::Stars;
using cluster::TimestepScheme;

/// Runs both and compares stars, streams and reports after each step.
void compare_steps(Findings& findings, ClusterRun& run, ClusterRun& expected, int steps,
                   const std::string& where) {
  for (int step = 1; step <= steps; ++step) {
    run.step();
    expected.step();
    if (!compare_runs(findings, run, expected, fmt::format("{}, step {}: ", where, step))) return;
  }
}

/// A start of binaries so wide that many meet in each step. Meetings are those of three stars: some
/// of four take long ('cmc/drawn binaries' has them).
struct WideBinaries {
  Stars stars;
  std::shared_ptr<const cluster::BinaryPopulation> binaries;

  WideBinaries(std::size_t count, std::uint32_t seed) {
    const cluster::BinaryStartSampler sampler({.masses = "two:2:0.3"},
                                              {.fraction = 0.4, .axes = "axis:1e-2:3e-2"});
    const cluster::ClusterOfBinaries start = sampler(count, seed);
    stars = start.stars;
    binaries = std::make_shared<const cluster::BinaryPopulation>(
        cluster::BinaryPopulation{.binaries = start.binaries, .point_like = 1, .part_of_time = 1});
  }
  ClusterParameters with(ClusterParameters p) const {
    p.binaries = binaries;
    return p;
  }
};

/// Stars so wide that many collide in each step.
std::shared_ptr<const cluster::Collisions> wide_stars() {
  return std::make_shared<const cluster::Collisions>(
      cluster::Collisions{.radius = 1e-2, .part_of_time = 1});
}

/// Stars of which tens of threes become a binary in some steps, whatever the seed. These are so
/// soft that they meet others; meetings of two of them are those of three stars.
ClusterParameters that_form(ClusterParameters p) {
  p.binaries = std::make_shared<const cluster::BinaryPopulation>(
      cluster::BinaryPopulation{.point_like = 1, .part_of_time = 1});
  p.formation =
      std::make_shared<const cluster::BinaryFormation>(cluster::BinaryFormation{.hardness = 0.07});
  return p;
}

/// A cluster that is so cold that they do.
Stars cold(Stars stars) {
  for (std::size_t i = 0; i < stars.size(); ++i)
    for (double* const v : {&stars.radial_velocity[i], &stars.tangential_velocity[i]})
      if (std::abs(*v) < 3) *v *= 0.6;
  return stars;
}

std::vector<ClusterParameters> cases(const CheckContext& context) {
  const auto seed = static_cast<std::uint32_t>(part_seed(context, 30));
  std::vector<ClusterParameters> all;
  for (const std::size_t ranks : {1u, 2u, 3u, 4u, 7u})
    for (const TimestepScheme scheme : {TimestepScheme::bins, TimestepScheme::sliding})
      all.push_back({.seed = seed, .ranks = ranks, .threads = context.threads, .timestep = scheme});
  all.push_back({.seed = seed, .ranks = 5, .theta_max = 0.5});
  all.push_back({.seed = seed, .ranks = 5, .theta_max = 1.4142135623730951});
  return all;
}

CheckResult equals_reference(const ClusterScheme& scheme, const CheckContext& context) {
  const ClusterScheme& reference = cluster::cluster_scheme(kReference);
  Findings findings;
  std::uint64_t trials = 0;
  std::size_t stars = 733;
  for (const ClusterParameters& p : cases(context)) {
    const Stars start = cluster::plummer::sample(stars, p.seed);
    const auto run = scheme.start(start, p);
    const auto expected = reference.start(start, p);
    compare_steps(findings, *run, *expected, 8,
                  fmt::format("{} stars on {} ranks", stars, p.ranks));
    trials += run->report().trials;
    stars += 11;
  }
  // Blocks of one bin, and the last with an odd star: energy is handed on between many ranks.
  const auto seed = static_cast<std::uint32_t>(part_seed(context, 34));
  for (const auto& [count, ranks, heavy] :
       {std::tuple<std::size_t, std::size_t, bool>{460, 19, false},
        {800, 35, false},
        {430, 17, true}}) {
    const ClusterParameters p{.seed = seed, .ranks = ranks, .threads = context.threads};
    const Stars start = heavy ? heavy_stars_fall(count, seed) : unequal_with_losses(count, seed);
    const auto run = scheme.start(start, p);
    const auto expected = reference.start(start, p);
    compare_steps(findings, *run, *expected, heavy ? 3 : 12,
                  fmt::format("{} stars, {}, on {} ranks", count,
                              heavy ? "heavy ones that fall" : "unequal, with losses", ranks));
    const cluster::StepReport report = run->report();
    trials += report.trials;
    findings.expect(heavy ? report.unplaced_energy != 0 : report.stars < count,
                    "no star has left, or no energy was left over: nothing was tested");
  }
  // Each border is met by energy that is handed on, also the innermost one.
  for (std::uint32_t k = 0; k < 200; ++k) {
    const ClusterParameters p{.seed = seed + k, .ranks = 3, .threads = context.threads};
    const Stars start = heavy_stars_fall(75, p.seed);
    const auto run = scheme.start(start, p);
    const auto expected = reference.start(start, p);
    compare_steps(findings, *run, *expected, 2, fmt::format("heavy stars that fall, {}", k));
    trials += run->report().trials;
  }
  return findings.result(trials,
                         "1, 2, 3, 4, 5, 7, 17, 19 and 35 ranks, both time-step "
                         "schemes, unequal masses, losses, heavy stars that fall: the same bits");
}

CheckResult thread_invariance(const ClusterScheme& scheme, const CheckContext& context) {
  Findings findings;
  ThreadsThatRan ran;
  std::uint64_t trials = 0;
  const auto seed = static_cast<std::uint32_t>(part_seed(context, 31));
  const auto compare = [&](const Stars& start, ClusterParameters p,
                           std::initializer_list<int> several, int steps) {
    p.seed = seed;
    p.ranks = cluster::ranks_of(scheme, p.ranks);
    const auto alone = scheme.start(start, p);
    std::vector<std::unique_ptr<ClusterRun>> runs;
    for (const int threads : several) {
      p.threads = threads;
      runs.push_back(scheme.start(start, p));
    }
    for (int step = 1; step <= steps; ++step) {
      alone->step();
      for (std::size_t k = 0; k < runs.size(); ++k) {
        runs[k]->step();
        compare_runs(findings, *runs[k], *alone,
                     fmt::format("{} threads, {} stars, {} binaries, step {}: ", several.begin()[k],
                                 start.size(), alone->binaries().size(), step));
      }
    }
    for (const auto& run : runs) {
      trials += run->report().trials;
      ran.add(*run);
    }
    return alone->report();
  };
  const Stars few = cluster::plummer::sample(900, seed);
  compare(few, {.ranks = 8}, {2, 3, 8}, 4);
  compare(few, {.ranks = 19}, {3}, 4);  // several blocks for each thread
  if (scheme.follows_binaries) {
    const WideBinaries wide(900, seed);
    const auto meetings = compare(wide.stars, wide.with({.ranks = 8}), {2, 3, 8}, 2).meetings.all;
    findings.expect(meetings >= 8, fmt::format("{} meetings: expected 8 or more", meetings));
  }
  if (scheme.follows_collisions) {
    const auto collisions = compare(few, {.ranks = 8, .collisions = wide_stars()}, {2, 3, 8}, 2);
    findings.expect(
        collisions.meetings.collisions >= 8,
        fmt::format("{} collisions: expected 8 or more", collisions.meetings.collisions));
  }
  if (scheme.follows_formation) {
    const auto formed = compare(cold(few), that_form({.ranks = 8}), {2, 3, 8}, 2).meetings.formed;
    findings.expect(formed >= 8, fmt::format("{} binaries formed: expected 8 or more", formed));
  }
  // So many that a sort, too, is worth several threads, and of which some leave.
  compare(unequal_with_losses(20'011, seed), {.ranks = 7}, {3}, 2);
  return ran.stated(
      findings.result(trials, "1, 2, 3 and 8 threads asked for, up to 20011 stars: the same bits"),
      scheme.info.parallel);
}

/// Checks the streams: at the start each rank's stream is 2^80 steps behind the one before; the
/// steps it makes are those of its own blocks.
CheckResult streams(const ClusterScheme& scheme, const CheckContext& context) {
  Findings findings;
  const Stars start = cluster::plummer::sample(400, 1);
  for (const std::uint32_t seed : {1u, 1234u, static_cast<std::uint32_t>(part_seed(context, 32))})
    for (const cluster::Displacement between :
         {cluster::Displacement{}, cluster::Displacement{3, 20}}) {
      const auto run = scheme.start(start, {.seed = seed, .ranks = 6, .between_streams = between});
      const auto found = run->streams();
      findings.expect(found.size() == 6, "not one stream for each rank");
      cluster::Lfsr113 expected(seed);
      const cluster::Lfsr113Jump jump(between);
      for (std::size_t rank = 0; rank < found.size(); ++rank, expected = jump(expected))
        findings.expect(found[rank] == expected,
                        fmt::format("rank {} does not start {} x 2^{} steps behind the one before",
                                    rank, between.count, between.doublings));
      run->step();
      findings.expect(run->streams() != found, "streams stand still in a step");
    }
  return findings.result(6, "six ranks start where the jumps say");
}

/// Sums of a report over all steps.
std::vector<double> sums_of(const cluster::StepReport& r) {
  std::vector<double> sums{r.time,        r.escaped_energy, r.unplaced_energy,
                           r.lost_energy, r.moved_energy,   r.collided_energy};
  const cluster::MeetingCounts& m = r.meetings;
  for (const std::uint64_t count : {m.all, m.of_binaries, m.exchanges, m.ionised, m.given_up,
                                    m.crowded, m.collisions, m.formed})
    sums.push_back(static_cast<double>(count));
  return sums;
}

/// A continuation, once more with another amount added to each sum that it goes on from: it tells
/// of these, and after `steps` it has added as much to them as `plain` has to its own.
void compare_sums(Findings& findings, const ClusterScheme& scheme, const Stars& stars,
                  ClusterParameters p, const ClusterRun& plain, int steps) {
  cluster::Continuation other = *p.continued;
  const std::vector<double> before = sums_of(other.report);
  other.report.time += 3;
  other.report.escaped_energy += 0.5;
  other.report.unplaced_energy += 0.25;
  other.report.lost_energy -= 0.75;
  other.report.moved_energy += 1.25;
  other.report.collided_energy += 1.5;
  other.report.meetings += {11, 7, 5, 3, 2, 13, 17, 19};
  const std::vector<double> raised = sums_of(other.report);
  p.continued = std::make_shared<const cluster::Continuation>(other);
  const auto run = scheme.start(stars, p);
  findings.expect(sums_of(run->report()) == raised, "a continued run begins from other sums");
  for (int step = 0; step < steps; ++step) run->step();
  const std::vector<double> found = sums_of(run->report()), known = sums_of(plain.report());
  for (std::size_t k = 0; k < found.size(); ++k)
    findings.expect(std::abs((found[k] - raised[k]) - (known[k] - before[k])) < 1e-12,
                    fmt::format("sum {} grows otherwise in a continued run", k));
}

/// Stopped after some stars have left, and gone on with: the same bits as without a stop. The
/// number of the step is raised by `late` at the stop; nothing else may depend on it.
std::uint64_t compare_continued(Findings& findings, const ClusterScheme& scheme, const Stars& start,
                                const ClusterParameters& parameters, std::uint64_t late) {
  const auto whole = scheme.start(start, parameters);
  const auto first = scheme.start(start, parameters);
  for (int step = 0; step < 4; ++step) {
    whole->step();
    first->step();
  }
  findings.expect(first->report().escaped_energy != 0, "no star has left: nothing was tested");
  findings.expect(!parameters.collisions || first->report().meetings.collisions > 0,
                  "no star has collided before the stop: nothing was tested");
  findings.expect(!parameters.formation || first->report().meetings.formed > 0,
                  "no binary has formed before the stop: nothing was tested");
  findings.expect(
      !parameters.binaries || parameters.formation || first->report().meetings.ionised > 0,
      "no binary was ionised before the stop: nothing was tested");
  ClusterParameters later = parameters;
  if (parameters.binaries) {
    cluster::BinaryPopulation now = *parameters.binaries;
    now.binaries = first->binaries();
    later.binaries = std::make_shared<const cluster::BinaryPopulation>(now);
  }
  cluster::StepReport report = first->report();
  report.step += late;
  later.continued = std::make_shared<const cluster::Continuation>(
      cluster::Continuation{start.size(), first->streams(), report});
  const auto second = scheme.start(first->stars(), later);
  compare_steps(findings, *second, *whole, 4,
                fmt::format("{} ranks, continued at step {}", parameters.ranks, report.step));
  findings.expect(!parameters.collisions ||
                      second->report().meetings.collisions > first->report().meetings.collisions,
                  "no collision after the stop: nothing was tested");
  findings.expect(
      !parameters.formation || second->report().meetings.formed > first->report().meetings.formed,
      "no binary has formed after the stop: nothing was tested");
  findings.expect(
      !parameters.binaries || second->report().meetings.all > first->report().meetings.all,
      "no meeting after the stop: nothing was tested");
  compare_sums(findings, scheme, first->stars(), later, *second, 4);
  findings.expect(
      second->report().step == late + 8 && second->report().time == whole->report().time,
      "steps and time of the continued run");
  return second->report().trials;
}

/// The same with binaries, some of which have been ionised at the stop, and of which others meet
/// stars later.
std::uint64_t continued_binaries(Findings& findings, const ClusterScheme& scheme,
                                 std::uint32_t seed) {
  const WideBinaries start(203, seed);
  const ClusterParameters p{.seed = seed, .ranks = 2};
  Stars stars = start.stars;
  for (std::size_t i = 25; i < stars.size(); i += 50) stars.radial_velocity[i] *= 30;
  return compare_continued(findings, scheme, stars, start.with(p), 0);
}

CheckResult continuation(const ClusterScheme& scheme, const CheckContext& context) {
  Findings findings;
  std::uint64_t trials = 0;
  const auto seed = static_cast<std::uint32_t>(part_seed(context, 33));
  for (const std::size_t ranks : {1u, 3u})
    for (const TimestepScheme timestep : {TimestepScheme::bins, TimestepScheme::sliding})
      trials += compare_continued(findings, scheme, unequal_with_losses(503, seed),
                                  {.seed = seed, .ranks = ranks, .timestep = timestep}, 0);
  if (scheme.follows_binaries) trials += continued_binaries(findings, scheme, seed);
  if (scheme.follows_collisions)
    trials += compare_continued(findings, scheme, unequal_with_losses(503, seed),
                                {.seed = seed, .ranks = 3, .collisions = wide_stars()}, 0);
  if (scheme.follows_formation)
    trials += compare_continued(findings, scheme, cold(unequal_with_losses(503, seed)),
                                that_form({.seed = seed, .ranks = 3}), 0);
  for (const int power : {9, 16, 31, 32, 40})  // four steps across each
    trials += compare_continued(findings, scheme, unequal_with_losses(203, seed),
                                {.seed = seed, .ranks = 2}, (std::uint64_t{1} << power) - 6);
  return findings.result(trials, "stopped after losses and continued: the same bits");
}

const bool registered =
    register_check(ClusterCheck{.name = "cmc/continuation",
                                .shows = "a run that was stopped goes on as if it had not been",
                                .needs = Claims::conserves_particles,
                                .run = continuation,
                                .only = {.of_ranks = true}}) &&
    register_check(
        ClusterCheck{.name = "cmc/equals reference",
                     .shows = "the serial emulation of the same ranks gives the same bits",
                     .needs = Claims::equals_reference,
                     .run = equals_reference}) &&
    register_check(ClusterCheck{.name = "cmc/thread invariance",
                                .shows = "other numbers of threads give the same bits",
                                .needs = Claims::thread_invariant,
                                .run = thread_invariance}) &&
    register_check(ClusterCheck{.name = "cmc/streams",
                                .shows = "the random streams of ranks are separated by jumps",
                                .needs = Claims::conserves_particles,
                                .run = streams,
                                .only = {.of_ranks = true}});

}  // namespace
}  // namespace touchstone::cmc
