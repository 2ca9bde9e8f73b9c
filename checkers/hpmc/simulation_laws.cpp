// checkers/hpmc/simulation_laws.cpp
// Purpose   Laws that are known exactly: of trial moves, of the orientation of one square among its
//           own images, of the distance of two disks, and of the volume of an ideal gas.
// Method    Free bodies show the proposal itself. Otherwise a start drawn from the exact law must
//           still follow it after some steps: ends of independent runs are independent values.
#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <numbers>

#include "checkers/external/less_effort.hpp"
#include "checkers/hpmc/exact_laws.hpp"
#include "checkers/hpmc/shape_kind.hpp"
#include "checkers/hpmc/simulation_cases.hpp"
#include "statistics/kolmogorov_smirnov.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Configuration;
using shapes::Orientation;
using shapes::RunParameters;
using shapes::ShapeScheme;
using shapes::Vec3;

constexpr double kAngle = 0.6;
constexpr double kLength = 0.3;

/// Moves of bodies far from each other, one for each body and step.
struct FreeMoves {
  std::vector<Vec3> translations;  ///< in units of the largest
  /// Axes, each times the tangent of half the angle in units of the largest.
  std::vector<Vec3> rotations;
  bool plane = true;
  std::uint64_t trials = 0;
};
FreeMoves free_moves(const ShapeScheme& scheme, const CheckContext& context,
                     const std::string& body, int cells) {
  const Configuration start = test_lattice(body, cells, 1e-3);
  FreeMoves moves{.translations = {}, .rotations = {}, .plane = start.box.dimensions == 2};
  const auto run = scheme.start(start, {.max_displacement = kLength,
                                        .max_rotation = kAngle,
                                        .sweeps_per_step = 1,
                                        .seed = part_seed(context, moves.plane ? 43 : 44)});
  const int steps = std::max(1, static_cast<int>(60 * context.effort));
  for (int step = 0; step < steps; ++step) {
    const Configuration before = run->configuration();
    run->advance(1);
    const Configuration after = run->configuration();
    for (std::size_t i = 0; i < start.size(); ++i) {
      const Vec3 u = (1 / kLength) * start.box.nearest(after.centres[i] - before.centres[i]);
      const Orientation turn = after.orientations[i] * conjugate(before.orientations[i]);
      ++moves.trials;
      if (norm2(u) > 0) moves.translations.push_back(u);
      // Moves rejected at a border are few where cells are much wider than the move.
      const bool stayed = scheme.confined && after.orientations[i] == before.orientations[i];
      if (norm2(u) > 0 ? !scheme.own_law : stayed) continue;
      moves.rotations.push_back(1 / (turn.s * std::tan(kAngle / 2)) * Vec3{turn.x, turn.y, turn.z});
    }
  }
  return moves;
}

void judge_law(const FreeMoves& moves, const std::string& body, Laws& laws) {
  std::vector<double> radius, azimuth, height, angle, axis;
  for (const Vec3& u : moves.translations) {
    radius.push_back(std::pow(norm(u), moves.plane ? 2 : 3));
    azimuth.push_back(std::atan2(u.y, u.x) / (2 * std::numbers::pi) + 0.5);
    height.push_back(0.5 + 0.5 * u.z / norm(u));
  }
  for (const Vec3& v : moves.rotations) {
    angle.push_back(moves.plane ? 0.5 + 0.5 * v.z : std::pow(norm(v), 3));
    axis.push_back(0.5 + 0.5 * v.y / norm(v));
    axis.push_back(0.5 + 0.5 * v.z / norm(v));
  }
  laws.uniform(body + ": length of translations", radius);
  laws.uniform(body + ": direction of translations", azimuth);
  laws.uniform(body + ": angle of rotations", angle);
  if (!moves.plane) laws.uniform(body + ": height of translations", height);
  if (!moves.plane) laws.uniform(body + ": axis of rotations", axis);
}

/// Numbers that change sign with the move, and so must be as often above 0 as below.
void judge_symmetry(const std::vector<Vec3>& moves, std::uint64_t trials, const std::string& what,
                    Laws& laws) {
  laws.require(10 * moves.size() > trials, what + ": hardly any");
  using Odd = double (*)(Vec3);
  const std::pair<const char*, Odd> numbers[] = {
      {"x", [](Vec3 v) { return v.x; }},           {"y", [](Vec3 v) { return v.y; }},
      {"z", [](Vec3 v) { return v.z; }},           {"x + y", [](Vec3 v) { return v.x + v.y; }},
      {"y - z", [](Vec3 v) { return v.y - v.z; }}, {"xyz", [](Vec3 v) { return v.x * v.y * v.z; }}};
  for (const auto& [name, odd] : numbers) {
    std::vector<double> sample;
    for (const Vec3& v : moves)
      if (odd(v) != 0) sample.push_back(odd(v));
    if (sample.empty()) continue;  // out of the plane
    laws.require(10 * sample.size() > moves.size(), fmt::format("{}: {} hardly ever", what, name));
    laws.symmetric(fmt::format("{}: {} of a move", what, name), sample);
  }
}

