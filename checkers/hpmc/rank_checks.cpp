// checkers/hpmc/rank_checks.cpp
// Purpose   Checks of domains and of the ranks that share them: the reference's bits for every
//           number of ranks, and from starts made to go wrong at borders.
// Source    Anderson, Irrgang, Glotzer 2016, section 3.4.
#include <algorithm>
#include <numeric>

#include "checkers/hpmc/shape_kind.hpp"
#include "checkers/hpmc/simulation_cases.hpp"
#include "checkers/hpmc/simulation_findings.hpp"
#include "models/hpmc/bodies/named.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Box;
using shapes::Configuration;
using shapes::RunParameters;
using shapes::ShapeScheme;
using shapes::Vec3;

struct RankCase {
  std::string name;
  Configuration start;
  std::array<int, 3> domains;
  shapes::BoxMoves box = {};
  int steps = 8;
  double displacement = 0.2;
};

/// Whether there are ranks, and no body has changed its rank yet.
bool nothing_sent(const shapes::Simulation& run) {
  const auto work = run.work();
  return !work.empty() && std::all_of(work.begin(), work.end(), [](const shapes::RankWork& own) {
    return own.migrant_bytes == 0;
  });
}

/// Step by step with the reference, or without one with a single rank; the trial moves made, none
/// where the scheme refuses the case.
std::uint64_t compare(const ShapeScheme& scheme, const RankCase& one, std::vector<int> ranks,
                      std::uint64_t seed, Findings& findings) {
  RunParameters p{
      .max_displacement = one.displacement, .max_rotation = 0.5, .domains = one.domains};
  p.box = one.box;
  p.seed = seed;
  if (!scheme.cuts) p.domains = {1, 1, 1};
  if (scheme.runs && !scheme.runs(one.start, p)) return 0;
  p.ranks = 1;
  const auto reference =
      (scheme.equals.empty() ? scheme : shapes::shape_scheme(scheme.equals)).start(one.start, p);
  std::vector<std::unique_ptr<shapes::Simulation>> runs;
  for (const int number : ranks) {
    p.ranks = number;
    runs.push_back(scheme.start(one.start, p));
  }
  std::vector<bool> wrong(runs.size(), false);  // everything after differs
  int steps = 0;
  // Chance decides when the first body changes its rank, if there are several (0: one for each
  // domain). A single disk needs some dozens of steps.
  const auto goes_on = [&] {
    return ranks.back() != 1 && !wrong.back() && steps < 100 * one.steps &&
           nothing_sent(*runs.back());
  };
  for (int step = 1; step <= one.steps || goes_on(); ++step) {
    steps = step;
    reference->advance(1);
    const Configuration expected = reference->configuration();
    for (std::size_t k = 0; k < runs.size(); ++k) {
      if (wrong[k]) continue;
      runs[k]->advance(1);
      const std::string different = first_difference(runs[k]->configuration(), expected);
      wrong[k] = !different.empty();
      findings.expect(
          !wrong[k], fmt::format("{}, {} ranks, step {}: {}", one.name, ranks[k], step, different));
    }
  }
  for (std::size_t k = 0; k < runs.size(); ++k) {
    const auto work = runs[k]->work();
    if (wrong[k] || work.empty()) continue;
    const std::uint64_t held = std::accumulate(
        work.begin(), work.end(), std::uint64_t{0},
        [](std::uint64_t sum, const shapes::RankWork& own) { return sum + own.bodies; });
    findings.expect(held == one.start.size() * static_cast<std::uint64_t>(steps),
                    fmt::format("{}, {} ranks: they held {} bodies in {} steps", one.name, ranks[k],
                                held, steps));
    // Some of those that change their domain change their rank; a body is a few numbers.
    std::uint64_t bytes = 0;
    for (const shapes::RankWork& own : work) {
      bytes += own.migrant_bytes;
      findings.expect(own.migrant_bytes <= 1024 * own.migrants,
                      fmt::format("{}, {} ranks: {} bytes for {} bodies that change their domain",
                                  one.name, ranks[k], own.migrant_bytes, own.migrants));
    }
    // With a rank to each domain every change of domain is one of rank.
    const bool some = ranks[k] == ranks.back(), none = ranks[k] == 1;
    findings.expect((!some || bytes > 0) && (!none || bytes == 0),
                    fmt::format("{}, {} ranks: {} bytes in all", one.name, ranks[k], bytes));
  }
  return reference->stats().of_bodies().trials * runs.size();
}

