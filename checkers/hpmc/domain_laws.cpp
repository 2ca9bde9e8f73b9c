// checkers/hpmc/domain_laws.cpp
// Purpose   Domains against their law, by an implementation of its own: which bodies are frozen,
//           that active ones move and stay in their domain, and the common shift, without which
//           bodies would be frozen at the same places for ever.
// Source    Anderson, Irrgang, Glotzer 2016, section 3.4; the law of models/hpmc/registry.hpp.
// Method    Bodies far apart: those that meet nobody are never rejected. The shift is what frozen
//           bodies move by. Nothing of models/hpmc/boxes/domain_grid.hpp is used here: distances
//           from borders are measured along the normals of the planes of the box.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "checkers/hpmc/exact_laws.hpp"
#include "checkers/hpmc/shape_kind.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Box;
using shapes::Configuration;
using shapes::RunParameters;
using shapes::ShapeScheme;
using shapes::Vec3;

constexpr double kPath = 0.05;    ///< length of one trial at most
constexpr double kExact = 1e-10;  ///< error of a place that rounding may leave
constexpr double kDiameter = 1;   ///< diameter of the largest bodies: the width of a frozen part

/// Normal, of unit length, of the planes that lattice vector k crosses, and their distance.
struct Planes {
  Vec3 normal;
  double apart;
};
std::array<Planes, 3> planes_of(const Box& box) {
  const bool plane = box.dimensions == 2;
  const Vec3 a[3] = {{box.lx, 0, 0},
                     {box.xy * box.ly, box.ly, 0},
                     plane ? Vec3{0, 0, 1} : Vec3{box.xz * box.lz, box.yz * box.lz, box.lz}};
  std::array<Planes, 3> all;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 n = cross(a[(k + 1) % 3], a[(k + 2) % 3]);
    all[k] = {1 / norm(n) * n, dot(n, a[k]) / norm(n)};
  }
  return all;
}

struct Cut {
  Box box;
  std::array<int, 3> domains;
  double error = kExact;  ///< error of a place, a length
};

/// Place of a body along one direction: lengths above the lower border of its domain, and below
/// the part that is frozen (negative: it is in it).
struct Place {
  double above, below;
};
Place place(const Planes& planes, int domains, Vec3 r) {
  const double width = planes.apart / domains;
  const double height = dot(planes.normal, r) + planes.apart / 2;
  const int index = std::clamp(static_cast<int>(std::floor(height / width)), 0, domains - 1);
  return {height - index * width, (index + 1) * width - kDiameter - height};
}

/// Length by which r is inside the active part of its domain; negative: it is frozen.
double depth(const Cut& cut, const std::array<Planes, 3>& planes, Vec3 r) {
  double least = planes[0].apart;
  for (std::size_t k = 0; k < 3; ++k) {
    if (cut.domains[k] == 1) continue;
    const Place at = place(planes[k], cut.domains[k], r);
    least = std::min({least, at.above, at.below});
  }
  return least;
}

/// Disks or balls of two sizes on a thin lattice; the last body is one of the largest.
Configuration thin(const Box& box, int cells) {
  Configuration c;
  c.box = box;
  const bool plane = box.dimensions == 2;
  for (const double radius : {0.2, 0.5})
    c.types.push_back(plane ? shapes::Body{shapes::Disk{radius}}
                            : shapes::Body{shapes::Ball{radius}});
  for (int i = 0; i < cells; ++i)
    for (int j = 0; j < cells; ++j)
      for (int k = 0; k < (plane ? 1 : cells); ++k) {
        const auto at = [&](int n) { return (n + 0.37) / cells - 0.5; };
        c.centres.push_back(box.wrap(box.from_fractional({at(i), at(j), plane ? 0 : at(k)})));
      }
  c.type.assign(c.size(), 0);
  c.type.back() = 1;
  c.orientations.assign(c.size(), {});
  return c;
}

/// True where no other body comes within reach in a step, in which both may move.
bool is_free(const Configuration& c, std::size_t i) {
  const auto radius = [&](std::size_t k) { return c.type[k] == 0 ? 0.2 : 0.5; };
  for (std::size_t j = 0; j < c.size(); ++j)
    if (j != i &&
        norm(c.box.wrap(c.centres[j] - c.centres[i])) < radius(i) + radius(j) + 2.01 * kPath)
      return false;
  return true;
}

/// Closer to a border rounding may decide.
double near_border(const Cut& cut) { return 1e-7 + 2 * cut.error; }

struct Seen {
  std::array<std::vector<double>, 3> shifts;  ///< in units of half the largest diameter
  std::uint64_t frozen = 0, moved = 0, trials = 0;
};

/// The shift of a step: that of most bodies that are frozen for certain; they all agree.
void judge_step(const Cut& cut, const std::array<Planes, 3>& planes, const Configuration& before,
                const Configuration& after, Seen& seen, Laws& laws) {
  const double near = near_border(cut);
  std::vector<std::size_t> frozen, active, deep;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const double inside = depth(cut, planes, before.centres[i]);
    if (inside < -near) frozen.push_back(i);
    if (inside > near) active.push_back(i);
    if (inside > kPath + near && is_free(before, i)) deep.push_back(i);
  }
  const auto moved = [&](std::size_t i) {
    return cut.box.wrap(after.centres[i] - before.centres[i]);
  };
  if (frozen.empty()) return;
  const Vec3 shift = moved(frozen[0]);
  for (const std::size_t i : frozen)
    laws.require(norm(cut.box.wrap(moved(i) - shift)) < cut.error, "a frozen body moves by itself");
  for (const std::size_t i : deep)
    laws.require(norm(cut.box.wrap(moved(i) - shift)) > cut.error, "a free active body stays");
  for (const std::size_t i : active) {
    const Vec3 r = cut.box.wrap(after.centres[i] - shift);
    laws.require(norm(cut.box.wrap(r - before.centres[i])) < kPath * (1 + 1e-9) + cut.error,
                 "a move is too long");
    laws.require(depth(cut, planes, r) > -near, "a body ends in a frozen part");
  }
  seen.frozen += frozen.size();
  seen.moved += deep.size();
  for (std::size_t k = 0; k < 3; ++k) seen.shifts[k].push_back(dot(planes[k].normal, shift));
}