void judge_sizes(const std::vector<Vec3>& moves, const std::string& what, Laws& laws) {
  double largest = 0;
  for (const Vec3& v : moves) largest = std::max(largest, norm(v));
  laws.require(largest <= 1 + 1e-9, fmt::format("{}: {:.6g} of the largest", what, largest));
}

CheckResult proposals(const ShapeScheme& scheme, const CheckContext& context) {
  Laws laws(context);
  std::uint64_t trials = 0;
  for (const auto& [body, cells] : {std::pair{"square", 10}, std::pair{"cube", 5}}) {
    const FreeMoves moves = free_moves(scheme, context, body, cells);
    trials += moves.trials;
    judge_symmetry(moves.translations, moves.trials, fmt::format("{}, translations", body), laws);
    judge_symmetry(moves.rotations, moves.trials, fmt::format("{}, rotations", body), laws);
    judge_sizes(moves.translations, fmt::format("{}, length of translations", body), laws);
    judge_sizes(moves.rotations, fmt::format("{}, angle of rotations", body), laws);
  }
  return laws.result(trials, "each move is drawn as often as its reverse");
}

CheckResult law_of_moves(const ShapeScheme& scheme, const CheckContext& context) {
  Laws laws(context);
  std::uint64_t trials = 0;
  for (const auto& [body, cells] : {std::pair{"square", 10}, std::pair{"cube", 5}}) {
    const FreeMoves moves = free_moves(scheme, context, body, cells);
    trials += moves.trials;
    judge_law(moves, body, laws);
    if (!scheme.confined)
      laws.share(fmt::format("{}: share of translations", body), moves.translations.size(),
                 moves.trials, 0.5);
  }
  return laws.result(trials, "uniform in the ball, rotations of any axis, equally often back");
}

/// A square of edge 1 in a periodic box of side 1.2: its images leave it the angles whose larger
/// cosine is above 1 / 1.2.
CheckResult one_square(const ShapeScheme& scheme, const CheckContext& context) {
  constexpr double kSide = 1.2;
  const double largest = std::acos(1 / kSide);
  Laws laws(context);
  std::vector<double> sample;
  std::uint64_t trials = 0;
  const int runs = std::max(10, static_cast<int>(4000 * context.effort));
  for (int k = 0; k < runs; ++k) {
    Configuration c = test_lattice("square", 1, 1 / (kSide * kSide));
    PhiloxStream random =
        Philox(part_seed(context, 45)).stream(Purpose::test, static_cast<std::uint64_t>(k), 0);
    c.orientations[0] = shapes::turned_by(largest * (2 * random.uniform() - 1));
    const auto run =
        scheme.start(c, {.max_displacement = 0.1,
                         .max_rotation = 1.2,
                         .sweeps_per_step = 5,
                         .seed = part_seed(context, 1000 + static_cast<std::uint64_t>(k))});
    run->advance(1);
    const shapes::Turn turn(run->configuration().orientations[0]);
    double angle = std::atan2(turn.s, turn.c);
    angle -= std::round(angle / (std::numbers::pi / 2)) * (std::numbers::pi / 2);
    sample.push_back(0.5 + 0.5 * angle / largest);
    trials += 5;
  }
  laws.uniform("angle of a square among its images", sample);
  const CheckResult result = laws.result(trials, "uniform over the angles that its images leave");
  return scheme.screened_starts ? external::of_part(result, context.effort) : result;
}

