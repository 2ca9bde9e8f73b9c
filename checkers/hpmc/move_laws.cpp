// checkers/hpmc/move_laws.cpp
// Purpose   Trial moves of bodies: as often one way as back, no larger than the largest, and, where
//           the scheme states its law, by this law.
// Method    Bodies far from each other show the proposal itself. A scheme that takes neither
//           squares nor cubes is judged by its disks and balls, which translate only. Programs of
//           users, which may treat each class of bodies in a way of its own, are judged by all that
//           they take.
// Power     Sizes that are 3 % too large or too small in space, 6 % in the plane.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <set>
#include <tuple>

#include "checkers/draws.hpp"
#include "checkers/hpmc/exact_laws.hpp"
#include "checkers/hpmc/shape_kind.hpp"
#include "checkers/hpmc/simulation_cases.hpp"
#include "checkers/hpmc/test_bodies.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Configuration;
using shapes::Orientation;
using shapes::Proposals;
using shapes::RunParameters;
using shapes::ShapeScheme;
using shapes::Vec3;

constexpr double kAngle = 0.6;
constexpr double kLength = 0.3;
constexpr double kPacking = 1e-3;
constexpr int kPlane = 10, kSpace = 5;  ///< bodies along each edge
constexpr double kShare = 1.0 / 3;      ///< part of the steps, for all other bodies

/// Moves of bodies far from each other, one for each body and step.
struct FreeMoves {
  std::string body;
  std::vector<Vec3> translations;  ///< in units of the largest
  /// Axes, each times the tangent of half the angle in units of the largest.
  std::vector<Vec3> rotations;
  bool plane = true;
  bool round = false;
  std::uint64_t trials = 0;
  std::uint64_t both = 0;  ///< translations that also rotate
  double rounding = 0;     ///< relative error of a length that the scheme may have
};

/// Adds what a step did to the bodies of the first type.
void add_step(const ShapeScheme& scheme, const Configuration& before, const Configuration& after,
              FreeMoves& moves) {
  const bool own_law = scheme.proposals == Proposals::symmetric;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before.type[i] != 0) continue;
    const Vec3 u = (1 / kLength) * before.box.nearest(after.centres[i] - before.centres[i]);
    const Orientation turn = after.orientations[i] * conjugate(before.orientations[i]);
    const Vec3 axis{turn.x, turn.y, turn.z};
    ++moves.trials;
    if (norm2(u) > 0) moves.translations.push_back(u);
    if (norm2(u) > 0 && norm(axis) > 1e-9 + 4 * scheme.tolerance) ++moves.both;
    // Moves rejected at a border are few where cells are much wider than the move.
    const bool stayed = scheme.confined && after.orientations[i] == before.orientations[i];
    if (moves.round || (norm2(u) > 0 ? !own_law : stayed)) continue;
    moves.rotations.push_back(1 / (turn.s * std::tan(kAngle / 2)) * axis);
  }
}

/// Nothing where the scheme does not run the body.
std::optional<FreeMoves> free_moves(const ShapeScheme& scheme, const CheckContext& context,
                                    const std::string& body, const Configuration& start, bool round,
                                    double share = 1) {
  const bool plane = start.box.dimensions == 2;
  const RunParameters p{.max_displacement = kLength,
                        .max_rotation = kAngle,
                        .sweeps_per_step = 1,
                        .seed = part_seed(context, (plane ? 41 : 42) + 2 * start.types.size())};
  if (scheme.runs && !scheme.runs(start, p)) return std::nullopt;
  FreeMoves moves{.body = body,
                  .translations = {},
                  .rotations = {},
                  .plane = plane,
                  .round = round,
                  .rounding = scheme.tolerance * start.box.lx / kLength};
  const auto run = scheme.start(start, p);
  const int steps = std::max(1, static_cast<int>(60 * share * context.effort));
  Configuration before = run->configuration();
  for (int step = 0; step < steps; ++step) {
    run->advance(1);
    Configuration after = run->configuration();
    add_step(scheme, before, after, moves);
    before = std::move(after);
  }
  return moves;
}

/// A body of each class on a thin lattice.
Configuration thin_lattice(const shapes::Body& body) {
  const double radius = circumradius(body);
  Configuration c = dimensions(body) == 2
                        ? shapes::simple_lattice(shapes::Disk{radius}, kPlane, kPacking)
                        : shapes::simple_lattice(shapes::Ball{radius}, kSpace, kPacking);
  c.types = {body};
  return c;
}

/// Moves of the first body of each class that the scheme runs.
void add_other_bodies(const ShapeScheme& scheme, const CheckContext& context,
                      std::vector<FreeMoves>& all) {
  std::set<shapes::BodyClass> judged;
  for (const shapes::Body& body : stout_bodies()) {
    const shapes::BodyClass which = class_of(body);
    const bool round = which == shapes::BodyClass::disk || which == shapes::BodyClass::ball;
    if (judged.count(which) > 0) continue;
    auto moves =
        free_moves(scheme, context, std::string(name(which)), thin_lattice(body), round, kShare);
    if (!moves) continue;
    judged.insert(which);
    all.push_back(std::move(*moves));
  }
}