/// Integers from 1 to `last`.
std::vector<int> up_to(int last) {
  std::vector<int> all(static_cast<std::size_t>(last));
  std::iota(all.begin(), all.end(), 1);
  return all;
}

CheckResult rank_invariance(const ShapeScheme& scheme, const CheckContext& context) {
  const shapes::BoxMoves box{.pressure = 4,
                             .max_volume = 1,
                             .max_log_volume = 0.02,
                             .max_length = 0.05,
                             .max_shear = 0.02,
                             .per_step = 2};
  const RankCase cases[] = {
      {"disks", test_lattice("disk", 10, 0.55), {4, 2, 1}},
      {"spheres", test_lattice("sphere", 4, 0.25), {2, 2, 2}},
      {"pentagons", test_lattice("pentagon", 8, 0.5), {2, 4, 1}},
      {"disks at constant pressure", test_lattice("disk", 9, 0.45), {2, 3, 1}, box, 20}};
  Findings findings;
  std::uint64_t trials = 0;
  for (const RankCase& one : cases) {
    const int domains = one.domains[0] * one.domains[1] * one.domains[2];
    trials += compare(scheme, one, up_to(domains), part_seed(context, 50), findings);
  }
  if (scheme.runs && trials == 0) throw CannotRun("it refuses all systems in domains");
  return findings.result(trials, "1 to 8 ranks: the same bits in every step");
}

Configuration named_at(const char* name, const Box& box, std::vector<Vec3> centres) {
  Configuration c{.box = box, .types = {shapes::named_body(name)}, .centres = std::move(centres)};
  c.type.assign(c.size(), 0);
  c.orientations.assign(c.size(), {});
  return c;
}

Configuration disks_at(const Box& box, std::vector<Vec3> centres) {
  return named_at("disk", box, std::move(centres));
}

/// Two that all but touch in a direction. At this pressure a box may shrink and hardly grow: its
/// moves are rejected by this pair alone, whatever border is between them in a step.
RankCase pressed(Vec3 direction) {
  const bool plane = direction.z == 0;
  const Vec3 half = (0.5 * (1 + 1e-6) / norm(direction)) * direction;
  const double side = 7;
  return {.name = fmt::format("two pressed together along ({}, {}, {})", direction.x, direction.y,
                              direction.z),
          .start = named_at(plane ? "disk" : "sphere", plane ? Box::square(side) : Box::cube(side),
                            {-1 * half, half}),
          .domains = {2, 2, plane ? 1 : 2},
          .box = {.pressure = 300, .max_log_volume = 1e-3, .per_step = 4},
          .steps = 30,
          .displacement = 1e-6};
}

/// 8 x 8 disks in a square of side 10, some exactly on the borders of 4 x 2 domains.
Configuration on_borders(double away) {
  std::vector<Vec3> centres;
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) centres.push_back({-5 + 1.25 * i - away, -5 + 1.25 * j - away, 0});
  const Box box = Box::square(10);
  for (Vec3& r : centres) r = box.wrap(r);
  return disks_at(box, std::move(centres));
}

/// A lattice in a corner of a box that is twice as wide.
Configuration in_one_corner(const std::string& body, int cells, double packing) {
  Configuration c = test_lattice(body, cells, packing);
  const double side = c.box.lx;
  const bool plane = c.box.dimensions == 2;
  for (Vec3& r : c.centres) r = r + Vec3{-side / 2, -side / 2, plane ? 0 : -side / 2};
  c.box = plane ? Box::square(2 * side) : Box::cube(2 * side);
  return c;
}

/// Moves of the box that the reference accepts, without domains.
std::uint64_t accepted_box_moves(const ShapeScheme& scheme, const RankCase& one,
                                 std::uint64_t seed) {
  RunParameters p{.max_displacement = one.displacement, .box = one.box};
  p.seed = seed;
  const ShapeScheme& reference =
      scheme.equals.empty() ? scheme : shapes::shape_scheme(scheme.equals);
  const auto run = reference.start(one.start, p);
  run->advance(static_cast<std::uint64_t>(one.steps));
  std::uint64_t accepted = 0;
  for (const SweepStats& kind : run->stats().box) accepted += kind.accepted;
  return accepted;
}