/// Two disks of diameter 1 in a periodic square of side 1.7: the separation is uniform where no
/// image overlaps. Its law is taken from direct sampling, x folded into (0, side / 2).
CheckResult two_disks(const ShapeScheme& scheme, const CheckContext& context) {
  constexpr double kSide = 1.7;
  const auto box = shapes::Box::square(kSide);
  const auto images = box.images(3);
  const auto draw = [&](PhiloxStream& random) {
    for (;;) {
      const Vec3 r{kSide * (random.uniform() - 0.5), kSide * (random.uniform() - 0.5), 0};
      if (std::all_of(images.begin(), images.end(),
                      [&](Vec3 image) { return norm2(r + image) > 1; }))
        return r;
    }
  };
  const auto folded = [](Vec3 r) { return std::min(std::abs(r.x), std::abs(r.y)); };
  std::vector<double> expected, found;
  PhiloxStream direct = Philox(part_seed(context, 46)).stream(Purpose::test, 0, 0);
  for (int k = 0; k < 20000; ++k) expected.push_back(folded(draw(direct)));
  std::sort(expected.begin(), expected.end());
  std::uint64_t trials = 0;
  const int runs = std::max(10, static_cast<int>(4000 * context.effort));
  for (int k = 0; k < runs; ++k) {
    Configuration c = test_lattice("disk", 1, 0.5);
    c.box = box;
    PhiloxStream random =
        Philox(part_seed(context, 47)).stream(Purpose::test, static_cast<std::uint64_t>(k), 0);
    c.centres = {Vec3{}, box.wrap(draw(random))};
    c.type = {0, 0};
    c.orientations = {{}, {}};
    const auto run =
        scheme.start(c, {.max_displacement = 0.2,
                         .sweeps_per_step = 4,
                         .seed = part_seed(context, 1000 + static_cast<std::uint64_t>(k))});
    run->advance(5);
    const Configuration end = run->configuration();
    found.push_back(folded(box.nearest(end.centres[1] - end.centres[0])));
    trials += 40;
  }
  const double p = kolmogorov_smirnov(std::span<const double>(found), expected).p;
  const bool fail = p < context.false_alarm;
  const CheckResult result{.verdict = fail ? Verdict::fail : Verdict::pass,
                           .value = two_sided_z(p),
                           .unit = "z",
                           .trials = trials,
                           .false_alarm = context.false_alarm,
                           .smallest_effect = 5 / std::sqrt(static_cast<double>(runs)),
                           .p = p,
                           .detail = fail ? fmt::format("separation of two disks: p = {:.2g}", p)
                                          : "two disks are where direct sampling puts them"};
  return scheme.screened_starts ? external::of_part(result, context.effort) : result;
}

/// Bodies so small that they are an ideal gas: V follows Gamma(N + 1) / (beta P).
CheckResult ideal_gas(const ShapeScheme& scheme, const CheckContext& context) {
  constexpr int kBodies = 4;
  Laws laws(context);
  std::uint64_t trials = 0;
  const int runs = std::max(10, static_cast<int>(800 * context.effort));
  for (const bool logarithmic : {false, true}) {
    std::vector<double> sample;
    for (int k = 0; k < runs; ++k) {
      PhiloxStream random =
          Philox(part_seed(context, 48)).stream(Purpose::test, static_cast<std::uint64_t>(k), 0);
      double volume = 0;
      for (int j = 0; j <= kBodies; ++j) volume -= std::log(1 - random.uniform());
      Configuration c = test_lattice("disk", 2, 0.5);
      c.types = {shapes::Disk{1e-9}};
      const shapes::Box box = shapes::Box::square(std::sqrt(volume));
      for (Vec3& r : c.centres) r = box.wrap(box.from_fractional(c.box.fractional(r)));
      c.box = box;
      RunParameters p{.max_displacement = 1e-3,
                      .sweeps_per_step = 1,
                      .seed = part_seed(context, 1000 + static_cast<std::uint64_t>(k))};
      p.box = {.pressure = 1,
               .max_volume = logarithmic ? 0.0 : 4.0,
               .max_log_volume = logarithmic ? 1.0 : 0.0,
               .per_step = 10};
      const auto run = scheme.start(c, p);
      run->advance(2);
      sample.push_back(boost::math::gamma_p(kBodies + 1, run->configuration().box.volume()));
      trials += 20;
    }
    laws.uniform(logarithmic ? "volume of an ideal gas by moves of ln V"
                             : "volume of an ideal gas by moves of V",
                 sample);
  }
  return laws.result(trials, "V follows the law of N + 1 exponential variables");
}

const bool registered =
    register_check(ShapeCheck{.name = "shapes/proposals",
                              .shows = "free bodies move as often one way as back",
                              .needs = Claims::global_balance,
                              .run = proposals}) &&
    register_check(ShapeCheck{.name = "shapes/law of moves",
                              .shows = "free bodies move by the law of trial moves",
                              .needs = Claims::global_balance,
                              .run = law_of_moves,
                              .only = {.of_law = true}}) &&
    register_check(
        ShapeCheck{.name = "shapes/one square",
                   .shows = "a square among its own images rotates freely as far as it can",
                   .needs = Claims::global_balance,
                   .run = one_square,
                   .many_steps = true}) &&
    register_check(ShapeCheck{.name = "shapes/two disks",
                              .shows = "two disks in a small box stay uniformly distributed",
                              .needs = Claims::global_balance,
                              .run = two_disks,
                              .many_steps = true}) &&
    register_check(ShapeCheck{.name = "shapes/ideal gas",
                              .shows = "at constant pressure the volume follows its exact law",
                              .needs = Claims::global_balance,
                              .run = ideal_gas,
                              .many_steps = true});

}  // namespace
}  // namespace touchstone::hpmc