/// Every second body a small disk or ball, which needs no rotation: the others need theirs.
Configuration among_round_ones(Configuration c) {
  if (c.box.dimensions == 2)
    c.types.push_back(shapes::Disk{0.1});
  else
    c.types.push_back(shapes::Ball{0.1});
  for (std::size_t i = 1; i < c.size(); i += 2) c.type[i] = 1;
  return c;
}

/// Moves of squares and cubes, alone and among round bodies, or of what the scheme runs in their
/// place, and of all other bodies of a program of a user's.
std::vector<FreeMoves> all_free_moves(const ShapeScheme& scheme, const CheckContext& context) {
  std::vector<FreeMoves> all;
  for (const auto& [body, round, cells] :
       {std::tuple{"square", "disk", kPlane}, std::tuple{"cube", "sphere", kSpace}}) {
    auto moves = free_moves(scheme, context, body, test_lattice(body, cells, kPacking), false);
    if (!moves)
      moves = free_moves(scheme, context, round, test_lattice(round, cells, kPacking), true);
    if (moves) all.push_back(std::move(*moves));
    // By copies: clang++ 14 captures no structured bindings.
    const auto mixed = unless_refused([&, angular = body, other = round, lattice = cells] {
      return free_moves(scheme, context, fmt::format("{} among {}s", angular, other),
                        among_round_ones(test_lattice(angular, lattice, kPacking)), false, kShare);
    });
    if (mixed && *mixed) all.push_back(**mixed);
  }
  if (scheme.runs) add_other_bodies(scheme, context, all);
  if (all.empty()) throw CannotRun("it refuses a thin gas of every class of bodies");
  return all;
}

std::uint64_t trials_of(const std::vector<FreeMoves>& all) {
  std::uint64_t sum = 0;
  for (const FreeMoves& moves : all) sum += moves.trials;
  return sum;
}

/// A number that the law makes uniform in (0, 1): of the angle of a rotation.
double share_of_angle(Proposals law, bool plane, Vec3 v) {
  const auto share = [](double tangent) {
    return 2 * std::atan(tangent * std::tan(kAngle / 2)) / kAngle;
  };
  if (law == Proposals::angles) return plane ? 0.5 + 0.5 * share(v.z) : share(norm(v));
  return plane ? 0.5 + 0.5 * v.z : std::pow(norm(v), 3);
}

void judge_law(Proposals law, const FreeMoves& moves, Laws& laws) {
  std::vector<double> radius, azimuth, height, angle, axis;
  for (const Vec3& u : moves.translations) {
    radius.push_back(std::pow(norm(u), moves.plane ? 2 : 3));
    azimuth.push_back(std::atan2(u.y, u.x) / (2 * std::numbers::pi) + 0.5);
    height.push_back(0.5 + 0.5 * u.z / norm(u));
  }
  for (const Vec3& v : moves.rotations) {
    angle.push_back(share_of_angle(law, moves.plane, v));
    axis.push_back(0.5 + 0.5 * v.y / norm(v));
    axis.push_back(0.5 + 0.5 * v.z / norm(v));
  }
  const std::string& body = moves.body;
  laws.require(moves.both == 0, body + ": a trial translates and rotates");
  laws.require(!radius.empty(), body + ": no translations");
  if (radius.empty()) return;
  laws.uniform(body + ": length of translations", radius);
  laws.uniform(body + ": direction of translations", azimuth);
  if (!moves.plane) laws.uniform(body + ": height of translations", height);
  if (moves.round) return;
  laws.require(!angle.empty(), body + ": no rotations");
  if (angle.empty()) return;
  laws.uniform(body + ": angle of rotations", angle);
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

void judge_sizes(const std::vector<Vec3>& moves, double rounding, const std::string& what,
                 Laws& laws) {
  double largest = 0;
  for (const Vec3& v : moves) largest = std::max(largest, norm(v));
  laws.require(largest <= 1 + 1e-9 + rounding,
               fmt::format("{}: {:.6g} of the largest", what, largest));
}

CheckResult proposals(const ShapeScheme& scheme, const CheckContext& context) {
  Laws laws(context);
  const std::vector<FreeMoves> all = all_free_moves(scheme, context);
  for (const FreeMoves& moves : all) {
    const std::string translations = moves.body + ", translations";
    judge_symmetry(moves.translations, moves.trials, translations, laws);
    judge_sizes(moves.translations, moves.rounding, moves.body + ", length of translations", laws);
    if (moves.round) continue;
    judge_symmetry(moves.rotations, moves.trials, moves.body + ", rotations", laws);
    judge_sizes(moves.rotations, moves.rounding, moves.body + ", angle of rotations", laws);
  }
  return laws.result(trials_of(all), "each move is drawn as often as its reverse");
}

CheckResult law_of_moves(const ShapeScheme& scheme, const CheckContext& context) {
  Laws laws(context);
  const std::vector<FreeMoves> all = all_free_moves(scheme, context);
  for (const FreeMoves& moves : all) {
    judge_law(scheme.proposals, moves, laws);
    if (scheme.confined) continue;
    if (moves.round)
      laws.require(moves.translations.size() == moves.trials, moves.body + ": some do not move");
    else
      laws.share(moves.body + ": share of translations", moves.translations.size(), moves.trials,
                 0.5);
  }
  return laws.result(trials_of(all), "lengths, directions and angles follow the law of the scheme");
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
                              .only = {.of_law = true}});

}  // namespace
}  // namespace touchstone::hpmc