CheckResult hostile_places(const ShapeScheme& scheme, const CheckContext& context) {
  const double near = 0.5 * (1 + 1e-9) / std::sqrt(2.0);
  const RankCase cases[] = {
      {"all disks in one domain of four", in_one_corner("disk", 5, 0.6), {2, 2, 1}},
      {"all spheres in one domain of eight", in_one_corner("sphere", 3, 0.4), {2, 2, 2}},
      {"disks exactly on borders", on_borders(0), {4, 2, 1}},
      {"disks one diameter below borders", on_borders(1), {4, 2, 1}},
      {"disks next to borders", on_borders(1e-12), {4, 2, 1}},
      {"one disk in eight domains", disks_at(Box::square(10), {{0, 0, 0}}), {4, 2, 1}},
      {"two disks that nearly touch across a corner",
       disks_at(Box::square(10), {{-near, near, 0}, {near, -near, 0}}),
       {4, 2, 1}},
      {"two disks that nearly touch around the box",
       disks_at(Box::square(10), {{-5 + near, -5 + near, 0}, {5 - near, 5 - near, 0}}),
       {2, 2, 1}}};
  Findings findings;
  std::uint64_t trials = 0;
  for (const RankCase& one : cases)
    trials += compare(scheme, one, {0}, part_seed(context, 51), findings);
  for (const Vec3 direction : {Vec3{1, 1, 0},
                               {1, -1, 0},
                               {1, 1, 1},
                               {1, 1, -1},
                               {1, -1, 1},
                               {-1, 1, 1},
                               {0, 1, -1},
                               {1, 0, -1}}) {
    if (!scheme.box_moves) break;
    const RankCase one = pressed(direction);
    trials += compare(scheme, one, {0}, part_seed(context, 52), findings);
    RankCase alone = one;
    alone.start = named_at(direction.z == 0 ? "disk" : "sphere", one.start.box, {{}});
    const std::uint64_t shrunk = accepted_box_moves(scheme, alone, part_seed(context, 52));
    findings.expect(shrunk > 2 * accepted_box_moves(scheme, one, part_seed(context, 52)) + 20,
                    one.name + ": the pair does not stop the box");
  }
  return findings.result(trials, "bodies in one domain, on borders and across corners");
}

CheckResult refuses_bad_ranks(const ShapeScheme& scheme, const CheckContext&) {
  const Configuration lattice = test_lattice("disk", 6, 0.5);
  const auto start = [&](Configuration c, std::array<int, 3> domains, int ranks) {
    return [&scheme, c = std::move(c), domains, ranks] {
      RunParameters p{.domains = domains};
      p.ranks = ranks;
      scheme.start(c, p);
    };
  };
  Findings findings;
  findings.expect_refused("more ranks than domains", {"ranks", "3", "2"},
                          start(lattice, {2, 1, 1}, 3));
  findings.expect_refused("fewer than no ranks", {"ranks", "-1"}, start(lattice, {2, 1, 1}, -1));
  findings.expect_refused("slabs that fill their domains", {"domains", "diameter"},
                          start(lattice, {9, 1, 1}, 0));
  findings.expect_refused("more domains than threads can be ranks", {"ranks", "1024"},
                          start(test_lattice("disk", 40, 0.5), {32, 32, 1}, 0));
  Configuration overlapping = lattice;  // across the border of two ranks
  overlapping.centres[3] = {-0.1, 0, 0};
  overlapping.centres[7] = {0.1, 0, 0};
  findings.expect_refused("two disks of different ranks that overlap", {"start", "overlap"},
                          start(overlapping, {2, 1, 1}, 2));
  return findings.result(5, "5 bad starts of ranks");
}

const bool registered =
    register_check(ShapeCheck{.name = "shapes/rank invariance",
                              .shows = "any number of ranks gives the same bits",
                              .needs = Claims::equals_reference | Claims::thread_invariant,
                              .run = rank_invariance,
                              .only = {.of_ranks = true}}) &&
    register_check(ShapeCheck{.name = "shapes/hostile places",
                              .shows = "starts made to go wrong at borders go as the reference",
                              .needs = Claims::equals_reference,
                              .run = hostile_places}) &&
    register_check(ShapeCheck{.name = "shapes/bad ranks",
                              .shows = "ranks that cannot be are refused, and the error says why",
                              .needs = Claims::conserves_particles,
                              .run = refuses_bad_ranks,
                              .only = {.of_ranks = true}});

}  // namespace
}  // namespace touchstone::hpmc