std::uint64_t judge_cut(const ShapeScheme& scheme, const CheckContext& context, const Cut& cut,
                        int cells, Laws& laws) {
  const std::string what =
      fmt::format("{} x {} x {} domains", cut.domains[0], cut.domains[1], cut.domains[2]);
  const auto planes = planes_of(cut.box);
  const Configuration start = thin(cut.box, cells);
  const RunParameters p{.max_displacement = kPath,
                        .sweeps_per_step = 1,
                        .domains = cut.domains,
                        .seed = part_seed(context, 65)};
  if (scheme.runs && !scheme.runs(start, p)) return 0;
  const auto run = scheme.start(start, p);
  const int steps = std::max(100, static_cast<int>(600 * context.effort));
  Seen seen;
  Configuration before = run->configuration();
  std::uint64_t active = 0, unsure = 0;
  for (int step = 0; step < steps; ++step) {
    run->advance(1);
    const Configuration after = run->configuration();
    laws.require(after.size() == before.size(), what + ": bodies were lost or doubled");
    if (after.size() != before.size()) return 0;
    judge_step(cut, planes, before, after, seen, laws);
    for (const Vec3& r : before.centres) {
      const double inside = depth(cut, planes, r);
      active += inside > 0 ? 1 : 0;
      unsure += std::abs(inside) < near_border(cut) ? 1 : 0;
    }
    before = after;
  }
  const auto told = static_cast<std::int64_t>(run->stats().of_bodies().trials);
  laws.require(
      std::abs(told - static_cast<std::int64_t>(active)) <= static_cast<std::int64_t>(unsure),
      fmt::format("{}: {} trials, {} active bodies", what, told, active));
  laws.require(seen.frozen > static_cast<std::uint64_t>(steps) &&
                   seen.moved > static_cast<std::uint64_t>(steps),
               what + ": too few bodies were compared");
  if (seen.shifts[0].size() < 2) return static_cast<std::uint64_t>(told);
  for (std::size_t k = 0; k < 3; ++k) {
    std::vector<double> once, twice;
    for (std::size_t i = 0; i < seen.shifts[k].size(); ++i) {
      const double s = seen.shifts[k][i] / kDiameter + 0.5;
      laws.require(
          cut.domains[k] > 1 ? s > -1e-6 && s < 1 + 1e-6 : std::abs(s - 0.5) < 1e-9 + cut.error,
          fmt::format("{}: shift {:.3g} along direction {}", what, s - 0.5, k + 1));
      once.push_back(s);
      if (i % 2 == 1) twice.push_back(std::fmod(s + once[i - 1] + 1, 1.0));
    }
    if (cut.domains[k] == 1) continue;
    laws.uniform(fmt::format("{}: shift along direction {}", what, k + 1), once);
    laws.uniform(fmt::format("{}: two shifts along direction {}", what, k + 1), twice);
    for (std::size_t other = 0; other < k; ++other) {
      if (cut.domains[other] == 1) continue;
      std::vector<double> both;
      for (std::size_t i = 0; i < once.size(); ++i)
        both.push_back(std::fmod(once[i] + seen.shifts[other][i] / kDiameter + 1.5, 1.0));
      laws.uniform(fmt::format("{}: shifts along {} and {}", what, other + 1, k + 1), both);
    }
  }
  return static_cast<std::uint64_t>(told);
}

CheckResult domains(const ShapeScheme& scheme, const CheckContext& context) {
  Laws laws(context);
  const Cut cuts[] = {{{12, 9, 1, 0, 0, 0, 2}, {3, 2, 1}},
                      {{9, 12, 1, 0.4, 0, 0, 2}, {2, 5, 1}},
                      {{9, 9, 8, 0, 0, 0, 3}, {1, 1, 4}},
                      {{9, 7, 8, 0.3, -0.2, 0.25, 3}, {3, 2, 2}}};
  std::uint64_t trials = 0;
  for (Cut cut : cuts) {
    cut.error += 4 * scheme.tolerance * std::max({cut.box.lx, cut.box.ly, cut.box.lz});
    trials += judge_cut(scheme, context, cut, cut.box.dimensions == 2 ? 7 : 4, laws);
  }
  if (scheme.runs && trials == 0) throw CannotRun("it refuses all boxes of two sizes in domains");
  return laws.result(trials, "who moves, who is frozen, and a uniform common shift");
}

const bool registered = register_check(
    ShapeCheck{.name = "shapes/domains",
               .shows = "active bodies move, frozen ones wait, and a uniform shift mixes them",
               .needs = Claims::global_balance,
               .run = domains,
               .only = {.of_domains = true}});

}  // namespace
}  // namespace touchstone::hpmc
